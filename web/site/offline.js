// Registers the service worker, and offers new versions.
const script = new URL(`${document.documentElement.dataset.root ?? "./"}sw.js`, document.baseURI).href;
const build = document.querySelector("meta[name=build]").content;
const texts = {
  en: ["A new version is available.", "Reload"],
  fr: ["Une nouvelle version est disponible.", "Recharger"],
  es: ["Hay una versión nueva.", "Recargar"],
};

const offer = (registration) => {
  if (document.getElementById("update")) return;
  const [sentence, label] = texts[document.documentElement.lang] ?? texts.en;
  const bar = document.createElement("p");
  bar.id = "update";
  bar.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", () => {
    const next = registration.waiting;
    // Another tab has already activated the new version.
    if (!next) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take-over");
  });
  bar.append(sentence, " ", button);
  document.body.append(bar);
};

/** Sends the page's build to a service worker. Resolves with whether it has the same build; old workers do not answer. */
const tell = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ build }, [port2]);
  });

export const keep = async () => {
  if (!("serviceWorker" in navigator) || document.querySelector("meta[name=offline]")) return;
  try {
    const registration = await navigator.serviceWorker.register(script);
    // A worker of the page's own build needs no offer: it takes over when no tab with another build is open.
    const meet = async (worker) => {
      // Initially, the service worker of another copy of the site may control this page.
      if (worker?.scriptURL === script && !(await tell(worker))) offer(registration);
    };
    const watch = (worker) =>
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") meet(worker);
      });
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    // If another tab activates a new version, it also controls this page, which may still be the old one.
    navigator.serviceWorker.addEventListener("controllerchange", () => meet(navigator.serviceWorker.controller));
    navigator.serviceWorker.addEventListener("message", ({ source }) => tell(source));
    if (!registration.active) return;
    // Pages are loaded from the network first, so this page may be newer than every worker: fetch its worker.
    const late = new Promise((resolve) => setTimeout(resolve, 3000, false));
    const same = await Promise.race([tell(registration.active), late]);
    if (same && !registration.waiting) return;
    const isNewest = await registration.update().then(() => true, () => false);
    if (registration.installing) return;
    // One at work that is of another build, and the newest there is, came to work before this page listened.
    await meet(registration.waiting ?? (isNewest ? registration.active : undefined));
  } catch (error) {
    // Service workers are blocked, for example in some frames. The page works without them.
    console.info("The page is not kept for offline use:", error.message);
  }
};
