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

  // A tap chooses an atom, another one says where it goes.
  if (visit.width < 500) {
    await page.click("#restart");
    await visit.says("state", /^Drag a piece/);
    await visit.write("#####\n#...#\n#.1.#\n#..2#\n#####\n\nmolecule:\n12\n");
    await page.tap('#board [aria-label^="1, column 3, row 3"]');
    await page.locator("#board .ghost").first().tap();
    await visit.says("state", /^1 move made/);
  }

  // A move that loses is told, before and after it is made.
  await visit.write("######\n#..#.#\n#..21#\n####.#\n######\n\nmolecule:\n12\n");
  await visit.says("verdict", /^OPTIMAL 5$/);
  await page.click("#ask-hint");
  await visit.says("hint", /^5 moves left.* 2 make it unsolvable/);
  assert.equal(await page.locator("#board .judged.loses").count(), 2);
  assert.equal(await page.locator("#board .judged.shortest").count(), 1);
  await visit.stroke("#board svg", [4, 2], [4, 3]);
  await visit.says("here-said", /^Lost: it cannot be solved from here, proved/);
  await page.click("#undo");
  await visit.says("here-said", /^$/);
}
