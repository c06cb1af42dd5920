// @ts-check
// The page: a puzzle, a board to play on, and a proof.
import { Board } from "./board.js";
import { $, clock, element, moves as count, number } from "./dom.js";
import { Drawing } from "./draw.js";
import * as editor from "./editor.js";
import * as files from "./files.js";
import { Film } from "./film.js";
import * as here from "./here.js";
import { plot } from "./plot.js";
import { Proof } from "./proof.js";
import * as ruler from "./ruler.js";
import { link, linked } from "./share.js";
import { room } from "./sketch.js";
import { connect } from "./solver.js";

/** How long a live proof may take, and how long it waits for the next move or stroke. */
const LIVE = { seconds: 2, pause: 300 };

const solver = await connect();

/** @type {import("./solver.js").Question} */
let question = { text: "", number: 1, goal: "", moves: [] };
/** Moves taken back. @type {string[]} */
let undone = [];
/** What was answered last of the position. @type {any} */
let shown = null;
/** Of the start. @type {Proof | null} */
let proof = null;
/** Of the position, where moves are made. @type {Proof | null} */
let position = null;
/** The player's best. @type {number | null} */
let own = null;
/** @type {import("./solver.js").Running | null} */
let hinting = null;
let isDrawing = false;
let timer = 0;

const board = new Board($("board"), (move) => go([...question.moves, move.text]));
const film = new Film(go);
const drawing = new Drawing(solver, hush, (text) => edit(text));

/** Ends what is searched in the background. */
function hush() {
  clearTimeout(timer);
  proof?.drop();
  position?.drop();
  hinting?.drop();
  hinting = null;
  update();
}

/** Shows the puzzle of the text anew. */
async function open() {
  hush();
  proof = null;
  position = null;
  shown = null;
  own = null;
  undone = [];
  ruler.reset();
  film.take(null, false);
  await Promise.all([look(), list()]);
}

/** The puzzles of the text, where there are several. */
async function list() {
  const asked = question.text;
  const answer = asked.trim() === "" ? [] : await solver.ask("list", question);
  if (asked !== question.text) return;
  const levels = Array.isArray(answer) ? answer : [];
  $("several").hidden = levels.length < 2;
  $("number").replaceChildren(...levels.map(({ number, title, is_broken }, n) =>
    new Option(`${number}. ${title ?? ""}${is_broken ? " (broken)" : ""}`, String(n + 1))));
  $("number").value = String(question.number);
}

/** Asks for the position and shows it. */
async function look() {
  const asked = JSON.stringify(question);
  const answer = question.text.trim() === "" ? null : await solver.ask("open", question);
  // Somebody has typed on meanwhile.
  if (asked !== JSON.stringify(question)) return;
  const error = answer?.error ?? (answer?.failed ? { message: answer.failed } : null);
  editor.complain(error, answer?.warnings ?? []);
  if (!answer || error) {
    shown = null;
    $("name").textContent = isDrawing ? "A level of your own" : "No puzzle yet";
    return update();
  }
  shown = answer;
  question.moves = answer.played;
  proof ??= new Proof(solver, { ...question, moves: [] }, update);
  $("goal-choice").hidden = answer.puzzle !== "tiles";
  $("mode-draw").disabled = answer.puzzle !== "atomix";
  $("name").textContent = answer.title ?? {
    tiles: `${answer.labels.length}-puzzle`,
    panex: `Panex, towers of ${answer.labels.length / 2}`,
    atomix: "A level of your own",
  }[/** @type {string} */ (answer.puzzle)] ?? answer.name;
  if (isDrawing && answer.sketch) {
    if (question.text !== drawing.text) await drawing.take(answer.sketch, question.text);
  } else {
    mode(false);
    $("goal").firstElementChild.innerHTML = answer.goal_svg;
    board.show(answer);
  }
  arrive();
}

/** A position is reached. */
function arrive() {
  const made = question.moves;
  position?.drop();
  position = null;
  hinting?.drop();
  hinting = null;
  $("hint").textContent = "";
  if (shown.solved && proof) {
    own = Math.min(own ?? Infinity, made.length);
    if (made.length < (proof.upper ?? Infinity)) proof.plan = made;
    proof.know(null, made.length);
    if (proof.lower === proof.upper) proof.status = "OPTIMAL";
  } else if (made.length > 0 && proof) {
    position = new Proof(solver, { ...question }, () => {
      learn(made);
      update();
    });
    here.follow(position, proof, made);
  }
  film.at(made);
  update();
  clearTimeout(timer);
  timer = setTimeout(live, LIVE.pause);
}

/** What a position shows of the start. @param {string[]} made */
function learn(made) {
  if (!proof || !position?.plan || position.upper === null) return;
  const all = made.length + position.upper;
  if (all >= (proof.upper ?? Infinity)) return;
  proof.know(null, all);
  proof.plan = [...made, ...position.plan];
  if (proof.lower === proof.upper) proof.status = "OPTIMAL";
}

/** Searches a little by itself. */
function live() {
  if (!$("live").checked || !shown) return;
  const one = question.moves.length === 0 ? proof : position;
  if (!one || one.running || one.isFinal || one.ended !== null) return;
  one.search(LIVE.seconds);
}

/** Shows what is known. */
function update() {
  ruler.draw(proof, own);
  plot(proof);
  here.say(position, proof, question.moves.length);
  film.take(proof?.plan ?? null, proof?.status === "OPTIMAL");
  state();
  const isBusy = Boolean(proof?.running || position?.running || hinting);
  $("backend").dataset.is = isBusy ? "busy" : "ready";
  $("start").disabled = !shown || Boolean(proof?.running) || Boolean(proof?.isFinal);
  $("stop").disabled = !proof?.running && !position?.running;
  for (const id of ["save-plan", "save-replay"]) $(id).disabled = !proof?.plan?.length;
  $("save-level").disabled = question.text.trim() === "";
  $("work").textContent = proof?.expanded
    ? `${number(proof.expanded)} states expanded, ${clock(proof.seconds)}`
    : "";
  $("native").hidden = !proof?.needsMore || !shown;
  if (proof?.needsMore && shown) {
    $("native-why").textContent = {
      memory: "This takes more memory than a page gets.",
      failed: "This takes more memory than a page gets.",
    }[proof.ended ?? ""] ?? "This takes long.";
    $("command").textContent = shown.command;
    $("native-file").hidden = !shown.command.includes("level.txt");
  }
  const isProved = proof?.isFinal && !proof.running;
  $("said").textContent = isProved ? $("ruler").getAttribute("aria-label") : "";
}

function state() {
  const made = question.moves.length;
  const fewest = proof?.status === "OPTIMAL" ? proof.upper : null;
  const judged = fewest === null ? "" : made === fewest ? ", as few as possible" : `, ${count(made - fewest)} more than needed`;
  $("state").textContent = isDrawing
    ? "Paint the board and the molecule; the proof follows."
    : !shown ? "The text has to become a puzzle first."
    : shown.solved && made ? `Solved in ${count(made)}${judged}!`
    : shown.solved ? "It is solved already."
    : shown.moves.length === 0 ? "No move is left."
    : made ? `${count(made)} made.`
    : "Drag a piece, tap it, or press an arrow key.";
  $("undo").disabled = isDrawing ? !drawing.canUndo : made === 0;
  $("redo").disabled = isDrawing ? !drawing.canRedo : undone.length === 0;
  $("restart").disabled = isDrawing || made === 0;
  $("ask-hint").disabled = isDrawing || !shown || shown.solved || Boolean(hinting);
  $("play").classList.toggle("stale", !shown && !(isDrawing && question.text === drawing.text));
}

/** Goes to the position after some moves. @param {string[]} moves */
async function go(moves) {
  question = { ...question, moves };
  undone = [];
  await look();
}

/** Takes another text. @param {string} text @param {string} [name] If it was chosen by name. */
function edit(text, name = "") {
  editor.write(text);
  $("ready").value = name;
  question = { ...question, text, number: 1, moves: [] };
  return open();
}

/** Plays or draws. @param {boolean} isOn */
function mode(isOn) {
  if (isDrawing !== isOn) board.forget();
  isDrawing = isOn;
  $("mode-draw").setAttribute("aria-pressed", String(isOn));
  $("mode-play").setAttribute("aria-pressed", String(!isOn));
  $("palette").hidden = !isOn;
  $("play").classList.toggle("drawing", isOn);
  $("play").classList.toggle("playing", !isOn);
  $("goal").lastElementChild.textContent = isOn ? "Molecule" : "Goal";
}

async function hint() {
  if (!shown || hinting) return;
  $("hint").textContent = "Looking for proved hints…";
  const asked = JSON.stringify(question);
  // A hint shows more than the live proof that it takes the place of.
  clearTimeout(timer);
  if (position?.running) position.drop();
  hinting = solver.run("hint", question, () => {});
  const mine = hinting;
  update();
  const answer = await mine.result;
  if (hinting !== mine || asked !== JSON.stringify(question)) return;
  hinting = null;
  $("hint").textContent = answer.words ?? answer.error?.message ?? answer.failed ?? "No hint was found in time.";
  board.judge(answer.moves ?? {});
  const one = question.moves.length === 0 ? proof : position;
  if (one && answer.status) {
    one.know(answer.lower ?? null, answer.upper ?? null);
    if (answer.status === "UNSOLVABLE") one.status = "UNSOLVABLE";
  }
  update();
}

function undo() {
  if (isDrawing) return drawing.undo();
  const last = question.moves.at(-1);
  if (last === undefined) return;
  const rest = undone;
  const done = go(question.moves.slice(0, -1));
  undone = [last, ...rest];
  return done;
}

function redo() {
  if (isDrawing) return drawing.redo();
  const [next, ...rest] = undone;
  if (next === undefined) return;
  const done = go([...question.moves, next]);
  undone = rest;
  return done;
}

function stop() {
  proof?.stop();
  position?.stop();
}

$("start").onclick = () => {
  clearTimeout(timer);
  proof?.search();
};
$("stop").onclick = stop;
$("live").onchange = () => ($("live").checked ? live() : stop());
$("search-on").onclick = () => position?.search();
$("ask-hint").onclick = hint;
$("undo").onclick = undo;
$("redo").onclick = redo;
$("restart").onclick = () => go([]);
$("mode-play").onclick = () => {
  mode(false);
  look();
};
$("mode-draw").onclick = async () => {
  mode(true);
  question = { ...question, moves: [] };
  if (question.text === drawing.text && drawing.sketch) await drawing.show();
  else await drawing.take(shown?.sketch ?? room(9, 8), question.text);
  await look();
};
$("new").onclick = () => $("new-level").showModal();
$("new-level").onclose = async () => {
  if ($("new-level").returnValue !== "make") return;
  const [columns, rows] = ["columns", "rows"].map((id) => Math.max(3, Math.min(40, Number($(id).value) || 9)));
  mode(true);
  await edit("");
  await drawing.take(room(columns, rows), "");
  update();
};
$("number").onchange = () => {
  question = { ...question, number: Number($("number").value) || 1, moves: [] };
  open();
};
$("tile-goal").onchange = () => {
  question = { ...question, goal: $("tile-goal").value, moves: [] };
  open();
};
$("ready").onchange = () => { if ($("ready").value) edit($("ready").value, $("ready").value); };
editor.listen((text) => edit(text));
files.listen((text) => edit(text), (message) => editor.complain({ message }, []));

$("share").onclick = async () => {
  const address = await link(question);
  history.replaceState(null, "", address);
  const said = $("share").lastElementChild;
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = "Copied";
  } catch {
    said.textContent = "In the address";
  }
  setTimeout(() => { said.textContent = "Copy link"; }, 2000);
};
const file = () => (shown?.name ?? "level").replaceAll(/[^\w-]+/g, "_");
// The native command names the file like this.
const level = () => (shown?.command.includes("level.txt") ? "level" : file());
$("save-level").onclick = () => files.save(`${level()}.txt`, question.text, "text/plain");
$("save-plan").onclick = () => files.save(`${file()}.plan`, `${proof?.plan?.join("\n")}\n`, "text/plain");
$("save-replay").onclick = async () => {
  const { html } = await solver.ask("replay", { ...question, moves: proof?.plan ?? [] });
  if (html) files.save(`${file()}.html`, html, "text/html");
};

const WAYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("textarea, input, select, dialog")) return;
  const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
  if (way) {
    if (!isDrawing && !target.closest("#plan") && board.press(way, event.shiftKey)) event.preventDefault();
    return;
  }
  const isButton = target.closest("button, summary") !== null;
  const action = { u: undo, y: redo, h: isDrawing ? undefined : hint, " ": isButton ? undefined : () => film.toggle() }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

/** Shows the puzzle in the address, if there is one. */
async function visit() {
  try {
    const found = await linked();
    if (!found) return false;
    mode(false);
    question = found;
    editor.write(found.text);
    $("ready").value = "";
    $("tile-goal").value = found.goal;
    await open();
    return true;
  } catch (error) {
    editor.complain({ message: `This link cannot be read: ${error instanceof Error ? error.message : error}` }, []);
    return false;
  }
}
addEventListener("hashchange", visit);

const hello = await solver.ask("hello", {});
/** @type {Map<string, any>} */
const groups = new Map();
for (const { input, title, group } of hello.ready ?? []) {
  if (group && !groups.has(group)) {
    groups.set(group, element("optgroup", { label: group }));
    $("ready").append(groups.get(group));
  }
  (groups.get(group) ?? $("ready")).append(new Option(title, input));
}
for (const goal of hello.goals ?? []) $("tile-goal").append(new Option(goal, goal));
question.goal = $("tile-goal").value;
$("backend-name").textContent = solver.name;
$("where").textContent = solver.where;
mode(false);
if (!(await visit()) && $("problem").childElementCount === 0) await edit("water", "water");
document.body.dataset.ready = "true";
if (solver.isStatic && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
