// The proof ruler, and the plan that it finds.
import assert from "node:assert/strict";

/** The optimum is proved by itself; the plan is played to its end. */
export async function proves(visit) {
  const { page } = visit;
  assert.match(await visit.text("name"), /water/i);
  await visit.says("verdict", /^OPTIMAL 13$/);
  assert.equal(await visit.text("low-label"), "no solution below 13: proved");
  assert.match(await visit.text("high-label"), /^best plan 13, found (at once|after)/);
  assert.match(await page.getAttribute("#ruler", "aria-label"), /no solution below 13: proved; OPTIMAL 13/);

  await page.selectOption("#speed", { label: "fast" });
  await page.click("#watch");
  await visit.says("state", /^Solved in 13 moves, as few as possible/);
  assert.equal(await page.locator("#own").innerText(), "your 13");

  // A move of the plan leads to its place.
  await page.click("#solution summary");
  await page.locator("#plan button").nth(3).click();
  await visit.says("state", /^4 moves made/);
  await visit.says("here-said", /^Still solvable: 9 moves left, proved, on a shortest solution/);

  // Of a plan that is watched one can pause.
  await page.click("#watch");
  await visit.says("state", /^6 moves made/);
  await page.click("#watch");
  await page.waitForTimeout(600);
  const state = await visit.text("state");
  await page.waitForTimeout(600);
  assert.equal(await visit.text("state"), state);

  // Tiles and Panex.
  await page.selectOption("#ready", { label: "8-puzzle: as hard as it gets" });
  await visit.says("verdict", /^OPTIMAL 31$/);
  await page.selectOption("#ready", { label: "Panex: towers of three" });
  await visit.says("verdict", /^OPTIMAL 42$/);
  assert.equal(await visit.text("assumes"), "");
  await page.selectOption("#ready", { label: "Panex: towers of five" });
  await visit.says("verdict", /^OPTIMAL 343$/);
  const assumed = "This assumes that the claim on levels holds, which the book argues but does not prove";
  assert.ok((await visit.text("assumes")).startsWith(assumed));
  assert.ok((await page.getAttribute("#ruler", "aria-label")).includes(assumed));
}

/** Difficulty, and the states around both ends: by layer, by estimate and by bound. */
export async function studies(visit) {
  const { page } = visit;
  const drawn = (id) => page.locator(`#${id} svg .step`).count();
  await visit.says("verdict", /^OPTIMAL 13$/);
  assert.equal(await page.getAttribute("#study", "open"), null);
  await page.click("#study summary");
  await visit.says("difficulty", /^Difficulty: medium, \d+\.\d bits\. 36 shortest solutions, \d+ detours, 0 dead ends beside it\.$/);
  await visit.says("surveyed", /^From the start: all 64,140 states\.\s*From the goals: all 85,140 states\.$/);
  assert.deepEqual([await drawn("layers"), await drawn("estimates")], [2, 2]);

  // Another puzzle has another space; all of this one is counted.
  await page.selectOption("#ready", { label: "8-puzzle: as hard as it gets" });
  await visit.says("verdict", /^OPTIMAL 31$/);
  assert.equal(await page.getAttribute("#study", "open"), null);
  await page.click("#study summary");
  await visit.says("difficulty", /^Difficulty: medium, 45\.8 bits/);
  await visit.says("surveyed", /^From the start: all 181,440 states\.\s*From the goals: all 181,440 states\.$/);
  assert.equal(await visit.text("heuristic"), "manhattan");
  assert.equal(await drawn("per-bound"), 1);

  // Panex has no heuristic, so nothing is said of one.
  await page.selectOption("#ready", { label: "Panex: towers of three" });
  await visit.says("verdict", /^OPTIMAL 42$/);
  await page.click("#study summary");
  await visit.says("surveyed", /^From the start: all [\d,]+ states\./);
  assert.equal(await drawn("layers"), 2);
  assert.equal(await page.locator("#estimates").isVisible(), false);
}

/** A search that is stopped keeps its bounds and the best plan. */
export async function stops(visit) {
  const { page } = visit;
  await page.uncheck("#live");
  // All 24 tiles the other way round: no page proves that while a test waits.
  const tiles = Array.from({ length: 24 }, (_, n) => 24 - n);
  await visit.write(`0 ${tiles.join(" ")}`);
  await visit.says("name", /^24-puzzle$/);
  await page.click("#start");
  await visit.says("high-label", /^best plan \d+, found/, 60_000);
  await page.click("#stop");
  await visit.says("verdict-label", /^stopped; this holds$/);
  const lower = Number(await visit.text("low"));
  assert.ok(lower > 40, `a bound of ${lower}`);
  assert.match(await page.getAttribute("#prove", "data-is"), /^open$/);
  // The plan is there, too.
  assert.equal(await page.locator("#watch").isEnabled(), true);
  assert.equal(await page.locator("#plan button").count(), Number(await visit.text("high")));
}

/** A worker that dies leaves the bounds on the ruler; then the native command is told. */
export async function outlives(visit) {
  const { page } = visit;
  if (await visit.isServed()) return;
  const dies = `onmessage = () => {
    postMessage({ progress: { lower: 7, upper: 20, expanded: 5, seconds: 1 } });
    setTimeout(() => { throw new Error("out of memory"); }, 50);
  };`;
  await page.route("**/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: dies }));
  await visit.write("#######\n#1...2#\n#######\n\nmolecule:\n12\n");
  await visit.says("name", /^A level of your own$/);
  await visit.says("verdict-label", /^the engine ended; this holds$/);
  assert.equal(await visit.text("low-label"), "no solution below 7: proved");
  assert.match(await visit.text("high-label"), /^best plan 20, found after 1\.0 s$/);
  assert.equal(await visit.text("command"), "fewest solve level.txt");
  // The board still answers.
  await visit.stroke("#board svg", [1, 1], [3, 1]);
  await visit.says("state", /^Solved in 1 move/);
}
