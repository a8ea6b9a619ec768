// The editor of the source: CodeMirror, in a shadow tree, where its styles need no exception from the page's
// Content-Security-Policy. The app decides everything else: what is marked, what can be undone, what is explained where.
import { Annotation, EditorSelection, EditorState, StateEffect, StateField, findClusterBreak } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutterLineClass, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";

const fromApp = Annotation.define();

/** A field that holds decorations, and moves them along with edits. */
const held = (effect, provide) =>
  StateField.define({
    create: () => Decoration.none,
    update: (marks, { changes, effects }) => effects.reduce((marks, found) => (found.is(effect) ? found.value : marks), marks.map(changes)),
    provide,
  });
const setMarks = StateEffect.define();
const setSeverities = StateEffect.define();
const setCard = StateEffect.define();

/** Shows what the page has in the slot `card`. */
class Card extends WidgetType {
  eq = () => true;
  toDOM() {
    const box = document.createElement("div");
    // Its height is measured: the margins of the card have to be inside.
    box.style.display = "flow-root";
    box.append(Object.assign(document.createElement("slot"), { name: "card" }));
    return box;
  }
  get estimatedHeight() {
    return 200;
  }
  ignoreEvent = () => true;
}
const card = Decoration.widget({ widget: new Card(), block: true, side: 1 });

class Severity extends GutterMarker {
  constructor(name) {
    super();
    this.elementClass = name;
  }
  eq = ({ elementClass }) => elementClass === this.elementClass;
}
const severities = ["info", "warning", "error"].map((name) => new Severity(name));

// The classes of a mark are the bits of a number, in this order, after its severity: the app's `Editor` sets them.
const CLASSES = ["here", "hit", "tag", "value", "reference", "aside"];

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", background: "var(--bg)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "22px" },
  ".cm-content": { padding: "0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 24px 0 12px" },
  ".cm-gutters": { border: "0", borderRight: "1px solid var(--line)", background: "var(--panel)", color: "var(--muted)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "48px", padding: "0 10px 0 24px", position: "relative" },
  ".cm-gutterElement.info::before, .cm-gutterElement.warning::before, .cm-gutterElement.error::before": {
    content: "''",
    position: "absolute",
    left: "8px",
    top: "7px",
    width: "8px",
    height: "8px",
    borderRadius: "4px",
    background: "var(--mark)",
    forcedColorAdjust: "none",
  },
  ".cm-gutterElement.warning::before": { clipPath: "polygon(50% 0, 100% 100%, 0 100%)", borderRadius: "0" },
  ".info": { "--mark": "var(--info)", "--mark-soft": "var(--info-soft)" },
  ".warning": { "--mark": "var(--warning)", "--mark-soft": "var(--warning-soft)" },
  ".error": { "--mark": "var(--error)", "--mark-soft": "var(--error-soft)" },
  ".place": { "--mark": "var(--accent)", "--mark-soft": "var(--accent-soft)" },
  ".cm-line .mark": { borderBottom: "2px solid var(--mark)", paddingBottom: "1px", cursor: "pointer" },
  ".cm-line .mark.here": { background: "var(--mark-soft)", borderBottomWidth: "3px" },
  ".cm-line .hit": { borderRadius: "2px", boxShadow: "inset 0 0 0 1px var(--line-strong)", background: "var(--warning-soft)" },
  ".cm-line .hit.here": { boxShadow: "inset 0 0 0 2px var(--accent)", background: "var(--accent-soft)" },
  ".named": { margin: "0 1px", padding: "0 3px", border: "1px solid var(--line-strong)", borderRadius: "3px", color: "var(--muted)", font: "10px/1.3 var(--sans)", verticalAlign: "1px" },
  ".point": { position: "relative", boxShadow: "0 0 0 1px var(--mark)" },
  ".tag": { color: "var(--code-tag)" },
  ".value": { color: "var(--code-value)" },
  ".reference": { color: "var(--code-reference)" },
  ".aside": { color: "var(--muted)" },
});

class Point extends WidgetType {
  constructor(name, index) {
    super();
    this.name = name;
    this.index = index;
  }
  eq = ({ name, index }) => name === this.name && index === this.index;
  toDOM() {
    const point = document.createElement("span");
    point.className = `${this.name} point`;
    point.dataset.mark = this.index;
    return point;
  }
}

/** So much of the card is seen below a line that was clicked, in pixels with the line. */
const CARD = 240;

/** From this length on, in UTF-16 units, the editor draws only the part of a line around what is seen. */
const LONG = 2000;

/** The line end of most lines, which a changed text gets for all. */
function lineEnd(text) {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts[end] += 1;
  return Object.keys(counts).reduce((most, end) => (counts[end] > counts[most] ? end : most));
}

/** The part in which two texts differ; the first one begins at `at`. */
function difference(old, now, at) {
  let from = 0;
  const most = Math.min(old.length, now.length);
  while (from < most && old[from] === now[from]) from += 1;
  let same = 0;
  while (same < most - from && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1;
  return { from: at + from, to: at + old.length - same, insert: now.slice(from, now.length - same) };
}

/** The changes that make one text of another; if both have as many lines, those of each line. */
function differences(old, now) {
  const [before, after] = [old.split("\n"), now.split("\n")];
  if (before.length !== after.length) return difference(old, now, 0);
  let next = 0;
  return before.flatMap((line, number) => {
    const at = next;
    next += line.length + 1;
    return line === after[number] ? [] : difference(line, after[number], at);
  });
}

/** The place in the document of a line and a column of code points, both from 1. */
function place(doc, number, column) {
  const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
  let at = 0;
  for (let left = column - 1; left > 0 && at < line.length; left -= 1) at += line.text.codePointAt(at) > 0xffff ? 2 : 1;
  return line.from + at;
}

/** A key that moves the caret, or with Shift the end of the selection. `where` returns the place in the document. */
const move = (key, mac, where) => {
  const run = (extend) => (view) => {
    const { main } = view.state.selection;
    const { head, goalColumn } = where(view, main, extend);
    const range = extend ? EditorSelection.range(main.anchor, head, goalColumn) : EditorSelection.cursor(head, 0, undefined, goalColumn);
    view.dispatch({ selection: EditorSelection.create([range]), scrollIntoView: true });
    return true;
  };
  return { key, mac, run: run(false), shift: run(true) };
};

/** Deletes the line end before (-1) or after (1) the caret. */
const join = (by) => (view) => {
  const { head, empty } = view.state.selection.main;
  const { from, to } = view.state.doc.lineAt(head);
  const other = head + by;
  if (!empty || (other >= from && other <= to) || other < 0 || other > view.state.doc.length) return false;
  view.dispatch({ changes: { from: Math.min(head, other), to: Math.max(head, other) }, scrollIntoView: true });
  return true;
};

/** Deletes the next character. The browser would delete the mark of a place that stands there instead. */
const deleteNext = (view) => {
  const { head, empty } = view.state.selection.main;
  const { from, to, text } = view.state.doc.lineAt(head);
  if (!empty || head === to) return join(1)(view);
  view.dispatch({ changes: { from: head, to: from + findClusterBreak(text, head - from) }, userEvent: "delete", scrollIntoView: true });
  return true;
};

/** A line end at a place, with the indentation of the line up to there. */
function lineBreak(doc, at) {
  const { from, text } = doc.lineAt(at);
  return `\n${/^[ \t]*/.exec(text.slice(0, Math.min(at - from, LONG)))}`;
}

/** Replaces what is selected by a line end. */
const breakLine = (view) => {
  const { doc, selection } = view.state;
  view.dispatch(view.state.replaceSelection(lineBreak(doc, selection.main.from)), { userEvent: "input", scrollIntoView: true });
  return true;
};

/** The next character, or the end of what is selected. */
const side = (forward) => (view, range, extend) => (range.empty || extend ? view.moveByChar(range, forward) : { head: forward ? range.to : range.from });

/** Two lines stay in sight. */
const page = (forward) => (view, range) => view.moveVertically(range, forward, Math.max(view.scrollDOM.clientHeight - 2 * view.defaultLineHeight, view.defaultLineHeight));

// What browsers do by themselves knows nothing of the lines that are not drawn, and stops at the card.
const keys = [
  move("Mod-Home", "Mod-ArrowUp", () => ({ head: 0 })),
  move("Mod-End", "Mod-ArrowDown", (view) => ({ head: view.state.doc.length })),
  move("ArrowUp", undefined, (view, range) => view.moveVertically(range, false)),
  move("ArrowDown", undefined, (view, range) => view.moveVertically(range, true)),
  move("ArrowLeft", undefined, side(false)),
  move("ArrowRight", undefined, side(true)),
  move("PageUp", undefined, page(false)),
  move("PageDown", undefined, page(true)),
  { key: "Enter", run: breakLine, shift: breakLine },
  { key: "Backspace", run: join(-1) },
  { key: "Delete", run: deleteNext },
  { key: "Mod-Backspace", mac: "Alt-Backspace", run: join(-1) },
  { key: "Mod-Delete", mac: "Alt-Delete", run: join(1) },
];

/** What an event replaces: what is selected, which may be more than is drawn, or what the browser says. */
function replaced(view, event) {
  const { main } = view.state.selection;
  const [range] = main.empty ? event.getTargetRanges() : [];
  if (!range || ![range.startContainer, range.endContainer].every((node) => view.contentDOM.contains(node))) return main;
  return { from: view.posAtDOM(range.startContainer, range.startOffset), to: view.posAtDOM(range.endContainer, range.endOffset) };
}

/** Puts an editor into an element. What is pasted has at most `limit` UTF-16 units. `changed`, `undo`, `redo`, `picked` and `scrolled` tell the app what happens in it, `named` returns what stands for a character that cannot be seen. */
export function open(host, text, label, limit, { changed, undo, redo, picked, scrolled, named }) {
  let end = lineEnd(text);
  let shown = "";
  let anchor = 0;
  const tell = (view) => {
    const first = view.state.doc.lineAt(view.viewport.from).number;
    const count = view.state.doc.lineAt(view.viewport.to).number - first + 1;
    if (shown !== (shown = `${first} ${count}`)) scrolled(first, count);
  };
  let isPicked = false;
  let isStep = false;
  const step = (act) => () => {
    isStep = true;
    act();
    return true;
  };
  const marks = held(setMarks, (field) => EditorView.decorations.from(field));
  const cards = held(setCard, (field) => EditorView.decorations.from(field));
  const lines = held(setSeverities, (field) => gutterLineClass.from(field));
  const view = new EditorView({
    root: host.attachShadow({ mode: "open" }),
    parent: host.shadowRoot,
    state: EditorState.create({
      doc: text,
      extensions: [
        marks,
        cards,
        lines,
        lineNumbers(),
        highlightSpecialChars({
          addSpecialChars: /[\u00a0\u202a-\u202c\u202f\u2060-\u2065\u2068]/,
          render: (code) => Object.assign(document.createElement("span"), { className: "named", textContent: named(code) }),
        }),
        theme,
        EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ "aria-label": label, autocomplete: "off", dir: "ltr", tabindex: "0" }),
        keymap.of([
          ...keys,
          { key: "Mod-z", run: step(undo), preventDefault: true },
          { key: "Mod-y", mac: "Mod-Shift-z", run: step(redo), preventDefault: true },
          { key: "Mod-Shift-z", run: step(redo), preventDefault: true },
        ]),
        EditorView.domEventHandlers({
          // The menus of browsers and phones undo as well.
          beforeinput(event, view) {
            const { inputType, data, isComposing } = event;
            const act = { historyUndo: undo, historyRedo: redo }[inputType];
            if (act) return step(act)();
            // Where browsers join lines, they add styles, which the policy of the page forbids.
            const isBreak = inputType === "insertParagraph" || inputType === "insertLineBreak";
            const typed = isBreak || inputType.startsWith("delete") ? "" : { insertText: data }[inputType] ?? null;
            if (typed === null || isComposing) return false;
            const { from, to } = replaced(view, event);
            const text = isBreak ? lineBreak(view.state.doc, from) : typed;
            if (view.state.selection.main.empty && view.state.doc.lineAt(from).to >= to) return false;
            view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, userEvent: "input", scrollIntoView: true });
            return true;
          },
          // Files, and text too long for the editor, are the page's.
          paste: ({ clipboardData }) => clipboardData.files.length > 0 || clipboardData.getData("text/plain").length > limit,
          drop: ({ dataTransfer }) => dataTransfer.files.length > 0,
          click({ target, clientX: x, clientY: y }, view) {
            const mark = target.closest?.("[data-mark]");
            if (!mark) return;
            // The explanation is drawn before the browser places the caret at a tap.
            const anchor = view.state.selection.main.empty ? view.posAtCoords({ x, y }) : null;
            if (anchor !== null) view.dispatch({ selection: { anchor } });
            isPicked = true;
            picked(+mark.dataset.mark);
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromApp))) {
            isStep = isPicked = false;
            changed(update.state.doc.sliceString(0, undefined, end));
          }
          if (update.docChanged || update.viewportChanged) tell(update.view);
        }),
      ],
    }),
  });
  const resized = new ResizeObserver(() => {
    // Heights are only read anew when that of the whole content changes; a short text fills its frame before and after.
    view.viewState.mustMeasureContent = true;
    view.requestMeasure();
  });
  const content = host.querySelector("[slot=card]");
  if (content) resized.observe(content);

  return {
    /** Replaces the text where it differs. The caret stays where it is, or goes to the one place that a step has changed. */
    set(text) {
      end = lineEnd(text);
      const [old, now] = [view.state.doc.toString(), text.replace(/\r\n?/g, "\n")];
      const changes = view.state.changes(differences(old, now));
      let selection = view.state.selection.map(changes, 1);
      const ends = [];
      if (isStep) changes.iterChangedRanges((_from, _to, _start, end) => ends.push(end));
      // Where many places change, there is none to go to.
      const isOne = ends.length === 1;
      if (isOne) selection = EditorSelection.single(ends[0]);
      view.dispatch({ changes, selection, annotations: fromApp.of(true), scrollIntoView: isOne });
      isStep = false;
      tell(view);
    },
    /** Marks parts of lines: line, column, length, bits and number of each; and lines: number and severity of each. */
    mark(parts, graves) {
      const { doc } = view.state;
      const ranges = [];
      for (let at = 0; at < parts.length; at += 5) {
        const [line, column, length, bits, index] = parts.slice(at, at + 5);
        if (line > doc.lines) continue;
        const from = place(doc, line, column);
        const severity = ["", "info", "warning", "error", "place"][bits & 7];
        const names = CLASSES.filter((_, bit) => bits & (8 << bit));
        const name = [severity && "mark", severity, ...names].filter(Boolean).join(" ");
        if (!length) ranges.push(Decoration.widget({ widget: new Point(name, index), side: 1 }).range(from));
        else if (name) {
          const to = place(doc, line, column + length);
          if (to > from) ranges.push(Decoration.mark({ class: name, ...(index >= 0 && { attributes: { "data-mark": index } }) }).range(from, to));
        }
      }
      const gutter = [];
      for (let at = 0; at < graves.length; at += 2) {
        if (graves[at] <= doc.lines) gutter.push(severities[graves[at + 1]].range(doc.line(graves[at]).from));
      }
      view.dispatch({ effects: [setMarks.of(Decoration.set(ranges, true)), setSeverities.of(Decoration.set(gutter, true))] });
    },
    /** Shows the card below a line; 0 for no card. The line stays where it is seen; below a line that was clicked, the beginning of the card is seen too. */
    explain(line) {
      const { scrollDOM } = view;
      anchor = Math.min(line, view.state.doc.lines);
      const place = anchor ? view.state.doc.line(anchor) : undefined;
      const offset = () => view.lineBlockAt(place.from).top - scrollDOM.scrollTop;
      const before = place && offset();
      view.dispatch({ effects: setCard.of(Decoration.set(place ? [card.range(place.to)] : [])) });
      if (content) content.hidden = !place;
      if (place && before >= 0 && before < scrollDOM.clientHeight) {
        const lowest = isPicked ? Math.max(scrollDOM.clientHeight - CARD, 0) : before;
        scrollDOM.scrollTop += offset() - Math.min(before, lowest);
      }
      isPicked = false;
    },
    /** Brings a place into view, near the top, so that the card below it has room. The page stays where it is. */
    reveal(line, column, keepsCaret) {
      const at = place(view.state.doc, line, column);
      const { scrollDOM } = view;
      // Whoever goes to the text then is there.
      if (!view.hasFocus && !keepsCaret) view.dispatch({ selection: { anchor: at } });
      scrollDOM.scrollTop = view.lineBlockAt(at).top - 44;
      // Of a long line only a part is drawn: the editor itself has to find the place.
      if (view.state.doc.lineAt(at).length > LONG) return view.dispatch({ effects: EditorView.scrollIntoView(at, { x: "center" }) });
      // Measuring now draws the place: in a frame without the card, a focused button in it would lose the focus.
      view.requestMeasure();
      const [mark, frame] = [view.coordsAtPos(at), scrollDOM.getBoundingClientRect()];
      if (mark && (mark.left < frame.left + 96 || mark.right > frame.right - 24)) scrollDOM.scrollLeft += mark.left - frame.left - frame.width * 0.4;
    },
    /** Puts the focus into the text. */
    enter: () => view.focus(),
    /** Puts the focus into the text, with what is selected in UTF-16 units. */
    focus(from, to) {
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
      view.focus();
    },
    /** What is selected, in UTF-16 units, while the focus is in the text. */
    selection() {
      const { from, to } = view.state.selection.main;
      return view.hasFocus ? [from, to] : undefined;
    },
    tell: () => ((shown = ""), tell(view)),
    close() {
      resized.disconnect();
      view.destroy();
    },
  };
}
