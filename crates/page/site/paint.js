// @ts-check
// Painting on a level: the text is a board, an empty line, and a molecule.

/** The rows of the board in a text, and the corner of its walls. @param {string} text */
function board(text) {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  let end = lines.findIndex((line, n) => n > first && line.trim() === "");
  if (end < 0) end = lines.length;
  const rows = lines.slice(first, end);
  const walls = rows.flatMap((row, y) => [...row].flatMap((c, x) => (c === "#" ? [{ x, y }] : [])));
  const least = (/** @type {number[]} */ sides) => (sides.length ? Math.min(...sides) : 0);
  const left = least(walls.map(({ x }) => x));
  const top = least(walls.map(({ y }) => y));
  return { lines, first, left, top };
}

/**
 * The text with one cell of the board painted.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} what One character.
 */
export function painted(text, x, y, what) {
  const { lines, first, left, top } = board(text);
  const row = first + top + y;
  if (row < 0 || row >= lines.length) return text;
  const cells = [...lines[row].padEnd(left + x + 1)];
  if (left + x < 0) return text;
  cells[left + x] = what;
  lines[row] = cells.join("");
  return lines.join("\n");
}
