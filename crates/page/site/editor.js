// @ts-check
// The level as text, with line numbers and marked errors.
import { $, element } from "./dom.js";

/** Texts longer than this have no numbers and marks: nobody reads them here. */
const LONGEST = 3000;

/** @typedef {{message: string, line?: number, column?: number, others?: Problem[]}} Problem */

/** @type {Problem[]} */
let marked = [];

/** Draws numbers and marks behind the text. */
function lines() {
  const rows = $("text").value.split("\n");
  if (rows.length > LONGEST) {
    $("lines").replaceChildren();
    return;
  }
  $("lines").replaceChildren(...rows.map((/** @type {string} */ row, /** @type {number} */ n) => {
    const faults = marked.filter(({ line }) => line === n + 1);
    const made = element("div", { className: faults.length ? "bad" : "" });
    if (faults.length === 0) {
      made.textContent = row;
      return made;
    }
    // Columns count characters, not the units of the browser.
    const characters = [...row];
    const from = Math.min(...faults.map(({ column }) => (column ?? 1) - 1));
    const rest = characters.slice(from).join("");
    const word = /^\s*[^\s]*/.exec(rest)?.[0] || " ";
    made.append(characters.slice(0, from).join(""), element("mark", { textContent: word }), rest.slice(word.length));
    return made;
  }));
  follow();
}

/** Marks stay behind the text when it is scrolled. */
function follow() {
  const { scrollLeft, scrollTop } = $("text");
  $("lines").style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
}

/** Goes to a place in the text. @param {Problem} problem */
function visit({ line = 1, column = 1 }) {
  const rows = $("text").value.split("\n");
  const before = rows.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ row) => sum + row.length + 1, 0);
  const at = before + [...(rows[line - 1] ?? "")].slice(0, column - 1).join("").length;
  $("text").focus();
  $("text").setSelectionRange(at, at);
  const height = $("text").scrollHeight / rows.length;
  $("text").scrollTop = Math.max(0, (line - 4) * height);
}

/** A problem in words, with a link to its place. @param {Problem} problem @param {string} kind */
function told(problem, kind) {
  const { message, line, column } = problem;
  if (line === undefined) return element("p", { textContent: message });
  const button = element("button", { type: "button", className: kind, textContent: `Line ${line}, column ${column}: ${message}` });
  button.onclick = () => visit(problem);
  return button;
}

/** Takes a text. @param {string} text */
export function write(text) {
  if ($("text").value === text) return;
  $("text").value = text;
  lines();
}

/**
 * Shows the error and the warnings.
 * @param {Problem | null} error
 * @param {Problem[]} warnings
 */
export function complain(error, warnings) {
  const errors = error ? [error, ...(error.others ?? [])] : [];
  marked = errors;
  $("text").setAttribute("aria-invalid", String(errors.length > 0));
  const most = 8;
  const all = [...errors.map((one) => told(one, "")), ...warnings.map((one) => told(one, "remark"))];
  $("problem").replaceChildren(...all.slice(0, most));
  if (all.length > most) $("problem").append(element("p", { textContent: `and ${all.length - most} more` }));
  lines();
}

/** @param {(text: string) => void} onText Called when a text is typed. */
export function listen(onText) {
  let typing = 0;
  $("text").onscroll = follow;
  $("text").oninput = () => {
    marked = [];
    lines();
    clearTimeout(typing);
    typing = setTimeout(() => onText($("text").value), 250);
  };
}
