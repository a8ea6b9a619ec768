// Filters the index of rules by the search field.
const box = document.querySelector(".find");
const field = document.getElementById("find");
const found = document.getElementById("found");
const groups = [...document.querySelectorAll(".rules-group")];
const rows = groups.map((group) => [...group.querySelectorAll("li")].map((row) => [row, row.textContent.toLowerCase()]));

const narrow = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  groups.forEach((group, index) => {
    let shown = 0;
    for (const [row, text] of rows[index]) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown += 1;
    }
    group.hidden = shown === 0;
    count += shown;
  });
  found.textContent = words.length ? `${count} ${count === 1 ? found.dataset.one : found.dataset.many}` : "";
};

box.hidden = false;
field.addEventListener("input", narrow);
// Browsers may restore the search text on reload.
narrow();
