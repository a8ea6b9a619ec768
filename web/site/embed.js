// <sitemap-validator>: the validator in a frame of its own site. docs/widget.md says what it takes and what it tells.
(() => {
  const NAME = "sitemap-validator";
  if (customElements.get(NAME)) return;
  const script = document.currentScript ?? document.querySelector('script[src*="embed.js"]');
  const page = new URL("embed.html", script.src);
  const OPTIONS = ["theme", "accent", "compact", "lang", "profile", "pedantic", "strict", "sitemap-url", "height", "title"];
  const FLAGS = ["compact", "pedantic", "strict"];
  const TITLES = { fr: "Validateur de sitemaps", es: "Validador de sitemaps" };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;height:480px;border:0}");

  // Leaves no trace of a request that nobody waits for.
  const quiet = (promise) => (promise.catch(() => {}), promise);
  const failure = (name, message) => new DOMException(message, name);

  customElements.define(
    NAME,
    class extends HTMLElement {
      static observedAttributes = OPTIONS;
      #frame;
      #ready;
      #open;
      #last = 0;
      #size = 0;
      #up = false;
      #waiting = new Map();
      #hear = (event) => this.#message(event);

      connectedCallback() {
        const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [sheet];
        this.#size = 0;
        this.#up = false;
        this.#ready = new Promise((open) => (this.#open = open));
        const frame = (this.#frame = document.createElement("iframe"));
        frame.loading = "lazy";
        frame.referrerPolicy = "no-referrer";
        frame.allow = "clipboard-write";
        // Of an origin of its own anyway; this keeps it from leading the visitor away.
        frame.sandbox = "allow-scripts allow-same-origin allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox";
        frame.src = `${page}#${this.#options()}`;
        this.#fit();
        addEventListener("message", this.#hear);
        root.replaceChildren(frame);
      }

      disconnectedCallback() {
        removeEventListener("message", this.#hear);
        this.#frame.remove();
        this.#end(failure("AbortError", "The element was removed"));
      }

      attributeChangedCallback() {
        if (!this.#frame?.isConnected) return;
        this.#fit();
        this.#ready.then(() => this.#post({ type: "options", options: this.#options() }));
      }

      /** Checks a text or a file; resolves with the summary that the event `result` has as well. */
      validate(input, name) {
        if (typeof input !== "string" && !(input instanceof Blob)) {
          return Promise.reject(new TypeError("validate() takes a string, a Blob or a File"));
        }
        this.#end(failure("AbortError", "Something else is checked"));
        return this.#ask({ type: "validate", input, name: String(name ?? input.name ?? "") || undefined });
      }

      /** The whole report on what was checked last. */
      async report() {
        const { report } = await this.#ask({ type: "report" });
        return JSON.parse(typeof report === "string" ? report : await report.text());
      }

      /** Back to the empty page. */
      reset() {
        this.#end(failure("AbortError", "It was reset"));
        this.#ready?.then(() => this.#post({ type: "reset" }));
      }

      #ask(message) {
        if (!this.isConnected) return Promise.reject(failure("InvalidStateError", "The element is in no document"));
        const id = ++this.#last;
        const { promise, ...ends } = Promise.withResolvers?.() ?? resolvers();
        this.#waiting.set(id, ends);
        // Whoever asks is not to wait until the frame comes into view.
        this.#frame.loading = "eager";
        this.#ready.then(() => this.#post({ ...message, id }));
        return quiet(promise);
      }

      #end(reason) {
        for (const { reject } of this.#waiting.values()) reject(reason);
        this.#waiting.clear();
      }

      #post(message) {
        this.#frame.contentWindow?.postMessage({ [NAME]: 1, ...message }, page.origin);
      }

      #message({ source, origin, data }) {
        if (source !== this.#frame.contentWindow || origin !== page.origin || data?.[NAME] !== 1) return;
        const { type, id, summary, name, message, height } = data;
        const waiting = this.#waiting.get(id);
        const tell = (detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
        const settle = (end) => this.#waiting.delete(id) && end();
        switch (type) {
          case "ready":
            // Whatever was asked of a frame that was loaded anew is lost.
            if (this.#up) this.#end(failure("AbortError", "The frame was loaded anew"));
            this.#up = true;
            this.#post({ type: "options", options: this.#options() });
            this.#open();
            return tell();
          case "size":
            if (height > 0) this.#size = Math.min(Math.ceil(height), 20000);
            return this.#fit();
          case "progress":
            return tell({ done: data.done, total: data.total, entries: data.entries });
          case "result":
            settle(() => waiting.resolve(summary));
            return tell(summary);
          case "report":
            return settle(() =>
              data.report == null ? waiting.reject(failure("InvalidStateError", "Nothing was checked")) : waiting.resolve(data),
            );
          case "error":
            settle(() => waiting.reject(failure(name, message)));
            // One without a request's number, not even none, is of a frame that never came up.
            if (id === undefined) this.#end(failure(name, message));
            return name === "AbortError" || tell({ name, message });
        }
      }

      /** The height asked for in pixels; none when the frame is as high as its content. */
      #height() {
        const height = parseInt(this.getAttribute("height"), 10);
        return height > 0 && height;
      }

      #fit() {
        const height = this.#height() || this.#size;
        this.#frame.style.height = height ? `${height}px` : "";
        this.#frame.title = this.#value("title") || TITLES[this.#lang()?.slice(0, 2)] || "Sitemap validator";
      }

      /** What an attribute says. React takes `lang` and `title` away by writing these words. */
      #value(name) {
        const value = this.getAttribute(name);
        return value === "undefined" || value === "null" ? "" : value;
      }

      /** Without a language of its own it speaks that of the text around it. */
      #lang() {
        return this.#value("lang") || this.parentElement?.closest("[lang]")?.lang;
      }

      /** The options as the frame's address has them. */
      #options() {
        const options = new URLSearchParams();
        for (const name of OPTIONS) {
          let value = name === "lang" ? this.#lang() : this.#value(name);
          if (FLAGS.includes(name) && (value === "" || value === name)) value = "1";
          if (value && name !== "height" && name !== "title") options.set(name === "sitemap-url" ? "address" : name, value);
        }
        if (this.#height()) options.set("scroll", "1");
        return options.toString().replaceAll("+", "%20").replaceAll("%2C", ",");
      }
    },
  );

  function resolvers() {
    const ends = {};
    ends.promise = new Promise((resolve, reject) => Object.assign(ends, { resolve, reject }));
    return ends;
  }
})();
