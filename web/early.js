// Handles drops and pastes until the app has loaded, and stores them in `early.things` for the app. The content of a drop
// can only be read during its event, and the browser would open an unhandled file in place of the page.
{
  const listening = new AbortController();
  const early = { things: [], end: () => listening.abort() };
  const take = (event) => {
    event.preventDefault();
    const data = event.dataTransfer ?? event.clipboardData;
    if (!data || event.type.startsWith("drag")) return;
    const thing = { files: [], folders: [], text: data.getData("text/plain") };
    for (const item of data.items) {
      const entry = item.kind === "file" ? item.webkitGetAsEntry?.() : undefined;
      if (entry?.isDirectory) thing.folders.push(entry);
      else if (item.kind === "file") thing.files.push(item.getAsFile());
    }
    early.things.push(thing);
  };
  for (const event of ["dragenter", "dragover", "drop", "paste"]) {
    addEventListener(event, take, { signal: listening.signal });
  }
  globalThis.early = early;
}
