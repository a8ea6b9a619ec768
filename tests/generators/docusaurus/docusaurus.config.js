export default {
  title: "Tidepool",
  url: "https://shop.tidepool.page",
  baseUrl: "/",
  trailingSlash: true,
  presets: [
    [
      "classic",
      {
        docs: { routeBasePath: "/" },
        blog: false,
        pages: false,
        sitemap: { lastmod: "date", changefreq: null, priority: null },
      },
    ],
  ],
};
