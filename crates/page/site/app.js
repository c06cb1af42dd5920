// @ts-check
// The page: a puzzle, a board to play on, and a proof.
import { Board } from "./board.js";
import { painted } from "./paint.js";
import { draw } from "./ruler.js";
import { link, linked, save } from "./share.js";
import { connect } from "./solver.js";

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
const solver = await connect();
$("backend").textContent = solver.name;
$("where").textContent = solver.where;

/** @type {import("./solver.js").Question} */
let question = { text: "", number: 1, goal: "", moves: [] };
/** Moves taken back. @type {string[]} */
let undone = [];
/** What was answered last of the position. @type {any} */
let shown = null;
/** What is being searched. @type {import("./solver.js").Running | null} */
let running = null;
/** What is proved, and of which position. @type {any} */
let proof = null;
let timer = 0;
/** What a click paints, if anything. */
let colour = "";

const board = new Board($("board"), (move) => go([...question.moves, move.text]), paint);

/** @param {number} n */
const count = (n) => `${n.toLocaleString("en")} move${n === 1 ? "" : "s"}`;
const here = (/** @type {string[]} */ moves) => JSON.stringify({ ...question, moves });

/** Shows the puzzle of the text anew. */
async function open() {
  stop();
  proof = null;
  undone = [];
  prove();
  await look();
}

/** Asks for the position and shows it. */
async function look() {
  const asked = { ...question };
  const answer = question.text.trim() === "" ? null : await solver.ask("open", asked);
  // Somebody has typed on meanwhile.
  if (JSON.stringify(asked) !== JSON.stringify(question)) return;
  const error = answer?.error;
  $("problem").textContent = error ? place(error) : answer?.failed ?? (answer?.warnings ?? []).join("; ");
  $("text").setAttribute("aria-invalid", String(Boolean(error)));
  const isRight = Boolean(answer && !error && !answer.failed);
  $("start").disabled = !isRight;
  if (!isRight) return;
  shown = answer;
  question.moves = answer.played;
  $("several").hidden = answer.count < 2;
  $("of").textContent = `of ${answer.count}`;
  $("number").max = answer.count;
  $("goal-choice").hidden = answer.puzzle !== "tiles";
  $("name").textContent = answer.title ? `${answer.name} “${answer.title}”` : answer.name;
  $("goal").firstElementChild.innerHTML = answer.goal_svg;
  board.show(answer);
  $("palette").hidden = answer.puzzle !== "atomix";
  colours(answer);
  state();
}

function place({ message, line, column }) {
  return line ? `Line ${line}, column ${column}: ${message}` : message;
}

function state() {
  const played = question.moves.length;
  const done = played ? `${count(played)} made. ` : "";
  const solved = shown.solved ? "Solved!" : shown.moves.length === 0 ? "No move is left." : "";
  $("state").textContent = done + solved || "Drag a piece, tap it, or use the arrow keys.";
  $("undo").disabled = $("restart").disabled = played === 0;
  $("redo").disabled = undone.length === 0;
  $("ask-hint").disabled = shown.solved;
  $("hint").textContent = "";
  if (shown.solved && proof?.base.length === 0) {
    proof.own = Math.min(proof.own ?? Infinity, played);
    prove();
  }
}

/** Goes to the position after some moves. @param {string[]} moves */
async function go(moves) {
  question = { ...question, moves };
  undone = [];
  await look();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  $("watch").textContent = "Watch";
  running?.stop();
  running = null;
}

/** Shows what is proved. */
function prove() {
  const { lower = null, upper = null, own = null, result } = proof ?? {};
  const status = result?.status;
  draw({ lower, upper, own, isUnsolvable: status === "UNSOLVABLE" });
  const from = proof?.base.length ? ` from move ${proof.base.length}` : "";
  $("verdict").textContent = {
    OPTIMAL: `OPTIMAL: ${upper}${from}`,
    UNSOLVABLE: `UNSOLVABLE${from}`,
  }[status] ?? (running ? "Searching…" : proof?.ended ?? "");
  $("stop").disabled = !running;
  $("start").disabled = Boolean(running) || !shown;
  const plan = proof?.plan;
  for (const id of ["watch", "save-plan", "save-replay"]) $(id).disabled = !plan?.length;
  $("effort").textContent = proof?.expanded === undefined
    ? ""
    : `${proof.expanded.toLocaleString("en")} states expanded, ${proof.seconds.toFixed(1)} s`;
  $("native").hidden = !proof?.needsMore;
  if (proof?.needsMore) $("command").textContent = shown.command;
  if ($("plan").dataset.of !== String(plan)) {
    $("plan").dataset.of = String(plan);
    $("plan").replaceChildren(...(plan ?? []).map((/** @type {string} */ move) => {
      const item = document.createElement("li");
      item.textContent = move;
      return item;
    }));
  }
}

async function start() {
  stop();
  const base = question.moves;
  proof = { base, of: here(base), lower: null, upper: null };
  const mine = proof;
  running = solver.run("solve", question, (progress) => {
    if (proof !== mine) return;
    Object.assign(mine, progress);
    prove();
  });
  prove();
  const { result } = running;
  const answer = await result;
  if (proof !== mine) return;
  running = null;
  if (answer.result) {
    const { lower, upper, moves, expanded, seconds, stop: why } = answer.result;
    Object.assign(mine, { lower, upper, expanded, seconds, result: answer.result, plan: moves });
    if (why) mine.ended = `Stopped: ${why}`;
    mine.needsMore = why === "memory" || why === "time";
  } else if (answer.stopped) {
    mine.ended = "Stopped. What was proved holds.";
  } else {
    mine.ended = answer.error ? place(answer.error) : "The engine ended.";
    mine.needsMore = !answer.error;
  }
  prove();
}

/** Plays the best plan. */
function watch() {
  if (timer) {
    clearInterval(timer);
    timer = 0;
    $("watch").textContent = "Watch";
    return;
  }
  const { base, plan } = proof;
  let done = 0;
  go(base);
  $("watch").textContent = "Pause";
  timer = setInterval(async () => {
    done += 1;
    await go([...base, ...plan.slice(0, done)]);
    [...$("plan").children].forEach((item, n) => item.classList.toggle("done", n < done));
    if (done >= plan.length && timer) watch();
  }, 450);
}

async function hint() {
  $("hint").textContent = "Searching…";
  $("ask-hint").disabled = true;
  const at = here(question.moves);
  const { result } = solver.run("hint", question, () => {});
  const answer = await result;
  if (at !== here(question.moves)) return;
  $("ask-hint").disabled = false;
  $("hint").textContent = answer.words ?? answer.error?.message ?? "No hint was found in time.";
  const good = answer.good ?? [];
  board.mark(shown.moves.filter((/** @type {any} */ move) => good.includes(move.text)));
}

/** Buttons for what can be painted. @param {any} answer */
function colours(answer) {
  const all = ["#", ".", ...new Set(answer.letters ?? [])];
  const key = all.join("");
  if ($("colours").dataset.key === key) return;
  $("colours").dataset.key = key;
  const names = { "#": "wall", ".": "floor" };
  $("colours").replaceChildren(...["", ...all].map((what) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = what === "" ? "play" : what;
    button.setAttribute("aria-label", what === "" ? "Play, do not paint" : `Paint ${names[what] ?? `atom ${what}`}`);
    button.setAttribute("aria-pressed", String(what === colour));
    button.onclick = () => {
      colour = what;
      for (const other of $("colours").children) other.setAttribute("aria-pressed", String(other === button));
      if (what !== "" && shown.drawing && question.text !== shown.drawing) edit(shown.drawing);
    };
    return button;
  }));
}

/** @param {number} x @param {number} y */
function paint(x, y) {
  if (colour === "") return false;
  edit(painted(question.text, x, y, colour));
  return true;
}

/** Takes another text. @param {string} text */
function edit(text) {
  $("text").value = text;
  $("ready").value = "";
  question = { ...question, text, number: 1, moves: [] };
  return open();
}

$("start").onclick = start;
$("stop").onclick = () => { running?.stop(); };
$("watch").onclick = watch;
$("ask-hint").onclick = hint;
$("undo").onclick = async () => {
  const last = question.moves.at(-1);
  if (last === undefined) return;
  const rest = undone;
  await go(question.moves.slice(0, -1));
  undone = [last, ...rest];
  state();
};
$("redo").onclick = async () => {
  const [next, ...rest] = undone;
  if (next === undefined) return;
  await go([...question.moves, next]);
  undone = rest;
  state();
};
$("restart").onclick = () => go([]);
$("number").onchange = () => {
  question = { ...question, number: Number($("number").value) || 1, moves: [] };
  open();
};
$("tile-goal").onchange = () => {
  question = { ...question, goal: $("tile-goal").value, moves: [] };
  open();
};
let typing = 0;
$("text").oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(() => edit($("text").value), 250);
};
$("ready").onchange = () => { if ($("ready").value) { const name = $("ready").value; edit(name).then(() => { $("ready").value = name; }); } };
/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  if (file.size > 1 << 20) {
    $("problem").textContent = `${file.name}: larger than 1 MiB: this is no puzzle file`;
    return;
  }
  await edit(await file.text());
}
$("file").onchange = () => read($("file").files[0]);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  read(event.dataTransfer?.files[0]);
});
$("share").onclick = async () => {
  const address = await link(question);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    $("share").textContent = "Copied";
  } catch {
    $("share").textContent = "The link is in the address";
  }
  setTimeout(() => { $("share").textContent = "Copy link"; }, 2000);
};
const file = () => (shown?.name ?? "puzzle").replaceAll(/[^\w-]+/g, "_");
$("save-level").onclick = () => save(`${file()}.txt`, question.text, "text/plain");
$("save-plan").onclick = () => save(`${file()}.plan`, `${proof.plan.join("\n")}\n`, "text/plain");
$("save-replay").onclick = async () => {
  const { html } = await solver.ask("replay", { ...question, moves: [...proof.base, ...proof.plan] });
  if (html) save(`${file()}.html`, html, "text/html");
};

const hello = await solver.ask("hello", {});
for (const { input, title } of hello.ready ?? []) $("ready").append(new Option(title, input));
for (const goal of hello.goals ?? []) $("tile-goal").append(new Option(goal, goal));
question.goal = $("tile-goal").value;
let first = null;
try {
  first = await linked();
} catch (error) {
  $("problem").textContent = `This link cannot be read: ${error instanceof Error ? error.message : error}`;
}
if (first) {
  question = first;
  $("text").value = first.text;
  $("tile-goal").value = first.goal;
  await open();
} else if ($("problem").textContent === "") {
  await edit("water");
  $("ready").value = "water";
}
document.body.dataset.ready = "true";
if ("serviceWorker" in navigator && solver.where === "in it") {
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
