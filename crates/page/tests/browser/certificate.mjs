// Certificates: a good one, and one that was altered.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const WATER = readFileSync(new URL("water.proof", import.meta.url));

export async function checksCertificates(visit) {
  const { page } = visit;
  await visit.write("panex:2");
  await visit.file("water.proof", WATER);
  await visit.says("certificate-verdict", /^Accepted$/);
  await visit.says("certificate-said", /^"water": 13 moves solve it, and no fewer do\n[\d,]+ states, digest [0-9a-f]{64}$/);
  await page.click("#certificate-show");
  await visit.says("verdict", /^OPTIMAL 13$/);

  const altered = Buffer.from(WATER);
  altered[altered.length - 1] ^= 1;
  await visit.file("altered.proof", altered);
  await visit.says("certificate-verdict", /^Rejected$/);
  assert.equal(await page.locator("#certificate-show").isHidden(), true);
  await page.keyboard.press("Escape");

  await visit.file("large.proof", Buffer.concat([WATER, Buffer.alloc(3 << 20)]));
  await visit.says("certificate-verdict", /^Too large/);
  await page.keyboard.press("Escape");
  await visit.says("verdict", /^OPTIMAL 13$/);
}
