// <sitemap-validator>: the validator in a frame of its own site. docs/widget.md says what it takes and what it tells.
(() => {
  const NAME = "sitemap-validator";
  if (customElements.get(NAME)) return;
  const { src = "" } = document.currentScript ?? {};
  // Of a module, or of scripts that something has put into one, nobody knows where the frame is.
  if (!/\/embed\.js(\?|$)/.test(src)) return console.error(`${NAME}: embed.js has to be a classic script of its own`);
  const page = new URL("embed.html", src);
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
      #heard = false;
      #failed;
      #waiting = new Map();
      #hear = (event) => this.#message(event);

      connectedCallback() {
        const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
        root.adoptedStyleSheets = [sheet];
        this.#size = 0;
        this.#up = this.#heard = false;
        this.#failed = undefined;
        this.#ready = new Promise((open) => (this.#open = open));
        const frame = (this.#frame = document.createElement("iframe"));
        frame.loading = "lazy";
        frame.referrerPolicy = "no-referrer";
        frame.allow = "clipboard-write";
        // Of an origin of its own anyway; this keeps it from leading the visitor away.
        frame.sandbox = "allow-scripts allow-same-origin allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox";
        frame.src = `${page}#${this.#options()}`;
        this.#fit();
        // One that is there and silent is barred by a policy, or is none of ours: what stands in the element is the way on.
        frame.onload = () =>
          setTimeout(() => {
            if (this.#heard || !frame.isConnected) return;
            root.replaceChildren(document.createElement("slot"));
            this.#fail("Error", "The validator could not be loaded");
          }, 2000);
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
        if (this.#failed) return quiet(Promise.reject(this.#failed));
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

      #fail(name, message) {
        this.#failed = failure(name, message);
        this.#end(this.#failed);
        this.dispatchEvent(new CustomEvent("error", { detail: { name, message } }));
      }

      #post(message) {
        this.#frame.contentWindow?.postMessage({ [NAME]: 1, ...message }, page.origin);
      }

      #message({ source, origin, data }) {
        if (source !== this.#frame.contentWindow || data?.[NAME] !== 1) return;
        // One that was redirected elsewhere is of use to visitors; nothing it says counts.
        if (origin !== page.origin) return this.#heard || ((this.#heard = true), this.#fail("Error", "The frame is of another origin than embed.js"));
        this.#heard = true;
        const { type, id, summary, name, message, height } = data;
        const waiting = this.#waiting.get(id);
        const tell = (detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
        const settle = (end) => this.#waiting.delete(id) && end();
        switch (type) {
          case "ready":
            // Whatever was asked of a frame that was loaded anew is lost.
            if (this.#up) this.#end(failure("AbortError", "The frame was loaded anew"));
            this.#up = true;
            this.#failed = undefined;
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
            // One without a request's number, not even none, is of a frame that never came up.
            if (id === undefined) return this.#fail(name, message);
            settle(() => waiting.reject(failure(name, message)));
            return name === "AbortError" || tell({ name, message });
        }
      }

      /** The height asked for in pixels; none when the frame is as high as its content. */
      #height() {
        return Number(/^\s*(\d+)(px)?\s*$/.exec(this.getAttribute("height"))?.[1]);
      }

      #fit() {
        const height = this.#height() || this.#size;
        this.#frame.style.height = height ? `${height}px` : "";
        this.#frame.title = this.#value("title") || TITLES[this.#lang()?.slice(0, 2).toLowerCase()] || "Sitemap validator";
      }

      /** What an attribute says. React takes `lang` and `title` away by writing these words. */
      #value(name) {
        const value = this.getAttribute(name);
        return value === "undefined" || value === "null" ? "" : value;
      }

      /** Without a language of its own it speaks that of the text around it. */
      #lang() {
        const around = (node) => node && (node.closest("[lang]")?.lang || around(node.getRootNode().host));
        return this.#value("lang") || around(this.parentElement ?? this.getRootNode().host);
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
