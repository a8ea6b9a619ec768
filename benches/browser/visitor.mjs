// What a visitor does, and when the page has answered; imported into the product's page.

import { fetchFile } from "./worker.mjs";

/** Inputs as files that need not be fetched when they are dropped. */
export const fetchFiles = (names) => Promise.all(names.map(fetchFile));

/** 300 MB: the entries of a file over and over. */
export async function fetchHuge(name) {
  const file = await fetchFile(name);
  const head = (await file.slice(0, 1000).text()).indexOf("<url>");
  const [start, end] = [file.slice(0, head), file.slice(-"</urlset>\n".length)];
  const entries = file.slice(head, -"</urlset>\n".length);
  return [new File([start, ...Array(Math.ceil(3e8 / file.size)).fill(entries), end], "huge.xml")];
}

function drop(files) {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
}

/** Resolves as soon as `find` finds something. */
function shown(find) {
  return new Promise((resolve) => {
    const look = () => {
      if (!find()) return false;
      observer.disconnect();
      resolve();
      return true;
    };
    const observer = new MutationObserver(look);
    if (!look()) observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Drops files; from then until the verdict stands there. */
export async function dropToVerdict(files) {
  const begun = performance.now();
  drop(files);
  const place = files.length > 1 ? "#set-verdict .headline" : "#verdict .headline";
  await shown(() => /^(Valid|Not valid)/.test(document.querySelector(place)?.textContent ?? ""));
  return performance.now() - begun;
}

/** Drops files and waits until their check is well on its way. */
export async function dropAndWait(files) {
  drop(files);
  await shown(() => /URLs so far/.test(document.querySelector(".progress")?.textContent ?? ""));
}

/** Cancels; until the page says so and has nothing left to do. */
export async function cancel() {
  [...document.querySelectorAll(".progress button")].find((button) => button.textContent === "Cancel").click();
  await shown(() => /^Stopped/.test(document.querySelector(".progress h2")?.textContent ?? ""));
  await new Promise((resolve) => requestIdleCallback(resolve));
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Scrolls through the list and the source, frame by frame, and asks for more of what is listed. */
export async function scroll() {
  for (let step = 0; step < 300; step += 1) {
    for (const element of document.querySelectorAll(".groups, .source")) {
      // Slowly at first, then in leaps.
      element.scrollTop += step < 150 ? 120 : element.scrollHeight / 100;
    }
    if (step % 10 === 0) document.querySelectorAll(".problems button.more").forEach((button) => button.click());
    await frame();
  }
}
