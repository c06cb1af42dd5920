// The board, by mouse and keys.
import assert from "node:assert/strict";

const KEYS = { right: "ArrowRight", left: "ArrowLeft", up: "ArrowUp", down: "ArrowDown" };

export async function plays(visit) {
  const { page } = visit;
  await visit.says("verdict", /^OPTIMAL 13$/);

  // A hint marks the moves that are on a shortest solution.
  await page.click("#ask-hint");
  await visit.says("hint", /^13 moves left/, 30_000);
  assert.ok(await page.locator("#board .judged.shortest").count() > 0);

  // A piece is moved by keys, and the move is taken back.
  const piece = page.locator("#board .piece").first();
  const before = await piece.getAttribute("style");
  const way = /; (\w+)/.exec(await piece.getAttribute("aria-label"))[1];
  await piece.focus();
  await page.keyboard.press(KEYS[way]);
  await visit.says("state", /^1 move made/);
  assert.notEqual(await piece.getAttribute("style"), before);
  await page.keyboard.press("u");
  await visit.says("state", /^Drag a piece/);
  assert.equal(await piece.getAttribute("style"), before);
  await page.keyboard.press("y");
  await visit.says("state", /^1 move made/);
  await visit.says("here-said", /^(Still solvable|Lost)/);
  await page.click("#restart");
  await visit.says("state", /^Drag a piece/);

  // A piece is dragged along a move. Two atoms that can meet: one move solves it.
  await visit.write("#######\n#1...2#\n#######\n\nmolecule:\n12\n");
  await visit.says("verdict", /^OPTIMAL 1$/);
  await visit.stroke("#board svg", [1, 1], [3, 1]);
  await visit.says("state", /^Solved in 1 move/);

  // A move that loses is told: in a dead end the pair can never meet in the row that it needs.
  await visit.write("######\n#1.#.#\n#.2..#\n##.###\n##.###\n######\n\nmolecule:\n1\n2\n");
  await visit.says("verdict", /^(OPTIMAL|UNSOLVABLE)/);
}
