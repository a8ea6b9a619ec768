// Starts the app. Trunk would do this inline, which the page's security policy forbids.
const loading = document.getElementById("loading");
const script = document.querySelector("script[data-js][data-wasm]");

// A file dropped before the app can take it must not replace the page.
const starting = new AbortController();
for (const event of ["dragover", "drop"]) {
  addEventListener(event, (drag) => drag.preventDefault(), { signal: starting.signal });
}

// The site around a frame is told that it is there, and what became of it.
const tell = (said) => {
  if ("embed" in document.documentElement.dataset && parent !== window) parent.postMessage({ "sitemap-validator": 1, ...said }, "*");
};
tell({ type: "loading" });

// The app is not there to say it in the visitor's language.
const words = {
  en: ["Loading the validator", "The validator could not be loaded. Check the connection and reload the page."],
  fr: ["Chargement du validateur", "Le validateur n’a pas pu être chargé. Vérifiez la connexion et rechargez la page."],
  es: ["Cargando el validador", "No se pudo cargar el validador. Compruebe la conexión y recargue la página."],
};
const wanted = [/[#&]lang=(\w+)/.exec(location.hash)?.[1], document.documentElement.lang.replace("en", ""), kept(), ...navigator.languages];
const language = wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(words, tag)) ?? "en";
loading.lang = language;
loading.textContent = words[language][0];

function kept() {
  // In a frame of another site, that site has the say.
  if ("embed" in document.documentElement.dataset) return;
  try {
    return localStorage.getItem("sitemap-validator.language");
  } catch {
    // No storage in this context.
  }
}

// Only who waits needs to be told.
const slow = setTimeout(() => (loading.hidden = false), 400);

try {
  const at = (name) => new URL(script.dataset[name], document.baseURI).href;
  const app = await import(at("js"));
  await app.default({ module_or_path: at("wasm") });
  starting.abort();
  // Once everything is there, and not in its way: what is needed without a network.
  const idle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 2000));
  if (script.dataset.offline) idle(async () => (await import(at("offline"))).keep());
} catch (error) {
  loading.hidden = false;
  loading.textContent = words[language][1];
  console.error(error);
  tell({ type: "error", name: "Error", message: words[language][1] });
} finally {
  clearTimeout(slow);
}
