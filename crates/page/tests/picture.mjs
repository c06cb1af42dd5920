// Takes the picture of the page for the book.
//
// usage: node picture.mjs FOLDER FILE
import { statSync } from "node:fs";
import { host } from "./browser/host.mjs";
import { Visit, close } from "./browser/visit.mjs";

const BOARD = `..#######..
###.....###
#1...#...4#
#.#.....#.#
#...#.#...#
###..2..###
#...#.#...#
#.#.....#.#
#....#..3.#
###.....###
..#######..`;
const ROWS = BOARD.split("\n").map((row, n) => `feld_${String(n).padStart(2, "0")}=${row}`);
const LEVEL = `[Level]
Name=Methanal
atom_1=1-d
atom_2=2-Bfh
atom_3=3-D
atom_4=1-b
${ROWS.join("\n")}
mole_0=1..
mole_1=.23
mole_2=4..
`;

const [folder, file] = process.argv.slice(2);
const { address, end } = await host(folder);
const visit = await Visit.to(address, 1180);
const { page } = visit;
await visit.write(LEVEL);
await visit.says("name", /^Methanal$/);
await visit.says("verdict", /^OPTIMAL 11$/);
await page.click("#ask-hint");
await visit.says("hint", /moves left/, 30_000);
await page.locator("#ask-hint").blur();
await page.mouse.move(0, 0);
await page.locator("#text").evaluate((text) => { text.scrollTop = 0; });
await page.screenshot({ path: file, fullPage: true });
await visit.end();
await close();
end();
console.log(`${file}: ${statSync(file).size} bytes`);
