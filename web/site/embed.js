// <sitemap-validator>: shows the validator in a frame. docs/widget.md documents attributes, methods, events and messages.
(() => {
  const NAME = "sitemap-validator";
  if (customElements.get(NAME)) return;
  // Read the property from the prototype: an image or a form named `currentScript` would shadow it.
  const { src = "" } = Reflect.get(Document.prototype, "currentScript", document) ?? {};
  // In a module or a combined script, the URL of the frame is unknown.
  if (!/\/embed\.js(\?|$)/.test(src)) return console.error(`${NAME}: embed.js has to be a classic script of its own`);
  const page = new URL("embed.html", src);
  const OPTIONS = ["theme", "accent", "compact", "lang", "profile", "pedantic", "strict", "url", "height", "title"];
  const FLAGS = ["compact", "pedantic", "strict"];
  const TITLES = { fr: "Validateur de sitemaps", es: "Validador de sitemaps" };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;height:480px;border:0}");

  // Avoids an unhandled rejection if the caller ignores the promise.
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
        // The sandbox prevents the frame from navigating the host page. A frame of the host's own origin could remove it, of
        // which browsers warn.
        if (page.origin !== origin) frame.sandbox = "allow-scripts allow-same-origin allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox";
        frame.src = `${page}#${this.#options()}`;
        this.#fit();
        // Not every browser fires an event for a frame that a policy blocks.
        frame.onload = () => this.#expect(2000);
        new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#expect(15000)).observe(frame);
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

      /** Checks a text or a file. Resolves with the summary, like the event `result`. */
      validate(input, name) {
        if (typeof input !== "string" && !(input instanceof Blob)) {
          return Promise.reject(new TypeError("validate() takes a string, a Blob or a File"));
        }
        this.#end(failure("AbortError", "Something else is checked"));
        return this.#ask({ type: "validate", input, name: String(name ?? input.name ?? "") || undefined });
      }

      /** Resolves with the complete report of the last check. */
      async report() {
        const { report } = await this.#ask({ type: "report" });
        return JSON.parse(typeof report === "string" ? report : await report.text());
      }

      /** Returns to the empty widget. */
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
        // Load now instead of when the frame scrolls into view.
        this.#frame.loading = "eager";
        this.#expect(15000);
        // A frame that has sent `loading` may still never send `ready`.
        if (!this.#up) setTimeout(() => this.#up || !this.#waiting.has(id) || this.#fail("Error", "The validator did not start"), 120000);
        this.#ready.then(() => this.#post({ ...message, id }));
        return quiet(promise);
      }

      /** If the frame sends no message in time, it is blocked or is not the validator: show the element's content instead. */
      #expect(time) {
        const frame = this.#frame;
        setTimeout(() => {
          if (this.#heard || this.#frame !== frame || !frame.isConnected) return;
          this.shadowRoot.replaceChildren(document.createElement("slot"));
          this.#fail("Error", "The validator could not be loaded");
        }, time);
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
        // The frame was redirected to another origin. Visitors can use it, but its messages are ignored.
        if (origin !== page.origin) return this.#heard || ((this.#heard = true), this.#fail("Error", "The frame is of another origin than embed.js"));
        this.#heard = true;
        const { type, id, summary, name, message, height } = data;
        const waiting = this.#waiting.get(id);
        const tell = (detail) => this.dispatchEvent(new CustomEvent(type, { detail }));
        const settle = (end) => this.#waiting.delete(id) && end();
        switch (type) {
          case "ready":
            // The frame has reloaded: pending requests are lost.
            if (this.#up) this.#end(failure("AbortError", "The frame was loaded anew"));
            this.#up = true;
            this.#failed = undefined;
            this.#post({ type: "options", options: this.#options() });
            this.#open();
            return tell();
          case "size":
            if (height > 0) this.#size = Math.min(Math.ceil(height), 20000);
            return this.#fit();
          case "show":
            return this.#show(Number(data.top));
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
            // An error without `id` means that the app in the frame did not start.
            if (id === undefined) return this.#fail(name, message);
            settle(() => waiting.reject(failure(name, message)));
            return name === "AbortError" || tell({ name, message });
        }
      }

      /** Scrolls so that what is `top` pixels below the frame's upper edge is in view. */
      #show(top) {
        const y = this.#frame.getBoundingClientRect().top + top;
        if (!(y < 0 || y > innerHeight / 2)) return;
        this.#frame.style.scrollMarginTop = `${12 - top}px`;
        this.#frame.scrollIntoView();
      }

      /** The attribute `height` in pixels; NaN if the frame grows with its content. */
      #height() {
        return Number(/^\s*(\d+)(px)?\s*$/.exec(this.getAttribute("height"))?.[1]);
      }

      #fit() {
        const height = this.#height() || this.#size;
        this.#frame.style.height = height ? `${height}px` : "";
        this.#frame.title = this.#value("title") || TITLES[this.#lang()?.slice(0, 2).toLowerCase()] || "Sitemap validator";
      }

      /** The value of an attribute. React removes `lang` and `title` by writing these strings. */
      #value(name) {
        const value = this.getAttribute(name);
        return value === "undefined" || value === "null" ? "" : value;
      }

      /** The attribute `lang`, or else the language of the surrounding text. */
      #lang() {
        const around = (node) => node && (node.closest("[lang]")?.lang || around(node.getRootNode().host));
        return this.#value("lang") || around(this.parentElement ?? this.getRootNode().host);
      }

      /** The options as a URL fragment. */
      #options() {
        const options = new URLSearchParams();
        for (const name of OPTIONS) {
          let value = name === "lang" ? this.#lang() : this.#value(name);
          if (FLAGS.includes(name) && (value === "" || value === name)) value = "1";
          if (value && name !== "height" && name !== "title") options.set(name, value);
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
