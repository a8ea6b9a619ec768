// What visitors drop: page and validator are tried with it during the build, see the crate `wasm-parts`.

const locs = ["http://shop.tidepool.page/", "https://shop.tidepool.page/a?b=1&c=2", " https://shop.tidepool.page/a b ", "/about", "www.tidepool.page/é", "https://tidepool.page/#top", "https://shop.tidepool.page/<b>", "https://shop.tidepool.page/", ""];
const dates = ["2024-13-01", "2024-2-3", "03/04/2024", "2024-05-06 07:08:09", "2024-05-06T07:08:09", "2024-05-06T07:08:09+01:00", "2024-05-06T07:08:09.123Z", "20240506", "2124-05-06", "", "yesterday"];
const frequencies = ["Weekly", "dayly", "biweekly", "", "every week"];
const priorities = ["2", "1.5", "0,5", "-0.1", "high", ".5", "50%", "", "0.80"];
const entries = [
  ...locs.map((loc) => `<loc>${loc}</loc>`),
  ...dates.map((date) => `<loc>https://shop.tidepool.page/d/${date.length}</loc><lastmod>${date}</lastmod>`),
  ...frequencies.map((value) => `<loc>https://shop.tidepool.page/f/${value.length}</loc><changefreq>${value}</changefreq>`),
  ...priorities.map((value) => `<loc>https://shop.tidepool.page/p/${value.length}</loc><priority>${value}</priority>`),
  ...["Shoes", "Boots &amp; shoes"].map((title, index) => {
    const place = `https://shop.tidepool.page/i/${index}`;
    return `<loc>${place}</loc>\n<image:image><image:loc>${place}.jpg</image:loc><image:title>${title}</image:title></image:image>`;
  }),
  ...["en", "fr-ca"].map((language) => {
    const link = (code) => `<xhtml:link rel="alternate" hreflang="${code}" href="https://shop.tidepool.page/${code}"/>`;
    return `<loc>https://shop.tidepool.page/${language}</loc>\n${["en", "fr-ca", "x-default"].map(link).join("\n")}`;
  }),
];
const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const urls = entries.map((entry) => `<url>${entry}</url>`).join("\n");

/** A file with the problems that sitemaps have most often. */
export const usual = `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="/sitemap.xsl"?>\n<!-- made by a plugin -->\n<urlset ${namespaces}>\n${urls}\n</urlset>\n<!-- in 0.1 seconds -->`;
