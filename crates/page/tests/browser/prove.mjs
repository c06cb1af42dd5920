// The proof ruler, and the plan that it finds.
import assert from "node:assert/strict";

/** The optimum is proved by itself; the plan is played to its end. */
export async function proves(visit) {
  const { page } = visit;
  assert.match(await visit.text("name"), /water/i);
  await visit.says("verdict", /^OPTIMAL 13$/);
  assert.equal(await visit.text("low-label"), "no solution below 13: proved");
  assert.match(await visit.text("high-label"), /^best plan 13, found after /);
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
}

/** A search that is stopped keeps its bounds and the best plan. */
export async function stops(visit) {
  const { page } = visit;
  await page.uncheck("#live");
  await visit.write("15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 0");
  await visit.says("name", /15/);
  await page.click("#start");
  await visit.says("low-label", /^no solution below \d+: proved$/, 30_000);
  await page.click("#stop");
  await page.waitForFunction(() => document.querySelector("#stop").disabled);
  const lower = Number(await visit.text("low"));
  assert.ok(lower > 40 && lower <= 80, `a bound of ${lower}`);
  assert.match(await page.getAttribute("#prove", "data-is"), /^(open|optimal)$/);
}
