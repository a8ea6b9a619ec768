export default function (config) {
  config.addCollection("listed", (pages) => pages.getAll().filter(({ url }) => url?.endsWith("/")));
  return { dir: { input: "pages", includes: "../layouts" } };
}
