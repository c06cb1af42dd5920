"use strict";

// The sort key of a row in a column: its number, or its text.
function keyOf(row, column) {
  const cell = row.cells[column];
  return "key" in cell.dataset ? Number(cell.dataset.key) : cell.textContent.trim();
}

// Numbers before texts; empty fields come last in both directions.
function compare(a, b, sign) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  if (typeof a === "number") return sign * (a - b);
  return sign * a.localeCompare(b, "en", { numeric: true });
}

function sort(table, column) {
  const heads = table.tHead.rows[0].cells;
  const order = heads[column].ariaSort === "ascending" ? "descending" : "ascending";
  for (const head of heads) head.ariaSort = null;
  heads[column].ariaSort = order;
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => compare(keyOf(a, column), keyOf(b, column), sign));
  table.tBodies[0].append(...rows);
}

function makeSortable(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, column));
    head.append(button);
  });
}

// A field above a table that keeps the rows with all of its words.
function makeFilterable(table) {
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Filter rows";
  field.ariaLabel = "Filter rows";
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  table.parentElement.before(field);
}

function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages opened from files have no clipboard in some browsers.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  return Promise.resolve();
}

function makeCopyable(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await copyText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  code.before(button);
}

for (const table of document.querySelectorAll("table")) {
  if (table.tBodies[0].rows.length > 1) makeSortable(table);
  if (table.tBodies[0].rows.length > 8) makeFilterable(table);
}
for (const code of document.querySelectorAll("td.command code")) makeCopyable(code);
