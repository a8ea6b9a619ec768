// Makes the page usable before the app has loaded: the first view is part of the document. What visitors drop, paste,
// type, pick and press is kept, and repeated in the app, which draws the same view.
{
  const page = document.documentElement;
  const isFrame = "embed" in page.dataset;
  const listening = new AbortController();
  const on = (event, act) => addEventListener(event, act, { signal: listening.signal });

  // What the host page asks of a frame; the app reads it too.
  if (isFrame) {
    for (const option of ["compact", "scroll"]) {
      page.toggleAttribute(`data-${option}`, new RegExp(`[#&]${option}=(1|true|on)(&|$)`, "i").test(location.hash));
    }
  }

  /** The languages that the visitor prefers, best first; the host page sets that of a frame. */
  const tags = () => [
    /[#&]lang=(\w+)/.exec(location.hash)?.[1],
    page.lang === "en" ? "" : page.lang,
    isFrame ? "" : stored("language"),
    ...navigator.languages,
  ];

  // Drops and pastes. Their content can only be read during the event, and the browser would open an unhandled file in
  // place of the page.
  const kept = [];
  const keep = (event) => {
    const field = event.target.closest?.("textarea, input");
    const data = event.dataTransfer ?? event.clipboardData;
    if (event.type.startsWith("drag")) {
      if (!field || data?.types.includes("Files")) event.preventDefault();
      return;
    }
    if (!data) return;
    const thing = { files: [], folders: [], text: data.getData("text/plain") || data.getData("text/uri-list") };
    for (const item of data.items) {
      const entry = item.kind === "file" ? item.webkitGetAsEntry?.() : undefined;
      if (entry?.isDirectory) thing.folders.push(entry);
      else if (item.kind === "file") thing.files.push(item.getAsFile());
    }
    // A field takes a text itself, unless it is long.
    const limit = document.getElementById("text")?.dataset.limit;
    if (field && !thing.files.length && !thing.folders.length && thing.text.length <= limit) return;
    event.preventDefault();
    kept.push(thing);
    wait();
  };
  for (const event of ["dragenter", "dragover", "drop", "paste"]) on(event, keep);

  // The controls: fields keep their state themselves.
  const controls = () => [...document.querySelectorAll(":is(#tools, #app) :is(a, button, input, select, textarea, details, summary)")];
  const pressed = [];
  on("click", ({ target }) => {
    const button = target.closest?.("button:not(#theme)");
    const picker = button?.nextElementSibling;
    if (picker?.type === "file") return picker.click();
    const index = controls().indexOf(button);
    if (index < 0) return;
    pressed.push(index);
    wait();
  });
  // Browsers also restore fields, which nobody has changed.
  const changed = new Set();
  for (const event of ["input", "change"]) {
    on(event, ({ target }) => {
      changed.add(target);
      if (target.id === "text" || target.type === "file") wait();
    });
  }

  /** Tells the visitor that the check begins later. */
  function wait() {
    const loading = document.getElementById("loading");
    if (!loading) return;
    document.querySelector(".drop").after(loading);
    loading.hidden = false;
  }

  /** The controls before others replace them, and which of them has the focus. */
  let before = [];
  let focused = -1;
  function remember() {
    before = controls();
    focused = before.indexOf(document.activeElement);
  }

  function repeat(then, now) {
    if (then.type === "file") {
      const pick = () => {
        const field = document.querySelector("#app input[name=files]");
        if (!field || !then.files.length) return;
        field.files = then.files;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      };
      pick();
      // The dialog may still be open.
      then.addEventListener("change", pick);
    } else if (then.localName === "details") {
      now.open = then.open;
    } else if (!changed.has(then)) {
      return;
    } else if (then.type === "checkbox") {
      if (then.checked !== now.checked) now.click();
    } else {
      now.value = then.value;
      now.dispatchEvent(new Event(then.localName === "select" ? "change" : "input", { bubbles: true }));
    }
  }

  /** Puts the state of the controls into those that have replaced them, and returns these. */
  function repeatAll() {
    const after = controls();
    if (after.length !== before.length) return;
    before.forEach((then, index) => then.localName === "button" || repeat(then, after[index]));
    const field = after[focused];
    field?.focus({ preventScroll: true });
    if (field?.localName === "textarea") {
      field.setSelectionRange(before[focused].selectionStart, before[focused].selectionEnd);
      field.scrollTop = before[focused].scrollTop;
    }
    return after;
  }

  /** Puts the texts around the app into a language: those of a frame are in its templates, those of the page in a file. */
  async function speak(language) {
    if (page.lang === language) return;
    page.lang = language;
    if (isFrame) {
      const { heading } = document.querySelector(`template[lang=${language}]`).dataset;
      document.title = document.querySelector("h1").textContent = heading;
      return;
    }
    const root = page.dataset.root ?? "./";
    // The English texts are those of the start page itself.
    const response = await fetch(language === "en" ? root : `${root}about/${language}.html`).catch(() => null);
    // Another language may have been chosen meanwhile.
    if (!response?.ok || page.lang !== language) return;
    const texts = new DOMParser().parseFromString(await response.text(), "text/html");
    document.title = texts.title;
    for (const place of ["h1", ".promise", ".about"]) {
      const [here, there] = [document.querySelector(place), texts.querySelector(place)];
      // Links in these texts are relative to the root of the site.
      for (const link of there?.querySelectorAll("a") ?? []) {
        link.href = new URL(link.getAttribute("href"), new URL(root, document.baseURI)).href;
      }
      if (here && there) here.replaceChildren(...there.childNodes);
    }
  }

  // As soon as the document is there, and before the app starts.
  document.addEventListener("readystatechange", () => {
    page.toggleAttribute("data-fetches", Boolean(document.querySelector("meta[name=fetch-endpoint]")));
    const known = [...document.querySelectorAll("template, #tools option")].map(({ lang, value }) => lang || value);
    const language = tags().map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag) => known.includes(tag)) ?? "en";
    if (language === page.lang) return;
    const template = document.querySelector(`template[lang=${language}]`);
    // Without one, the app changes the language once it has loaded.
    if (!template) return;
    const [tools, app] = template.content.children;
    const waits = document.getElementById("loading")?.hidden === false;
    remember();
    document.getElementById("tools")?.replaceChildren(...tools.childNodes);
    document.getElementById("app").replaceChildren(...app.childNodes);
    repeatAll();
    if (waits) wait();
    speak(language);
  }, { once: true });

  globalThis.early = {
    speak,
    pause() {
      remember();
      // The app only replaces the contents of its own element.
      document.getElementById("tools")?.replaceChildren();
    },
    end() {
      listening.abort();
      queueMicrotask(() => {
        const after = repeatAll();
        for (const index of after ? pressed : []) after[index].click();
      });
      return kept;
    },
  };
}
