// @ts-check
// A level as rows to paint on.

/**
 * @typedef {object} Sketch
 * @property {string} name
 * @property {string[]} board Rows of walls `#`, floor `.`, labels, and spaces outside of the walls.
 * @property {string[]} molecule Rows of labels and `.`.
 * @property {Record<string, string>} kinds From labels to elements and bonds in KAtomic's letters.
 */

/** All labels, in the order in which they are offered. */
export const LABELS = "123456789abcdefghijklmnopqrstuvwxyz";

/**
 * An empty room.
 * @param {number} columns
 * @param {number} rows
 * @returns {Sketch}
 */
export function room(columns, rows) {
  const wall = "#".repeat(columns);
  const inner = Array.from({ length: rows - 2 }, () => `#${".".repeat(columns - 2)}#`);
  return { name: "", board: [wall, ...inner, wall], molecule: [], kinds: {} };
}

/**
 * The rows with some cells painted. They grow where needed; with `isTrimmed`, their empty edges are
 * removed.
 * @param {string[]} rows
 * @param {{x: number, y: number}[]} cells
 * @param {string} what One character.
 * @param {boolean} isTrimmed
 */
export function painted(rows, cells, what, isTrimmed) {
  const left = Math.max(0, ...cells.map(({ x }) => -x));
  const top = Math.max(0, ...cells.map(({ y }) => -y));
  const width = left + Math.max(0, ...rows.map((row) => row.length), ...cells.map(({ x }) => x + 1));
  const height = top + Math.max(rows.length, ...cells.map(({ y }) => y + 1));
  const empty = isTrimmed ? "." : " ";
  const grid = Array.from({ length: height }, (_, y) =>
    [...((rows[y - top] ?? "").padStart((rows[y - top] ?? "").length + left, empty).padEnd(width, empty))]);
  for (const { x, y } of cells) grid[y + top][x + left] = what;
  const made = grid.map((row) => row.join(""));
  return isTrimmed ? trimmed(made) : made;
}

/** @param {string[]} rows */
function trimmed(rows) {
  const isFull = (/** @type {string} */ row) => /[^.]/.test(row);
  const used = rows.slice(rows.findIndex(isFull), rows.findLastIndex(isFull) + 1);
  if (!rows.some(isFull)) return [];
  const first = Math.min(...used.map((row) => row.search(/[^.]/)).filter((x) => x >= 0));
  const end = Math.max(...used.map((row) => row.replace(/\.+$/, "").length));
  return used.map((row) => row.slice(first, end));
}

/** The labels in a sketch. @param {Sketch} sketch */
export function labels({ board, molecule, kinds }) {
  const used = new Set([...board.join(""), ...molecule.join(""), ...Object.keys(kinds)]);
  return [...LABELS].filter((label) => used.has(label));
}

/** The cells from one to another. @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
export function line(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  return Array.from({ length: steps + 1 }, (_, n) => ({
    x: Math.round(from.x + ((to.x - from.x) * n) / steps),
    y: Math.round(from.y + ((to.y - from.y) * n) / steps),
  }));
}
