// Opens replays as `fewest replay --as html` writes them, and uses them as people do.
//
// usage: node player.mjs FOLDER (of pages) [FOLDER for screenshots]
//
// Needs playwright-core and axe-core where node finds them, and a Chromium: CHROMIUM or
// /usr/bin/chromium. It exits with 0 if everything holds.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const [pages, folder] = process.argv.slice(2);
const require = createRequire(join(process.env.MODULES ?? process.cwd(), "index.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** Plays one page at a width and in a scheme of colours. */
async function play(file, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) faults.push(request.url()); });
  await page.goto(`file://${resolve(file)}`);
  const text = (id) => page.locator(`#${id}`).innerText();
  const board = () => page.$$eval("#board .piece", (pieces) => pieces.map((piece) => piece.getAttribute("transform")).join());
  const [, steps] = (await text("count")).split(" / ").map(Number);
  assert.equal(await text("said"), "Start");
  const start = await board();

  await page.keyboard.press("ArrowRight");
  assert.match(await text("said"), /^1\. ./);
  assert.notEqual(await board(), start);
  assert.equal(await page.locator(".piece.moved").count(), 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await board(), start);

  await page.keyboard.press("End");
  assert.equal(await text("count"), `${steps} / ${steps}`);
  const end = await board();
  assert.ok(await page.locator("#forward").isDisabled());
  await page.locator("#scrub").fill("1");
  assert.match(await text("count"), /^1 \//);
  await page.locator("#list button").first().click();
  assert.match(await text("count"), /^1 \//);

  // As a film, as fast as it goes.
  await page.selectOption("#speed", "10");
  await page.locator("#first").click();
  await page.locator("#play").click();
  await page.waitForFunction((all) => document.querySelector("#count").textContent === all, `${steps} / ${steps}`);
  assert.equal(await board(), end);
  assert.equal(await text("play"), "Play");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the screen");

  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
  if (folder) await page.screenshot({ path: join(folder, `${basename(file, ".html")}-${width}-${colorScheme}.png`) });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.ok(!(await page.locator("#bar").isVisible()));
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(28, 36, 48)");
  assert.deepEqual(faults, []);
  await context.close();
}

const files = readdirSync(pages).filter((name) => name.endsWith(".html"));
assert.ok(files.length > 0, "there are pages");
for (const file of files) {
  for (const width of [390, 1400]) {
    for (const scheme of ["light", "dark"]) await play(join(pages, file), width, scheme);
  }
  console.log(`${file}: plays`);
}
await browser.close();
