// Validates options, and converts them to the worker's settings.

const PROFILES = ["sitemaps.org", "google", "bing", "yandex", "baidu", "legacy"];
const LANGUAGES = ["en", "es", "fr"];

// For each option: a description of valid values, and a test.
const flag = ["true or false", (value) => typeof value === "boolean"];
const url = ["a URL that begins with http:// or https://", isAddress];
const callback = ["a function", (value) => typeof value === "function"];
const isHost = (value) => isName(value) && !/\p{Surrogate}/u.test(value);
const isFolder = ({ files, read }) => Array.isArray(files) && files.every(isName) && typeof read === "function";
const FILE = {
  name: ["a text that is not empty", isName],
  url,
  base: url,
};
const CHECK = {
  profile: [
    `an array of these names: ${PROFILES.join(", ")}`,
    (value) => Array.isArray(value) && value.every((name) => PROFILES.includes(name)),
  ],
  pedantic: flag,
  strictSchema: flag,
  searchConsole: flag,
  verifiedHosts: ["an array of host names", (value) => Array.isArray(value) && value.every(isHost)],
  now: ["a Date, a number of milliseconds since 1970, or null", (value) => value === null || isMoment(value)],
  lang: [`one of these: ${LANGUAGES.join(", ")}`, (value) => LANGUAGES.includes(value)],
  signal: ["an AbortSignal", (value) => typeof value?.addEventListener === "function" && "aborted" in value],
  timeout: ["a number of milliseconds above 0", (value) => typeof value === "number" && value > 0],
  onProgress: callback,
};
const SITE = {
  fetch: callback,
  headers: ["an object of header fields, or a Headers object", isHeader],
  allowPrivate: flag,
};
/** The formats of a comparison, with their names in the worker. */
export const FORMATS = {
  json: "json",
  html: "html",
  markdown: "markdown",
  csv: "rows",
  netlify: { redirects: "netlify" },
  nginx: { redirects: "nginx" },
  apache: { redirects: "apache" },
};
const OPTIONS = {
  compare: {
    format: [`one of these: ${Object.keys(FORMATS).join(", ")}`, (value) => Object.hasOwn(FORMATS, value)],
    lang: CHECK.lang,
    signal: CHECK.signal,
    timeout: CHECK.timeout,
  },
  validate: { ...FILE, ...CHECK, pages: ["an object { files, read }", (value) => value !== null && isFolder(value)] },
  validateSite: { ...CHECK, ...SITE },
};

/** Returns true for a valid file name. */
export function isName(value) {
  return typeof value === "string" && value !== "";
}

/** Returns true for an http or https URL, as a string or a `URL`. */
export function isAddress(value) {
  return (typeof value === "string" || value instanceof URL) && /^https?:\/\/[^\s/?#]\S*$/i.test(String(value));
}

/** Returns true for an http or https URL that can be requested. */
export function isUrl(value) {
  return isAddress(value) && URL.canParse(String(value));
}

function isHeader(value) {
  try {
    return typeof value === "object" && new Headers(value) instanceof Headers;
  } catch {
    return false;
  }
}

function isMoment(value) {
  return (typeof value === "number" || value instanceof Date) && Number.isSafeInteger(Math.trunc(Number(value)));
}

/** Returns the options of `method` that are set. Throws a `TypeError` for invalid ones. `several` forbids `name` and `url`. */
export function understood(method, options, several = false) {
  if (options === null || typeof options !== "object") throw new TypeError(`The options of \`${method}\` are not an object.`);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!Object.hasOwn(OPTIONS[method], name)) {
      const known = Object.keys(OPTIONS[method]).join(", ");
      throw new TypeError(`\`${name}\` is no option of \`${method}\`; there are ${known}.`);
    }
    const [what, fits] = OPTIONS[method][name];
    if (!fits(value)) throw new TypeError(`The option \`${name}\` has to be ${what}.`);
    if (several && (name === "name" || name === "url")) {
      throw new TypeError(`The option \`${name}\` is for one input; of several each has its own: { name, content, url }.`);
    }
  }
  return Object.fromEntries(given);
}

/** Returns the worker's settings. */
export function settings({ now = Date.now(), lang = "en", base, ...options }) {
  return {
    // An empty array means the default profile to the worker.
    profile: options.profile ? ["sitemaps.org", ...options.profile] : [],
    pedantic: options.pedantic ?? false,
    strictSchema: options.strictSchema ?? false,
    searchConsole: options.searchConsole ?? false,
    verifiedHosts: [...(options.verifiedHosts ?? [])],
    base: base === undefined ? null : String(base),
    now: now === null ? null : Math.trunc(Number(now)),
    lang: lang === "en" ? "" : lang,
  };
}
