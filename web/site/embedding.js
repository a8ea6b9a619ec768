// The page about embedding: what is chosen is shown at once, as the widget and as code.
const form = document.getElementById("options");
const preview = document.getElementById("preview");
const base = new URL(document.currentScript?.src ?? location.href);
const at = (name) => new URL(name, base).href;
const [, home, link] = document.getElementById("element").textContent.match(/href="[^"]*?((?:fr\/|es\/)?)">([^<]*)<\/a>/);
const title = document.getElementById("frame").textContent.match(/title="([^"]*)"/)[1];

const quoted = (text) => `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;

/** What is not as it is anyway. */
const chosen = () => {
  const { theme, lang, coloured, accent, compact, height } = form.elements;
  const options = {};
  if (theme.value) options.theme = theme.value;
  if (coloured.checked) options.accent = accent.value;
  if (compact.checked) options.compact = "";
  if (lang.value) options.lang = lang.value;
  const profiles = [...form.querySelectorAll("[name=profile]")];
  if (profiles.some((profile) => profile.checked !== profile.defaultChecked)) {
    options.profile = profiles.filter((profile) => profile.checked).map((profile) => profile.value).join(",") || "sitemaps.org";
  }
  const address = form.elements["sitemap-url"];
  if (address.value && address.validity.valid) options["sitemap-url"] = address.value;
  if (height.value && height.validity.valid) options.height = height.value;
  return options;
};

const attributes = (options) =>
  Object.entries(options).map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}=${quoted(value)}`)).join("");

const fragment = (options) => {
  const parts = Object.entries(options).filter(([name]) => name !== "height").map(([name, value]) => {
    const key = name === "sitemap-url" ? "address" : name;
    return `${key}=${encodeURIComponent(value || "1").replaceAll("%2C", ",")}`;
  });
  return ["scroll=1", ...parts].join("&");
};

const show = () => {
  const options = chosen();
  document.getElementById("element").textContent =
    `<script async src=${quoted(at("embed.js"))}></script>\n` +
    `<sitemap-validator${attributes(options)}><a href=${quoted(at(`./${home}`))}>${link}</a></sitemap-validator>`;
  document.getElementById("frame").textContent =
    `<div><iframe src=${quoted(at(`embed.html#${fragment(options)}`))} title=${quoted(title)} width="100%" height="${options.height ?? 600}" ` +
    `frameborder="0" loading="lazy" allow="clipboard-write"></iframe></div>`;
  const element = preview.querySelector("sitemap-validator") ?? preview.appendChild(document.createElement("sitemap-validator"));
  for (const name of ["theme", "accent", "compact", "lang", "profile", "sitemap-url", "height"]) {
    if (name in options) {
      if (element.getAttribute(name) !== options[name]) element.setAttribute(name, options[name]);
    } else {
      element.removeAttribute(name);
    }
  }
};

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 2000);
  });
}
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
// A colour that is chosen is wanted.
form.elements.accent.addEventListener("input", () => (form.elements.coloured.checked = true), { capture: true });
show();
