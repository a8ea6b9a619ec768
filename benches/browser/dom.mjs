// What a page does that checks sitemaps with what the browser has: DOMParser, URL and a few comparisons.

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/;
const FREQUENCIES = new Set(["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]);

/** How many URLs there are, and what is wrong with them. */
export function checkWithDom(text) {
  const problems = [];
  const tree = new DOMParser().parseFromString(text, "application/xml");
  const broken = tree.querySelector("parsererror");
  if (broken) return { urls: 0, problems: [broken.textContent] };
  const root = tree.documentElement;
  if (root.localName !== "urlset" || root.namespaceURI !== NAMESPACE) problems.push("the root is no urlset");
  const seen = new Set();
  let urls = 0;
  for (let entry = root.firstElementChild; entry; entry = entry.nextElementSibling) {
    if (entry.localName !== "url") continue;
    urls += 1;
    let loc = null;
    for (let child = entry.firstElementChild; child; child = child.nextElementSibling) {
      // Extensions are left to themselves.
      if (child.namespaceURI !== NAMESPACE) continue;
      const value = child.textContent.trim();
      switch (child.localName) {
        case "loc":
          loc = value;
          break;
        case "lastmod":
          if (!DATE.test(value)) problems.push(`entry ${urls}: ${value} is no date`);
          break;
        case "changefreq":
          if (!FREQUENCIES.has(value)) problems.push(`entry ${urls}: ${value} is no frequency`);
          break;
        case "priority": {
          const number = Number(value);
          if (!(value !== "" && number >= 0 && number <= 1)) problems.push(`entry ${urls}: ${value} is no priority`);
          break;
        }
        default:
          problems.push(`entry ${urls}: ${child.localName} is unknown`);
      }
    }
    checkLoc(loc, urls, seen, problems);
  }
  if (urls > 50_000) problems.push(`${urls} URLs are too many`);
  return { urls, problems };
}

function checkLoc(loc, entry, seen, problems) {
  if (!loc) {
    problems.push(`entry ${entry}: there is no URL`);
    return;
  }
  try {
    const { protocol } = new URL(loc);
    if (protocol !== "https:" && protocol !== "http:") problems.push(`entry ${entry}: ${protocol} is no web address`);
  } catch {
    problems.push(`entry ${entry}: ${loc} is no URL`);
  }
  if (/\s/.test(loc)) problems.push(`entry ${entry}: ${loc} has a blank`);
  if (loc.length > 2048) problems.push(`entry ${entry}: the URL is too long`);
  if (seen.has(loc)) problems.push(`entry ${entry}: ${loc} is there twice`);
  seen.add(loc);
}
