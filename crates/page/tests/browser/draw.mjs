// A level is drawn by hand.
import assert from "node:assert/strict";

const BOARD = "#board svg";
const MOLECULE = "#goal svg";

/** Chooses what is painted. */
const take = (page, what) => page.click(`#palette [aria-label="Paint ${what}"]`);

export async function draws(visit) {
  const { page } = visit;
  await page.click("#new");
  await page.fill("#columns", "7");
  await page.fill("#rows", "5");
  await page.click("#new-level .primary");
  await visit.says("state", /^Paint the board/);
  const drawn = (rows) => page.waitForFunction((text) => document.querySelector("#text").value.startsWith(text), rows);

  await take(page, "wall");
  await visit.stroke(BOARD, [2, 2], [3, 2]);
  await drawn("#######\n#.....#\n#.##..#\n");
  await take(page, "atom 1");
  await visit.stroke(BOARD, [1, 1]);
  await page.click("text=+ atom");
  await take(page, "atom 2");
  await visit.stroke(BOARD, [5, 3]);
  // What is missing is told while one draws.
  await visit.says("problem", /molecule/);

  await visit.stroke(MOLECULE, [0, 0]);
  await take(page, "atom 1");
  await visit.stroke(MOLECULE, [-1, 0]);
  await page.waitForFunction(() => document.querySelector("#text").value.endsWith("molecule:\n12\n"));
  await visit.says("verdict", /^OPTIMAL \d+$/);
  assert.equal(await page.locator("#problem").innerText(), "");
  const optimum = await visit.text("verdict");

  // A wall more makes another puzzle; undo brings the first one back.
  await take(page, "wall");
  await visit.stroke(BOARD, [4, 1]);
  await drawn("#######\n#1..#.#\n");
  await page.click("#undo");
  await drawn("#######\n#1....#\n");
  await visit.says("verdict", new RegExp(`^${optimum}$`));

  // An element with a bond makes a level of KAtomic.
  await take(page, "atom 1");
  await page.click("text=Element…");
  await page.selectOption("#element", { label: "H, hydrogen" });
  await page.click('[aria-label^="Bonds at the right:"]');
  await page.click("#kind .primary");
  await drawn("[Level]\nName=\natom_1=1-c\n");
  await visit.says("verdict", new RegExp(`^${optimum}$`));

  // It is played.
  await page.click("#mode-play");
  await visit.says("state", /^Drag a piece/);
}
