// Candidates that run in a browser and in Node alike.

/** The core and the parser underneath, alone. */
export async function instantiate(module) {
  const { instance } = await WebAssembly.instantiate(module, {});
  const { memory, room, events, check } = instance.exports;
  return {
    events,
    check,
    /** Puts the text where the two read it. */
    fill(bytes) {
      const place = room(bytes.length);
      new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    },
  };
}

/** saxes, with listeners that count: the floor of what is written in JavaScript. */
export function readWithSaxes(SaxesParser, text, entries) {
  const parser = new SaxesParser({ xmlns: true });
  let urls = 0;
  let characters = 0;
  parser.on("opentag", (tag) => {
    if (tag.local === "url") urls += 1;
  });
  parser.on("text", (part) => {
    characters += part.length;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  if (urls !== entries || characters === 0) throw new Error(`${urls} of ${entries} URLs read`);
}

/** libxml2-wasm: makes a tree, and asks the schema when there is one. */
export function readWithLibxml2({ XmlDocument, XsdValidator, ParseOption }, bytes, xsd, timed) {
  const schema = xsd && XmlDocument.fromString(xsd);
  const validator = schema && XsdValidator.fromDoc(schema);
  // Texts above 10 MB are huge to it.
  const options = { option: ParseOption.XML_PARSE_HUGE };
  return () =>
    timed(() => {
      const tree = XmlDocument.fromBuffer(bytes, options);
      try {
        validator?.validate(tree);
      } finally {
        tree.dispose();
      }
    });
}
