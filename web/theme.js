// Sets the chosen theme before the first paint, so that the other theme does not flash.
{
  const page = document.documentElement;
  const chosen = () => {
    // In the widget, the host page sets the theme in the frame's URL.
    if ("embed" in page.dataset) return /[#&]theme=(\w+)/.exec(location.hash)?.[1];
    try {
      return localStorage.getItem("sitemap-validator.theme");
    } catch {
      // No storage in this context: use the system setting.
    }
  };
  const theme = chosen();
  if (theme === "dark" || theme === "light") page.dataset.theme = theme;
}

// The page's only Trusted Types policy; browsers apply the policy named `default` automatically. Returning undefined rejects.
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (new URL(url, document.baseURI).origin === location.origin ? url : undefined),
  // DOMParser does not run scripts. All other conversions of text to HTML are rejected.
  createHTML: (text, type, sink) => (sink.startsWith("DOMParser") ? text : undefined),
});
