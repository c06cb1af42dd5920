// Takes the picture of the page for the book.
//
// usage: node picture.mjs FOLDER FILE
import { statSync } from "node:fs";
import { host } from "./browser/host.mjs";
import { Visit, close } from "./browser/visit.mjs";

const [folder, file] = process.argv.slice(2);
const { address, end } = await host(folder);
const visit = await Visit.to(address, 1180);
await visit.page.setViewportSize({ width: 1180, height: 900 });
await visit.says("verdict", /^OPTIMAL/);
await visit.page.click("#ask-hint");
await visit.says("hint", /moves left/, 30_000);
await visit.page.screenshot({ path: file });
await visit.end();
await close();
end();
console.log(`${file}: ${statSync(file).size} bytes`);
