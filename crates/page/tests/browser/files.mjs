// Files: broken ones, several levels in one, and files by chance.
import assert from "node:assert/strict";

const LEVEL = (number, name, row) => `[Level${number}]\nName=${name}\natom_1=1-c\natom_2=1-g\nfeld_00=#######\nfeld_01=${row}\nfeld_02=#######\nmole_0=12\n`;

export async function opensFiles(visit) {
  const { page } = visit;
  await visit.file("broken.dat", "[Level1]\nName=x\natom_1=1-c\nfeld_00=####\nfeld_01=#1?#\nfeld_02=####\nmole_0=1\n");
  await visit.says("problem", /Line 5, column 11: /);
  assert.equal(await page.getAttribute("#text", "aria-invalid"), "true");
  assert.equal(await page.locator("#lines .bad mark").innerText(), "?#");
  assert.equal(await page.locator("#start").isDisabled(), true);
  await page.locator("#problem button").first().click();
  const at = await page.locator("#text").evaluate((text) => text.value.slice(0, text.selectionStart));
  assert.equal(at.split("\n").length, 5);

  // Several levels, one of them broken.
  const levels = LEVEL(1, "First", "#1...2#") + LEVEL(2, "Second", "#1.?.2#") + LEVEL(3, "Third", "#2..1.#");
  await visit.file("levels.dat", levels);
  await visit.says("name", /^First$/);
  // The list comes after the position.
  await visit.says("number", /^1\. First2\..* \(broken\)3\. Third$/);
  await page.selectOption("#number", "2");
  await visit.says("problem", /^Line 14, column/);
  await page.selectOption("#number", "3");
  await visit.says("name", /^Third$/);
  await visit.says("verdict", /^(OPTIMAL|UNSOLVABLE)/);
}

export async function survivesFiles(visit) {
  let seed = 12345;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % n;
  };
  const alphabets = ["#.123 \n", "[]Level=feld_mole\n#.1", "0123456789 /\n", "{}[]\":,ab#", "\u0000\u00e9\ufffd<>&\n"];
  const count = Number(process.env.FILES ?? 200);
  for (let n = 0; n < count; n += 1) {
    const alphabet = alphabets[random(alphabets.length)];
    const text = Array.from({ length: random(2000) }, () => alphabet[random(alphabet.length)]).join("");
    await visit.file(`${n}.txt`, text);
  }
  await visit.write("water");
  await visit.says("verdict", /^OPTIMAL 13$/);
  console.log(`${count} files by chance`);
}
