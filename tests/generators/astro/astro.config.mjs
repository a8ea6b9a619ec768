import sitemap from "@astrojs/sitemap";
import { defineConfig } from "astro/config";

export default defineConfig({
  cacheDir: ".astro",
  vite: { cacheDir: ".astro/vite" },
  site: "https://shop.tidepool.page",
  integrations: [sitemap({ lastmod: new Date(process.env.SOURCE_DATE_EPOCH * 1000) })],
});
