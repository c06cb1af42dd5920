// What the page looks like: nothing sticks out, what is touched is large, and axe finds nothing.
import assert from "node:assert/strict";

/** Things wider than the page, and things too small to touch. */
async function sizes({ page }) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : [];
    const small = [...document.querySelectorAll("button, select, summary, .button, .check")]
      .filter((one) => one.checkVisibility() && !one.closest("details:not([open]) > :not(summary)"))
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width < 44 || height < 44;
      })
      .map((one) => `small: ${one.outerHTML.slice(0, 90)}`);
    return [...wide, ...small];
  });
}

export async function looks(visit, folder) {
  const { page, width, scheme } = visit;
  const check = async (name) => {
    assert.deepEqual(await sizes(visit), [], name);
    assert.deepEqual(await visit.violations(), [], name);
    await visit.picture(folder, `${name}-${width}-${scheme}`);
  };
  await visit.says("verdict", /^OPTIMAL 13$/);
  await page.click("#solution summary");
  await check("proved");
  await page.click("#study summary");
  await visit.says("surveyed", /^From the start/);
  await check("study");
  await page.click("#study summary");
  await page.click("#ask-hint");
  await visit.says("hint", /moves left/, 30_000);
  await check("hint");
  await page.click("#mode-draw");
  await page.waitForSelector("#palette button");
  await check("drawing");
  await page.click("#new");
  await check("dialog");
  await page.keyboard.press("Escape");
  await visit.file("broken.dat", "[Level1]\nName=x\nfeld_00=###\nfeld_01=#1\n");
  await visit.says("problem", /Line \d+, column \d+/);
  await check("broken");
  await page.selectOption("#ready", { label: "15-puzzle" });
  await page.waitForTimeout(800);
  await check("tiles");
  await page.selectOption("#ready", { label: "8-puzzle: as hard as it gets" });
  await visit.says("verdict", /^OPTIMAL 31$/);
  await page.click("#study summary");
  await visit.says("surveyed", /^From the start/);
  await check("study-tiles");
  await page.selectOption("#ready", { label: "Panex: towers of five" });
  await visit.says("verdict", /^OPTIMAL/);
  await check("panex");
}
