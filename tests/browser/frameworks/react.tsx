// A page in React: the two lines of the documentation as they are, their attributes bound to state.

import { StrictMode, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { SitemapValidator } from "./sitemap-validator";

interface Widget {
  name: string;
  theme?: "light" | "dark";
  lang?: string;
  title?: string;
  compact?: boolean;
  pedantic?: boolean;
  address?: string;
  /** What it checks by itself as soon as it is there. */
  text?: string;
}

interface Page {
  site: string;
  show(widgets: Widget[]): void;
  elements: Record<string, SitemapValidator>;
  heard: { name: string; type: string; detail: unknown }[];
}

const page: Page = Object.assign(window as unknown as Page, { elements: {}, heard: [] });

function Validator({ name, address, text, ...attributes }: Widget) {
  const ref = useRef<SitemapValidator>(null);
  const tell = ({ type, detail }: CustomEvent) => void page.heard.push({ name, type, detail });

  useEffect(() => {
    const element = ref.current!;
    page.elements[name] = element;
    // StrictMode does this twice: the first check makes way for the second.
    if (text) {
      void customElements.whenDefined("sitemap-validator").then(() => {
        if (element.isConnected) element.validate(text);
      });
    }
    return () => void delete page.elements[name];
  }, [name, text]);

  return (
    <sitemap-validator ref={ref} url={address} {...attributes} onready={tell} onprogress={tell} onresult={tell} onerror={tell}>
      <a href={page.site}>Check your sitemap</a>
    </sitemap-validator>
  );
}

function App() {
  const [widgets, show] = useState<Widget[]>([]);
  page.show = show;
  return (
    <>
      <script async src={`${page.site}embed.js`} />
      {widgets.map((widget) => (
        <Validator key={widget.name} {...widget} />
      ))}
    </>
  );
}

page.site = document.body.dataset.site!;
createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
