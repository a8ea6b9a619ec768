// What somebody would put into a sitemap to have it run in the page that shows it. Each calls `ran`.

export const PAYLOADS = [
  `<script>ran(1)</script>`,
  `"><script>ran(2)</script>`,
  `<img src=x onerror=ran(3)>`,
  `'"><img src=x onerror=ran(4)>`,
  `<svg onload=ran(5)>`,
  `<svg><script>ran(6)</script></svg>`,
  `<iframe srcdoc="<script>parent.ran(7)</script>"></iframe>`,
  `<a href="javascript:ran(8)">x</a>`,
  `javascript:ran(9)`,
  `javascript:ran(10)//https://shop.tidepool.page/`,
  `data:text/html,<script>ran(11)</script>`,
  `</textarea><script>ran(12)</script>`,
  `</style><script>ran(13)</script>`,
  `</title><script>ran(14)</script>`,
  `--><script>ran(15)</script>`,
  `]]><script>ran(16)</script>`,
  `<details open ontoggle=ran(17)>`,
  `<input autofocus onfocus=ran(18)>`,
  `<math><mtext><img src=x onerror=ran(19)></mtext></math>`,
  `&lt;img src=x onerror=ran(20)&gt;`,
  `&#60;script&#62;ran(21)&#60;/script&#62;`,
  `%3Cscript%3Eran(22)%3C/script%3E`,
  `\`onmouseover=ran(23)\``,
  `" onfocus="ran(24)" autofocus="`,
  `{{constructor.constructor('ran(25)')()}}`,
  `\${ran(26)}`,
  `[x](javascript:ran(27))`,
  `![x](x"onerror="ran(28))`,
  `=cmd|' /C calc'!A0`,
  `\u202E<script>ran(30)</script>`,
];

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A sitemap with each of them raw, escaped, in CDATA, in names and attributes. Little of it is right. */
export const hostileSitemap = () =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n` +
  PAYLOADS.map(
    (payload) =>
      `<url><loc>${payload}</loc><lastmod>${payload}</lastmod></url>\n` +
      `<url><loc>https://shop.tidepool.page/${escaped(payload)}</loc><priority>${escaped(payload)}</priority><changefreq><![CDATA[${payload}]]></changefreq>` +
      `<news:news><news:title>${escaped(payload)}</news:title></news:news><image:image><image:loc>${escaped(payload)}</image:loc></image:image></url>\n` +
      `<url ${payload.replaceAll("<", "")}="1"><${payload.replaceAll(/[<>\s]/g, "")}>x</url>\n`,
  ).join("") +
  "</urlset>\n";

/** For `before`: keeps account of what ran, in the page and in its frames. */
export const watched = async (page) => {
  page.on("dialog", (dialog) => dialog.dismiss());
  await page.context().addInitScript(() => {
    window.hits = [];
    window.ran = (which) => window.hits.push(which);
    for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.hits.push(name);
  });
};

/** What ran, and what markup came of the payloads, in a document. */
export const traces = (frame) =>
  frame.evaluate(() => ({
    ran: window.hits,
    made: [...document.querySelectorAll("#app script, #app img, #app iframe, #app math, #app [onerror], #app [onload], #app [onfocus], #app [ontoggle], main [onerror], main [onmouseover]")].map((one) => one.outerHTML),
    links: [...document.querySelectorAll("a[href]")].map((link) => link.href).filter((href) => !/^https?:|^blob:/.test(href)),
  }));

export const NOTHING = { ran: [], made: [], links: [] };
