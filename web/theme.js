// Runs before the first paint, so that a page in the chosen theme does not flash in the other one.
{
  const page = document.documentElement;
  const chosen = () => {
    // In a frame of another site, that site says it in the frame's address.
    if ("embed" in page.dataset) return /[#&]theme=(\w+)/.exec(location.hash)?.[1];
    try {
      return localStorage.getItem("sitemap-validator.theme");
    } catch {
      // No storage in this context: the system's setting decides.
    }
  };
  const theme = chosen();
  if (theme === "dark" || theme === "light") page.dataset.theme = theme;
}
