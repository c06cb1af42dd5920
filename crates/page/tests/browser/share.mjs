// Puzzles in links.
import assert from "node:assert/strict";
import { Visit } from "./visit.mjs";

const DRAWN = "#######\n#1....#\n#..#..#\n#....2#\n#######\n\nmolecule:\n.2\n1.\n";

export async function shares(visit) {
  const { page } = visit;
  await visit.write(DRAWN);
  await visit.says("verdict", /^OPTIMAL 4$/);
  await page.click("#share");
  await page.waitForFunction(() => location.hash.startsWith("#p="));

  const shared = await Visit.to(page.url(), visit.width);
  assert.equal(await shared.page.locator("#text").inputValue(), DRAWN);
  await shared.says("verdict", /^OPTIMAL 4$/);
  await shared.end();

  const broken = await Visit.to(`${page.url().split("#")[0]}#p=nonsense`, visit.width);
  await broken.says("problem", /^This link cannot be read/);
  await broken.end();

  // The level is saved as it is.
  await page.click(".menu summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-level")]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  assert.equal(Buffer.concat(chunks).toString(), DRAWN);
}
