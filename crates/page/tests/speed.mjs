// The engine as WebAssembly beside the native one, with one thread each: what both prove, what they
// expand, and how much processor time they take (of WebAssembly with its compilation).
//
// usage: node speed.mjs FOLDER COMMAND [INSTANCE ...]
//
// FOLDER has the page, COMMAND is fewest. Without instances it takes those of FEWEST_DATA or
// ../shared/data that are named below, or Water where there are none. It fails where the two do not
// prove the same, or where WebAssembly has less than half of the native speed in all instances
// together. That counts are equal is checked by counts.mjs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, command, ...named] = process.argv.slice(2);
const data = process.env.FEWEST_DATA ?? "../shared/data";
/** Files, which of their instances, and their goal. */
const WANTED = [
  ["atomix/levels/katomic_05", [1], ""],
  ["atomix/levels/atomix_04", [1], ""],
  ["tiles/korf100.txt", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "blank-first"],
];
/** Bytes that a page gives to a search. */
const MEMORY = "2GiB";

const { initSync, answer } = await import(pathToFileURL(resolve(folder, "fewest.js")));
initSync({ module: new WebAssembly.Module(readFileSync(join(folder, "fewest_bg.wasm"))) });

function native({ input, goal }) {
  const options = ["solve", input, "--threads", "1", "--memory", MEMORY, "--json"];
  if (goal) options.push("--goal", goal);
  const output = execFileSync(command, options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });
  return JSON.parse(output.trim().split("\n").at(-1)).data;
}

function wasm({ text, number, goal }) {
  const question = JSON.stringify({ text, number, goal, moves: [] });
  const before = process.cpuUsage();
  const { result } = JSON.parse(answer("solve", question, () => false));
  const { user, system } = process.cpuUsage(before);
  return { ...result, cpu_seconds: (user + system) / 1e6 };
}

const wanted = WANTED.filter(([file]) => existsSync(join(data, file)))
  .flatMap(([file, numbers, goal]) => numbers.map((number) => ({
    goal,
    text: readFileSync(join(data, file), "utf8"),
    number,
    input: numbers.length > 1 ? `${join(data, file)}:${number}` : join(data, file),
  })));
const own = named.map((input) => ({ text: existsSync(input) ? readFileSync(input, "utf8") : input, number: 1, input, goal: "" }));
const instances = own.length ? own : wanted.length ? wanted : [{ text: "water", number: 1, input: "water", goal: "" }];

let [here, there] = [0, 0];
let isSame = true;
console.log("| instance | optimum | expanded | native, s | WebAssembly, s | share of the speed |\n|---|---|---|---|---|---|");
for (const instance of instances) {
  const [one, other] = [native(instance), wasm(instance)];
  here += one.cpu_seconds;
  there += other.cpu_seconds;
  const pair = ["upper", "lower", "status"].every((key) => one[key] === other[key]);
  isSame &&= pair;
  const both = (key) => (one[key] === other[key] ? String(one[key]) : `${one[key]} / ${other[key]}`);
  const share = ((100 * one.cpu_seconds) / other.cpu_seconds).toFixed(0);
  console.log(`| ${one.instance} | ${both("upper")} | ${both("expanded")} | ${one.cpu_seconds.toFixed(2)} | ${other.cpu_seconds.toFixed(2)} | ${share} % |`);
}
const share = here / there;
console.log(`\nIn all: ${here.toFixed(2)} s and ${there.toFixed(2)} s, ${(100 * share).toFixed(0)} % of the native speed`);
if (!isSame || share < 0.5) {
  console.error(isSame ? "less than half of the native speed" : "the two do not prove the same");
  process.exit(1);
}
