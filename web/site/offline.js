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

export const keep = async () => {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(`${root}sw.js`);
    let controlled = Boolean(navigator.serviceWorker.controller);
    const watch = (worker) =>
      worker?.addEventListener("statechange", () => {
        // Without a page that is controlled it is the first visit: nothing is new.
        if (worker.state === "installed" && navigator.serviceWorker.controller) offer(registration);
      });
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration);
    watch(registration.installing);
    // A new version that another tab asked for is at work here too; the page itself is still the old one.
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (controlled) offer(registration);
      controlled = true;
    });
    registration.active?.postMessage("started");
    registration.addEventListener("updatefound", () => watch(registration.installing));
  } catch (error) {
    // Not allowed here, as in some frames: the page works without.
    console.info("The page is not kept for offline use:", error.message);
  }
};
