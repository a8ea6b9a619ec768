import { dispose, validate, validateSite, version } from "sitemap-validator";

// The tests call it from here.
Object.assign(globalThis, { dispose, validate, validateSite, version });
