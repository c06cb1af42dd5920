"use strict";
// Plays the steps of the page: one line a step, "piece x y words".
const CELL = 40;
const lines = document.getElementById("steps").textContent.split("\n").filter(Boolean);
const pieces = [...document.querySelectorAll("#board .piece")];
const at = pieces.map((piece) => {
  const { e, f } = piece.transform.baseVal.consolidate().matrix;
  return [e / CELL, f / CELL];
});
const steps = lines.map((line) => {
  const [piece, x, y] = line.split(" ", 3).map(Number);
  return { piece, to: [x, y], from: null };
});
{
  const now = at.slice();
  for (const step of steps) {
    step.from = now[step.piece];
    now[step.piece] = step.to;
  }
}
const words = (n) => lines[n].split(" ").slice(3).join(" ");

const $ = (id) => document.getElementById(id);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let place = 0; // steps taken
let timer = null;

function draw() {
  pieces.forEach((piece, n) => {
    piece.setAttribute("transform", `translate(${at[n][0] * CELL} ${at[n][1] * CELL})`);
    piece.classList.toggle("moved", place > 0 && steps[place - 1].piece === n);
  });
  $("scrub").value = place;
  $("scrub").setAttribute("aria-valuetext", `${place} of ${steps.length}`);
  $("count").textContent = `${place} / ${steps.length}`;
  $("said").textContent = place === 0 ? "Start" : `${place}. ${words(place - 1)}`;
  for (const id of ["first", "back"]) $(id).disabled = place === 0;
  for (const id of ["forward", "last"]) $(id).disabled = place === steps.length;
  list();
}

function go(to) {
  to = Math.max(0, Math.min(steps.length, to));
  while (place < to) {
    const step = steps[place++];
    at[step.piece] = step.to;
  }
  while (place > to) {
    const step = steps[--place];
    at[step.piece] = step.from;
  }
  draw();
}

function stop() {
  clearInterval(timer);
  timer = null;
  $("play").textContent = "Play";
  $("said").setAttribute("aria-live", "polite");
}

function play() {
  if (timer !== null) return stop();
  if (place === steps.length) go(0);
  $("play").textContent = "Pause";
  // A reader of the screen need not hear every step of a film.
  $("said").setAttribute("aria-live", "off");
  const pause = Number($("speed").value);
  const skip = pause < 20 ? Math.max(1, Math.round(steps.length / 600)) : 1;
  timer = setInterval(() => {
    go(place + skip);
    if (place === steps.length) stop();
  }, Math.max(pause, 16));
}

// Few steps are all listed; of many, those around the place.
const AROUND = 100;
let listed = [-1, -1];
function list() {
  const all = steps.length <= 2 * AROUND;
  const first = all ? 0 : Math.max(0, place - AROUND);
  const end = all ? steps.length : Math.min(steps.length, first + 2 * AROUND);
  if (listed[0] !== first || listed[1] !== end) {
    listed = [first, end];
    $("list").start = first + 1;
    $("list").replaceChildren(...Array.from({ length: end - first }, (_, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.textContent = words(first + i);
      button.onclick = () => { stop(); go(first + i + 1); };
      item.append(button);
      return item;
    }));
  }
  [...$("list").children].forEach((item, i) => {
    const here = first + i + 1 === place;
    item.classList.toggle("here", here);
    if (here) {
      item.firstChild.setAttribute("aria-current", "step");
      const box = $("list");
      box.scrollTop = item.offsetTop - box.offsetTop - box.clientHeight / 2;
    } else {
      item.firstChild.removeAttribute("aria-current");
    }
  });
}

$("scrub").max = steps.length;
$("scrub").oninput = () => { stop(); go(Number($("scrub").value)); };
$("first").onclick = () => { stop(); go(0); };
$("back").onclick = () => { stop(); go(place - 1); };
$("play").onclick = play;
$("forward").onclick = () => { stop(); go(place + 1); };
$("last").onclick = () => { stop(); go(steps.length); };
$("speed").onchange = () => { if (timer !== null) { stop(); play(); } };
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const typing = /^(SELECT|INPUT)$/.test(event.target.tagName);
  const onButton = event.target.tagName === "BUTTON";
  const action = {
    ArrowLeft: typing ? null : () => { stop(); go(place - 1); },
    ArrowRight: typing ? null : () => { stop(); go(place + 1); },
    Home: typing ? null : () => { stop(); go(0); },
    End: typing ? null : () => { stop(); go(steps.length); },
    " ": typing || onButton ? null : play,
  }[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});
if (reduced.matches) document.body.classList.add("still");
draw();
