// Opens the page in a headless browser and uses it as people do.
//
// usage: node browser.mjs FOLDER|ADDRESS [FOLDER for screenshots]
//
// Needs playwright-core and axe-core in the folder MODULES, and a Chromium: CHROMIUM or
// /usr/bin/chromium. FILES is the number of files by chance that are opened. It exits with 0 if
// everything holds.
import { Visit, close } from "./browser/visit.mjs";
import { checksCertificates } from "./browser/certificate.mjs";
import { draws } from "./browser/draw.mjs";
import { opensFiles, survivesFiles } from "./browser/files.mjs";
import { host } from "./browser/host.mjs";
import { looks } from "./browser/looks.mjs";
import { worksOffline } from "./browser/offline.mjs";
import { plays } from "./browser/play.mjs";
import { outlives, proves, stops, studies } from "./browser/prove.mjs";
import { shares } from "./browser/share.mjs";

const [place, folder] = process.argv.slice(2);
const { address, end } = await host(place);
const WIDTHS = [390, 1400];

/** One part of the test in a page of its own. */
async function part(name, width, use, options) {
  const began = performance.now();
  const visit = await Visit.to(address, width, options);
  try {
    await use(visit, folder);
  } catch (error) {
    await visit.picture(folder ?? ".", `failed-${width}`);
    throw error;
  }
  await visit.end();
  console.log(`${String(width).padStart(4)} pixels: ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

/** One part after the other in one width. */
async function visits(width) {
  await part("proves, and plays the plan to its end", width, proves);
  await part("stops and keeps what was proved", width, stops);
  await part("studies a puzzle and its space", width, studies);
  await part("plays by mouse, keys and hints", width, plays);
  await part("draws a level and proves it", width, draws);
  await part("shares a puzzle as a link", width, shares);
  await part("checks certificates", width, checksCertificates);
  await part("tells errors of a file where they are", width, opensFiles);
  for (const scheme of ["light", "dark"]) {
    await part(`is accessible and fits (${scheme})`, width, looks, { scheme });
  }
}

// Side by side: pages wait most of the time.
await Promise.all([
  ...WIDTHS.map(visits),
  part("survives files by chance", WIDTHS[1], survivesFiles),
]);
await part("outlives a worker that dies", WIDTHS[1], outlives);
await part("works without a network", WIDTHS[1], worksOffline, { serviceWorkers: "allow" });
await close();
end();
