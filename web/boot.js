// Starts the app. Trunk would use an inline script, which the page's Content-Security-Policy forbids.
const loading = document.getElementById("loading");
const script = document.querySelector("script[data-js][data-wasm]");

// In the widget, reports to the host page that the frame is loading, or why it failed.
const tell = (said) => {
  if ("embed" in document.documentElement.dataset && parent !== window) parent.postMessage({ "sitemap-validator": 1, ...said }, "*");
};
tell({ type: "loading" });

// The app, which contains all other translations, is not loaded yet.
const words = {
  en: ["Loading the validator", "The validator could not be loaded. Check the connection and reload the page.", "The page stopped working. Reload it to go on."],
  fr: ["Chargement du validateur", "Le validateur n’a pas pu être chargé. Vérifiez la connexion et rechargez la page.", "La page a cessé de fonctionner. Rechargez-la pour continuer."],
  es: ["Cargando el validador", "No se pudo cargar el validador. Compruebe la conexión y recargue la página.", "La página dejó de funcionar. Recárguela para continuar."],
};
const wanted = [/[#&]lang=(\w+)/.exec(location.hash)?.[1], document.documentElement.lang.replace("en", ""), kept(), ...navigator.languages];
const language = wanted.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(words, tag)) ?? "en";
loading.lang = language;
loading.textContent = words[language][0];

function kept() {
  // In the widget, the host page sets the language.
  if ("embed" in document.documentElement.dataset) return;
  try {
    return localStorage.getItem("sitemap-validator.language");
  } catch {
    // No storage in this context.
  }
}

// After an exception the app cannot render. Ignore errors of other scripts, such as browser extensions.
const address = (name) => new URL(script.dataset[name], document.baseURI).href;
const stopped = (error) => {
  if (!(error instanceof WebAssembly.RuntimeError || error?.stack?.includes(address("js"))) || document.getElementById("stopped")) return;
  const message = `${words[language][2]} (${error.message.split("\n")[0].slice(0, 200)})`;
  const alert = Object.assign(document.createElement("p"), { id: "stopped", className: "trouble", role: "alert", lang: language, textContent: message });
  document.getElementById("app").before(alert);
  tell({ type: "error", name: "Error", message });
};
addEventListener("error", ({ error }) => stopped(error));
addEventListener("unhandledrejection", ({ reason }) => reason instanceof WebAssembly.RuntimeError && stopped(reason));

// Show the loading message only if loading takes a while.
const slow = setTimeout(() => (loading.hidden = false), 400);

try {
  const app = await import(address("js"));
  await app.default({ module_or_path: address("wasm") });
  // Register for offline use once the app has loaded and the browser is idle.
  const idle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 2000));
  if (script.dataset.offline) idle(async () => (await import(address("offline"))).keep());
} catch (error) {
  loading.hidden = false;
  loading.textContent = words[language][1];
  console.error(error);
  tell({ type: "error", name: "Error", message: words[language][1] });
} finally {
  clearTimeout(slow);
}
