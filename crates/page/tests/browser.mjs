// Opens the page in a headless browser and uses it as people do.
//
// usage: node browser.mjs ADDRESS [FOLDER for screenshots]
//
// Needs playwright-core and axe-core where node finds them, and a Chromium: CHROMIUM or
// /usr/bin/chromium. It exits with 0 if everything holds.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

const [address, folder] = process.argv.slice(2);
const require = createRequire(join(process.env.MODULES ?? process.cwd(), "index.js"));
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

/** A page at a width, with everything that must not happen noted. */
async function open(width, url = address) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, serviceWorkers: "block" });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(address).origin) faults.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return { page, faults };
}

const text = (page, id) => page.locator(`#${id}`).innerText();

async function settled(page) {
  await page.waitForFunction(() => document.querySelector("#stop").disabled && document.querySelector("#verdict").textContent);
}

/** Types a text and waits until it is shown. */
async function type(page, typed) {
  await page.fill("#text", typed);
  await page.waitForTimeout(700);
}

async function look(page, name) {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function accessible(page) {
  await page.addScriptTag({ path: axe }).catch(() => page.evaluate(require("node:fs").readFileSync(axe, "utf8")));
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), []);
}

const DRAWN = "#######\n#1....#\n#..#..#\n#....2#\n#######\n\nmolecule:\n.2\n1.\n";

for (const width of [390, 1400]) {
  const { page, faults } = await open(width);
  assert.match(await text(page, "name"), /water/i);

  await page.click("#start");
  await settled(page);
  assert.equal(await text(page, "verdict"), "OPTIMAL: 13");
  await look(page, `proved-${width}`);
  await accessible(page);

  await page.click("#watch");
  await page.waitForFunction(() => document.querySelector("#state").textContent.includes("Solved"), null, { timeout: 20_000 });
  assert.match(await text(page, "state"), /13 moves made/);

  await page.click("#restart");
  await page.waitForFunction(() => !document.querySelector("#state").textContent.includes("made"));
  await page.click("#ask-hint");
  await page.waitForFunction(() => document.querySelector("#hint").textContent.startsWith("13 moves left"), null, { timeout: 30_000 });

  // A piece is moved by keys.
  const piece = page.locator("#board .piece").first();
  const before = await piece.getAttribute("transform");
  const label = await piece.getAttribute("aria-label");
  const way = /right|left|up|down/.exec(label.split(";")[1])[0];
  await piece.focus();
  await page.keyboard.press({ right: "ArrowRight", left: "ArrowLeft", up: "ArrowUp", down: "ArrowDown" }[way]);
  await page.waitForFunction(() => document.querySelector("#state").textContent.startsWith("1 move made"));
  assert.notEqual(await piece.getAttribute("transform"), before);

  // A level is drawn and solved.
  await type(page, DRAWN);
  assert.equal(await text(page, "problem"), "");
  await page.click("#start");
  await settled(page);
  assert.equal(await text(page, "verdict"), "OPTIMAL: 4");

  // It is shared as a link.
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#p="));
  const link = page.url();
  const shared = await open(width, link);
  assert.equal(await shared.page.locator("#text").inputValue(), DRAWN);
  assert.deepEqual(shared.faults, []);
  await shared.page.context().close();

  // Painting a wall changes the text.
  await page.locator("#colours button", { hasText: "#" }).click();
  const box = await page.locator("#board svg").boundingBox();
  await page.mouse.click(box.x + box.width * (3.5 / 7), box.y + box.height * (1.5 / 5));
  await page.waitForFunction(() => document.querySelector("#text").value.split("\n")[1] === "#1.#..#");

  // A broken file tells where.
  await page.setInputFiles("#file", { name: "broken.dat", mimeType: "text/plain", buffer: Buffer.from("[Level1]\nName=x\nfeld_00=###\nfeld_01=#1\n") });
  await page.waitForFunction(() => /Line \d+, column \d+/.test(document.querySelector("#problem").textContent));
  assert.equal(await page.locator("#text").getAttribute("aria-invalid"), "true");
  await look(page, `broken-${width}`);
  await accessible(page);

  // Tiles and Panex.
  await page.selectOption("#ready", { label: "8-puzzle: as hard as it gets" });
  await page.waitForTimeout(500);
  await page.click("#start");
  await settled(page);
  assert.equal(await text(page, "verdict"), "OPTIMAL: 31");
  await look(page, `tiles-${width}`);

  assert.deepEqual(faults, []);
  await page.context().close();
  console.log(`width ${width}: all as it should be`);
}

// Files by chance never hang the page.
{
  const { page, faults } = await open(1400);
  let seed = 12345;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2 ** 31; return seed % n; };
  const count = Number(process.env.FILES ?? 100);
  for (let n = 0; n < count; n += 1) {
    const alphabet = ["#.123 \n", "[]Level=feld_mole\n#.1", "0123456789 /\n", "{}[]\":,ab#", "\u0000\u00e9\ufffd<>&\n"][random(5)];
    const bytes = Array.from({ length: random(2000) }, () => alphabet[random(alphabet.length)]).join("");
    await page.setInputFiles("#file", { name: `${n}.txt`, mimeType: "text/plain", buffer: Buffer.from(bytes) });
  }
  await page.waitForTimeout(500);
  await type(page, "water");
  await page.waitForFunction(() => /water/i.test(document.querySelector("#name").textContent), null, { timeout: 20_000 });
  assert.deepEqual(faults, []);
  console.log(`${count} files by chance: the page still answers`);
}
await browser.close();
