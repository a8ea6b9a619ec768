// Has the browser keep the app, and says when there is a new version.
const script = new URL(`${document.documentElement.dataset.root ?? "./"}sw.js`, document.baseURI).href;
const build = document.querySelector("meta[name=build]").content;
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

/** Tells a worker which build the page is of; whether the worker is of the same. One from long ago does not answer. */
const tell = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ build }, [port2]);
  });

export const keep = async () => {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(script);
    // A worker of the page's own build is no news: it takes over by itself when no tab from before is open.
    const meet = async (worker) => {
      // At first, the worker of another copy of the site may answer for this one.
      if (worker?.scriptURL === script && !(await tell(worker))) offer(registration);
    };
    const watch = (worker) =>
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") meet(worker);
      });
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    // A new version that another tab asked for is at work here too; the page itself may still be the old one.
    navigator.serviceWorker.addEventListener("controllerchange", () => meet(navigator.serviceWorker.controller));
    navigator.serviceWorker.addEventListener("message", ({ source }) => tell(source));
    if (!registration.active) return;
    // Pages come from the network: this one may be newer than any worker here, and its own is then to be fetched.
    const late = new Promise((resolve) => setTimeout(resolve, 3000, false));
    const same = await Promise.race([tell(registration.active), late]);
    if (!same || registration.waiting) await registration.update().catch(() => {});
    if (!registration.installing) await meet(registration.waiting);
  } catch (error) {
    // Not allowed here, as in some frames: the page works without.
    console.info("The page is not kept for offline use:", error.message);
  }
};
