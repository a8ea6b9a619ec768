// Sets the chosen theme before the first paint, so that the other theme does not flash, and handles the theme's button.
{
  const page = document.documentElement;
  const key = "sitemap-validator.theme";
  const chosen = () => {
    // In the widget, the host page sets the theme in the frame's URL.
    if ("embed" in page.dataset) return /[#&]theme=(\w+)/.exec(location.hash)?.[1];
    try {
      return localStorage.getItem(key);
    } catch {
      // No storage in this context: use the system setting.
    }
  };
  const theme = chosen();
  if (theme === "dark" || theme === "light") page.dataset.theme = theme;

  addEventListener("click", ({ target }) => {
    if (!target.closest?.("#theme")) return;
    const isDark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem(key, page.dataset.theme);
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
