// A visit to the page, with everything that must not happen noted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.MODULES ?? process.cwd(), "index.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

export const close = () => browser.close();

export class Visit {
  /** Opens the page and waits until it is ready. */
  static async to(address, width, { scheme = "light", serviceWorkers = "block" } = {}) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      hasTouch: width < 500,
      acceptDownloads: true,
      serviceWorkers,
    });
    const visit = new Visit();
    Object.assign(visit, { context, width, scheme, faults: [], isOffline: false });
    const page = await context.newPage();
    visit.page = page;
    page.on("console", (message) => {
      if (message.type() === "error" && !visit.isOffline) visit.faults.push(message.text());
    });
    page.on("pageerror", (error) => visit.faults.push(String(error)));
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(address).origin) visit.faults.push(`request to ${request.url()}`);
    });
    await page.goto(address);
    await visit.isReady();
    return visit;
  }

  async isReady() {
    await this.page.waitForSelector("body[data-ready]", { timeout: 20_000 });
  }

  /** Whether a server has the engine. */
  isServed() {
    return this.page.evaluate(() => document.documentElement.hasAttribute("data-served"));
  }

  text(id) {
    return this.page.locator(`#${id}`).innerText();
  }

  /** Waits until the text of an element is like this. */
  async says(id, pattern, timeout = 20_000) {
    const { source, flags } = new RegExp(pattern);
    try {
      await this.page.waitForFunction(
        ([id, source, flags]) => new RegExp(source, flags).test(document.getElementById(id).textContent),
        [id, source, flags],
        { timeout },
      );
    } catch {
      assert.match(await this.page.locator(`#${id}`).textContent(), new RegExp(pattern), `#${id}`);
    }
  }

  /** Types a text instead of the one that is there. */
  async write(text) {
    await this.page.fill("#text", text);
  }

  /** Opens a file. */
  async file(name, text) {
    await this.page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
  }

  /** The middle of a cell of a picture. */
  async cell(picture, x, y) {
    return this.page.locator(picture).evaluate((svg, [x, y]) => {
      const { x: left, y: top } = new DOMPoint(40 * (x + 0.5), 40 * (y + 0.5)).matrixTransform(svg.getScreenCTM());
      return { x: left, y: top };
    }, [x, y]);
  }

  /** Draws with the mouse from one cell to another one. */
  async stroke(picture, from, to = from) {
    await this.page.locator(picture).scrollIntoViewIfNeeded();
    const [first, last] = [await this.cell(picture, ...from), await this.cell(picture, ...to)];
    await this.page.mouse.move(first.x, first.y);
    await this.page.mouse.down();
    await this.page.mouse.move(last.x, last.y, { steps: 4 });
    await this.page.mouse.up();
  }

  /** What axe finds. */
  async violations() {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => window.axe.run());
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  }

  async picture(folder, name) {
    if (folder) await this.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** Nothing went wrong. */
  async end() {
    assert.deepEqual(this.faults, []);
    await this.context.close();
  }
}
