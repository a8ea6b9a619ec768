// Sets the chosen theme before the first paint, so that the other theme does not flash, and handles the theme's button.
globalThis.stored = (name) => {
  try {
    return localStorage.getItem(`sitemap-validator.${name}`);
  } catch {
    // No storage in this context.
  }
};

{
  const page = document.documentElement;
  // In the widget, the host page sets the theme in the frame's URL.
  const theme = "embed" in page.dataset ? /[#&]theme=(\w+)/.exec(location.hash)?.[1] : stored("theme");
  if (theme === "dark" || theme === "light") page.dataset.theme = theme;

  addEventListener("click", ({ target }) => {
    if (!target.closest?.("#theme")) return;
    const isDark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem("sitemap-validator.theme", page.dataset.theme);
    } catch {
      // The choice lasts as long as the page.
    }
  });
}

// The page's only Trusted Types policy; browsers apply the policy named `default` automatically. Returning undefined rejects.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (new URL(url, document.baseURI).origin === location.origin ? url : undefined),
  // DOMParser does not run scripts. All other conversions of text to HTML are rejected.
  createHTML: (text, type, sink) => (sink.startsWith("DOMParser") ? text : undefined),
});
