// Runs before the first paint, so that a page in the chosen theme does not flash in the other one.
try {
  const theme = localStorage.getItem("sitemap-validator.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch {
  // No storage in this context: the system's setting decides.
}
