// @ts-check
// The page: what is shown, and what buttons and keys do.
import { Board } from "./board.js";
import * as certificate from "./certificate.js";
import { $, clock, element, moves as count, number } from "./dom.js";
import { Drawing } from "./draw.js";
import * as editor from "./editor.js";
import * as files from "./files.js";
import { Film } from "./film.js";
import { Game } from "./game.js";
import * as here from "./here.js";
import { onKeys } from "./keys.js";
import { plot } from "./plot.js";
import * as ruler from "./ruler.js";
import { link, linked } from "./share.js";
import { room } from "./sketch.js";
import { connect } from "./solver.js";
import { Study } from "./study.js";

const solver = await connect();
let isDrawing = false;

const game = new Game(solver, { list, complain, show, hint, update });
const board = new Board($("board"), (move) => game.go([...game.moves, move.text]));
const study = new Study(solver);
const film = new Film((moves) => game.go(moves));
const drawing = new Drawing(solver, () => game.hush(), (text) => edit(text));

/** Takes another text. @param {string} text @param {string} [name] The name it was chosen by. */
function edit(text, name = "") {
  editor.write(text);
  $("ready").value = name;
  return open({ text, number: 1 });
}

/** @param {Partial<import("./solver.js").Question>} change */
function open(change) {
  ruler.reset();
  study.reset();
  film.take(null);
  return game.open(change);
}

/** @param {any[]} levels */
function list(levels) {
  $("several").hidden = levels.length < 2;
  $("number").replaceChildren(...levels.map(({ number, title, is_broken }, n) =>
    new Option(`${number}. ${title ?? ""}${is_broken ? " (broken)" : ""}`, String(n + 1))));
  $("number").value = String(game.question.number);
}

/** @param {any} error @param {any[]} warnings */
function complain(error, warnings) {
  editor.complain(error, warnings);
  if (error) $("name").textContent = isDrawing ? "A level of your own" : "No puzzle yet";
}

/** Shows a position. @param {any} position */
async function show(position) {
  $("hint").textContent = "";
  $("goal-choice").hidden = position.puzzle !== "tiles";
  $("mode-draw").disabled = position.puzzle !== "atomix";
  $("name").textContent = position.title ?? {
    tiles: `${position.labels.length}-puzzle`,
    panex: `Panex, ${position.labels.length} pieces`,
    atomix: "A level of your own",
  }[/** @type {string} */ (position.puzzle)] ?? position.name;
  if (isDrawing && position.sketch) {
    const { text } = game.question;
    if (text !== drawing.text) await drawing.take(position.sketch, text);
  } else {
    mode(false);
    $("goal").firstElementChild.innerHTML = position.goal_svg;
    board.show(position);
  }
  film.at(game.moves);
}

/** Shows a hint. @param {any} answer */
function hint(answer) {
  $("hint").textContent = answer.words ?? answer.error?.message ?? answer.failed ?? "No hint was found in time.";
  board.judge(answer.moves ?? {});
}

/** Shows what is known. */
function update() {
  const { proof, position, own, shown } = game;
  ruler.draw(proof, own);
  plot(proof);
  study.update(shown ? proof : null);
  here.say(position, proof, game.moves.length);
  film.take(proof);
  state();
  $("backend").dataset.is = game.isBusy ? "busy" : "ready";
  $("start").disabled = !shown || Boolean(proof?.running) || Boolean(proof?.isFinal);
  $("stop").disabled = !proof?.running && !position?.running;
  for (const id of ["save-plan", "save-replay"]) $(id).disabled = !proof?.plan?.length;
  $("save-level").disabled = game.question.text.trim() === "";
  $("work").textContent = proof?.expanded
    ? `${number(proof.expanded)} states expanded, ${clock(proof.seconds)}`
    : "";
  $("native").hidden = !proof?.needsMore || !shown;
  if (proof?.needsMore && shown) {
    const isMemory = proof.ended === "memory" || proof.ended === "failed";
    $("native-why").textContent = isMemory ? "This takes more memory than a page gets." : "This takes long.";
    $("command").textContent = shown.command;
    $("native-file").hidden = !shown.command.includes("level.txt");
  }
  const isProved = proof?.isFinal && !proof.running;
  $("said").textContent = isProved ? $("ruler").getAttribute("aria-label") : "";
}

function state() {
  const { proof, shown } = game;
  const made = game.moves.length;
  const fewest = proof?.status === "OPTIMAL" ? proof.upper : null;
  const judged = fewest === null ? "" : made === fewest ? ", as few as possible" : `, ${count(made - fewest)} more than needed`;
  $("state").textContent = isDrawing
    ? "Paint the board and the molecule; the proof follows."
    : !shown ? "The text has to become a puzzle first."
    : shown.solved && made ? `Solved in ${count(made)}${judged}!`
    : shown.solved ? "It is already solved."
    : shown.moves.length === 0 ? "No move is left."
    : made ? `${count(made)} made.`
    : "Drag a piece, tap it, or press an arrow key.";
  if (game.hinting) $("hint").textContent = "Looking for proved hints…";
  $("undo").disabled = isDrawing ? !drawing.canUndo : made === 0;
  $("redo").disabled = isDrawing ? !drawing.canRedo : !game.canRedo;
  $("restart").disabled = isDrawing || made === 0;
  $("ask-hint").disabled = isDrawing || !shown || shown.solved || Boolean(game.hinting);
  const isStale = !shown && !(isDrawing && game.question.text === drawing.text);
  $("play").classList.toggle("stale", isStale);
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

$("start").onclick = () => game.prove();
$("stop").onclick = () => game.stop();
$("live").onchange = () => game.setLive($("live").checked);
$("search-on").onclick = () => game.searchOn();
$("ask-hint").onclick = () => game.hint();
const undo = () => (isDrawing ? drawing.undo() : game.undo());
const redo = () => (isDrawing ? drawing.redo() : game.redo());
$("undo").onclick = undo;
$("redo").onclick = redo;
$("restart").onclick = () => game.go([]);
$("mode-play").onclick = () => {
  mode(false);
  game.look();
};
$("mode-draw").onclick = async () => {
  const { text } = game.question;
  mode(true);
  if (text === drawing.text && drawing.sketch) await drawing.show();
  else await drawing.take(game.shown?.sketch ?? room(9, 8), text);
  await game.go([]);
};
$("new").onclick = () => $("new-level").showModal();
$("new-level").onclose = async () => {
  if ($("new-level").returnValue !== "make") return;
  const [columns, rows] = ["columns", "rows"].map((id) => Math.max(3, Math.min(40, Number($(id).value) || 9)));
  mode(true);
  await edit("");
  $("name").textContent = "A level of your own";
  await drawing.take(room(columns, rows), "");
  update();
};
$("number").onchange = () => {
  open({ number: Number($("number").value) || 1 });
};
$("tile-goal").onchange = () => {
  open({ goal: $("tile-goal").value });
};
$("ready").onchange = () => { if ($("ready").value) edit($("ready").value, $("ready").value); };
editor.listen((text) => edit(text));
files.listen(
  (text) => edit(text),
  (file) => certificate.check(solver, file, take),
  (message) => editor.complain({ message }, []),
);

$("share").onclick = async () => {
  const address = await link(game.question);
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
const file = () => (game.shown?.name ?? "level").replaceAll(/[^\w-]+/g, "_");
// The native command uses this file name.
const level = () => (game.shown?.command.includes("level.txt") ? "level" : file());
$("save-level").onclick = () => files.save(`${level()}.txt`, game.question.text, "text/plain");
$("save-plan").onclick = () => files.save(`${file()}.plan`, `${game.proof?.plan?.join("\n")}\n`, "text/plain");
$("save-replay").onclick = async () => {
  const { html } = await solver.ask("replay", { ...game.question, moves: game.proof?.plan ?? [] });
  if (html) files.save(`${file()}.html`, html, "text/html");
};

onKeys({
  way: (way, isFar) => !isDrawing && board.press(way, isFar),
  u: undo,
  y: redo,
  h: () => { if (!isDrawing) game.hint(); },
  space: () => film.toggle(),
});

/** Shows a puzzle from a file or a link. @param {Partial<import("./solver.js").Question>} question */
async function take(question) {
  mode(false);
  editor.write(question.text ?? "");
  $("ready").value = "";
  if (question.goal) $("tile-goal").value = question.goal;
  await open({ number: 1, ...question });
}

/** Shows the puzzle in the address, if there is one. */
async function visit() {
  try {
    const found = await linked();
    if (!found) return false;
    await take(found);
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
game.question.goal = $("tile-goal").value;
$("backend-name").textContent = solver.name;
$("where").textContent = solver.where;
mode(false);
if (!(await visit()) && $("problem").childElementCount === 0) await edit("water", "water");
document.body.dataset.ready = "true";
if (solver.isStatic && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("offline.js").catch(() => {});
}
