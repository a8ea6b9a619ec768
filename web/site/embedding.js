// The page about embedding: updates the preview and the code whenever an option changes.
const form = document.getElementById("options");
const preview = document.getElementById("preview");
const base = new URL(document.currentScript?.src ?? location.href);
const at = (name) => new URL(name, base).href;
const [, home, link] = document.getElementById("element").textContent.match(/href="[^"]*?((?:fr\/|es\/)?)">([^<]*)<\/a>/);
const TITLES = { en: "Sitemap validator", fr: "Validateur de sitemaps", es: "Validador de sitemaps" };

const quoted = (text) => `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;

/** The options that differ from the defaults. */
const chosen = () => {
  const { theme, lang, coloured, accent, compact, pedantic, strict, height } = form.elements;
  const options = {};
  if (theme.value) options.theme = theme.value;
  if (coloured.checked) options.accent = accent.value;
  if (compact.checked) options.compact = "";
  if (lang.value) options.lang = lang.value;
  const profiles = [...form.querySelectorAll("[name=profile]")];
  if (profiles.some((profile) => profile.checked !== profile.defaultChecked)) {
    options.profile = profiles.filter((profile) => profile.checked).map((profile) => profile.value).join(",") || "sitemaps.org";
  }
  if (pedantic.checked) options.pedantic = "";
  if (strict.checked) options.strict = "";
  const { url } = form.elements;
  if (url.value && url.validity.valid) options.url = url.value;
  if (height.value && height.validity.valid) options.height = height.value;
  return options;
};

const attributes = (options) =>
  Object.entries(options).map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}=${quoted(value)}`)).join("");

const fragment = (options) => {
  const parts = Object.entries(options).filter(([name]) => name !== "height").map(([name, value]) => `${name}=${encodeURIComponent(value || "1").replaceAll("%2C", ",")}`);
  return ["scroll=1", ...parts].join("&");
};

const show = () => {
  const options = chosen();
  document.getElementById("element").textContent =
    `<script async src=${quoted(at("embed.js"))}></script>\n` +
    `<sitemap-validator${attributes(options)}><a href=${quoted(at(`./${home}`))}>${link}</a></sitemap-validator>`;
  const title = TITLES[options.lang ?? document.documentElement.lang];
  document.getElementById("frame").textContent =
    `<div><iframe src=${quoted(at(`embed.html#${fragment(options)}`))} title=${quoted(title)} width="100%" height="${options.height ?? 600}" ` +
    `frameborder="0" loading="lazy" allow="clipboard-write"></iframe></div>`;
  const element = preview.querySelector("sitemap-validator") ?? preview.appendChild(document.createElement("sitemap-validator"));
  for (const name of ["theme", "accent", "compact", "lang", "profile", "pedantic", "strict", "url", "height"]) {
    if (name in options) {
      if (element.getAttribute(name) !== options[name]) element.setAttribute(name, options[name]);
    } else {
      element.removeAttribute(name);
    }
  }
};

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const code = document.getElementById(button.dataset.copy);
    const copied = await copy(code.textContent);
    if (!copied) getSelection().selectAllChildren(code);
    const said = copied ? button.dataset.done : button.dataset.not;
    button.textContent = button.nextElementSibling.textContent = said;
    setTimeout(() => {
      button.textContent = label;
      button.nextElementSibling.textContent = "";
    }, 4000);
  });
}

/** Returns false if the browser denies access to the clipboard. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

form.addEventListener("input", show);
// Invalid heights and URLs are left out of the code; show why. Firefox moves the focus after this event, and the message
// would disappear with it.
form.addEventListener("change", ({ target }) => setTimeout(() => target.reportValidity()));
form.addEventListener("submit", (event) => event.preventDefault());
// Choosing a color turns the option on.
form.elements.accent.addEventListener("input", () => (form.elements.coloured.checked = true), { capture: true });
show();
