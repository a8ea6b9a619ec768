// Has the browser keep the app, and says when there is a new version.
const root = document.documentElement.dataset.root ?? "./";
const texts = {
  en: ["A new version is there.", "Reload"],
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
    // Another tab was first, and the new version is at work.
    if (!next) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    next.postMessage("take-over");
  });
  bar.append(sentence, " ", button);
  document.body.append(bar);
};

/** The build a service worker is of; none of one that does not answer. */
const buildOf = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    worker.postMessage("build", [port2]);
    setTimeout(resolve, 3000);
  });

export const keep = async () => {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`);
    let controlled = Boolean(navigator.serviceWorker.controller);
    const { content: ours } = document.querySelector("meta[name=build]");
    // Pages come from the network: this one may be of the new version already.
    const news = async (worker) => {
      if ((await buildOf(worker)) !== ours) offer(registration);
      else if (worker === registration.waiting) worker.postMessage("take-over");
    };
    const watch = (worker) =>
      worker?.addEventListener("statechange", () => {
        // Without a page that is controlled it is the first visit: nothing is new.
        if (worker.state === "installed" && navigator.serviceWorker.controller) news(worker);
      });
    if (registration.waiting && navigator.serviceWorker.controller) news(registration.waiting);
    watch(registration.installing);
    // A new version that another tab asked for is at work here too; the page itself is still the old one.
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (controlled) news(navigator.serviceWorker.controller);
      controlled = true;
    });
    registration.active?.postMessage("started");
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch (error) {
    // Not allowed here, as in some frames: the page works without.
    console.info("The page is not kept for offline use:", error.message);
  }
};
