// The second visit, without a network.
import assert from "node:assert/strict";

export async function worksOffline(visit) {
  const { page, context } = visit;
  // What a server computes needs the server.
  if (await visit.isServed()) return;
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller);
  visit.isOffline = true;
  await context.setOffline(true);
  await page.reload();
  await visit.isReady();
  await visit.says("verdict", /^OPTIMAL 13$/);
  await page.click("#ask-hint");
  await visit.says("hint", /^13 moves left/, 30_000);
  assert.equal(await page.evaluate(() => fetch("index.html", { cache: "no-store" }).then((r) => r.ok)), true);
}
