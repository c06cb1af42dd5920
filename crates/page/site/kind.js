// @ts-check
// Choosing what a label stands for: an element and its bonds, in KAtomic's letters.
import { $, element } from "./dom.js";

const ELEMENTS = {
  "": "none, only its label",
  1: "H, hydrogen",
  2: "C, carbon",
  3: "O, oxygen",
  4: "N, nitrogen",
  5: "S, sulphur",
  6: "F, fluorine",
  7: "Cl, chlorine",
  8: "Br, bromine",
  9: "P, phosphorus",
  0: "I, iodine",
  o: "a crystal",
};

/** Directions clockwise from the top, as they lie around the atom. */
const AROUND = [7, 0, 1, 6, -1, 2, 5, 4, 3];
const NAMES = ["top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left"];
/** The letters of one, two and three bonds in each direction. */
const LETTERS = ["abcdefgh", "A2B3C4D1", "E F G H "];

/** @param {string} letters */
function counts(letters) {
  const count = Array.from({ length: 8 }, () => 0);
  for (const letter of letters) {
    LETTERS.forEach((row, n) => {
      const direction = letter === " " ? -1 : row.indexOf(letter);
      if (direction >= 0) count[direction] += n + 1;
    });
  }
  return count;
}

/** @param {number[]} count */
const letters = (count) => count.map((n, direction) => (n ? LETTERS[n - 1][direction] : "")).join("");

/**
 * Asks for the kind of a label.
 * @param {string} label
 * @param {string} kind As in `2-bdD`, or nothing.
 * @returns {Promise<string>}
 */
export function choose(label, kind) {
  const [symbol, bonds = ""] = kind.split("-");
  const count = counts(bonds);
  $("kind-title").textContent = `Atom ${label}`;
  $("element").replaceChildren(...Object.entries(ELEMENTS)
    .sort(([a], [b]) => Number(a !== "") - Number(b !== ""))
    .map(([value, name]) => new Option(name, value, false, value === symbol)));
  const buttons = AROUND.map((direction) => {
    if (direction < 0) return element("span");
    const button = element("button", { type: "button" });
    const show = () => {
      button.textContent = ["·", "1", "2", "3"][count[direction]];
      button.setAttribute("aria-label", `Bonds at the ${NAMES[direction]}: ${count[direction]}`);
    };
    button.onclick = () => {
      // There are no diagonal triple bonds.
      count[direction] = (count[direction] + 1) % (direction % 2 ? 3 : 4);
      show();
    };
    show();
    return button;
  });
  $("bonds").replaceChildren(...buttons);
  $("kind").showModal();
  return new Promise((resolve) => {
    $("kind").onclose = () => resolve($("element").value ? `${$("element").value}-${letters(count)}` : "");
  });
}
