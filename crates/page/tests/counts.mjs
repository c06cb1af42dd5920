// The engine as WebAssembly on the corpus: what it proves and what it expands by its own choice of a
// method are what corpus/expanded.tsv has for the native one.
//
// usage: node counts.mjs FOLDER
//
// FOLDER has the page; MODULES is where smol-toml is. Instances of FEWEST_DATA or ../shared/data are
// left out where there is no such folder.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const data = process.env.FEWEST_DATA ?? "../shared/data";
const { parse } = createRequire(join(process.env.MODULES, "node_modules/"))("smol-toml");
const { initSync, answer } = await import(pathToFileURL(resolve(folder, "fewest.js")));
initSync({ module: new WebAssembly.Module(readFileSync(join(folder, "fewest_bg.wasm"))) });

/** Of every instance: verdict, bounds and counts of the native engine's own choice. */
const native = new Map(readFileSync("corpus/expanded.tsv", "utf8").trim().split("\n")
  .map((line) => line.split("\t"))
  .filter(([, engine]) => engine === "default")
  .map(([name, , , verdict, , lower, upper, expanded, generated]) =>
    [name, [verdict, lower, upper, expanded, generated].join(" ")]));

function text({ input, level, data: file }) {
  return input ?? readFileSync(level ? join("corpus/levels", level) : join(data, file), "utf8");
}

const instances = ["atomix", "tiles", "panex"]
  .flatMap((family) => parse(readFileSync(`corpus/${family}.toml`, "utf8")).instance)
  .filter(({ data: file }) => !file || existsSync(data));
const others = instances.flatMap((instance) => {
  const question = { text: text(instance), number: 1, goal: instance.goal ?? "", moves: [] };
  const said = JSON.parse(answer("solve", JSON.stringify(question), () => false));
  const { status, lower, upper, expanded, generated } = said.result ?? said;
  const found = [status, lower ?? "-", upper ?? "-", expanded, generated].join(" ");
  const known = native.get(instance.name);
  return found === known ? [] : [`${instance.name}: ${found}; natively ${known}`];
});
console.log(`${instances.length - others.length} of ${instances.length} instances: the same counts as natively`);
if (others.length) {
  console.error(others.join("\n"));
  process.exit(1);
}
