"use strict";
// Plays the steps of the page: one line a step, "piece x y words".
const CELL = 40;
const text = document.getElementById("steps").textContent.trim();
const pieces = [...document.querySelectorAll("#board .piece")];
const at = pieces.map((piece) => {
  const { e, f } = piece.transform.baseVal.consolidate().matrix;
  return [e / CELL, f / CELL];
});
// A page of frames has no pieces: each step shows the next drawing.
const frames = [...document.querySelectorAll("#board pre")];
if (frames.length > 0) at.push([0, 0]);
// A plan may have millions of steps: numbers in arrays, and where the words of each begin.
const count = text === "" ? 0 : text.split("\n").length;
const piece = new Uint16Array(count);
const [fromX, fromY, toX, toY] = Array.from({ length: 4 }, () => new Uint16Array(count));
const begins = new Uint32Array(count);
{
  const now = at.map(([x, y]) => [x, y]);
  let place = 0;
  const number = () => {
    const end = text.indexOf(" ", place);
    const value = Number(text.slice(place, end));
    place = end + 1;
    return value;
  };
  for (let n = 0; n < count; n++) {
    piece[n] = number();
    [fromX[n], fromY[n]] = now[piece[n]];
    now[piece[n]] = [toX[n], toY[n]] = [number(), number()];
    begins[n] = place;
    const end = text.indexOf("\n", place);
    place = end < 0 ? text.length + 1 : end + 1;
  }
}
function words(n) {
  const end = text.indexOf("\n", begins[n]);
  return text.slice(begins[n], end < 0 ? text.length : end);
}

const $ = (id) => document.getElementById(id);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let place = 0; // steps taken
let timer = null;

function draw() {
  pieces.forEach((group, n) => {
    group.setAttribute("transform", `translate(${at[n][0] * CELL} ${at[n][1] * CELL})`);
    group.classList.toggle("moved", place > 0 && piece[place - 1] === n);
  });
  frames.forEach((frame, n) => { frame.hidden = n !== place; });
  $("scrub").value = place;
  $("scrub").setAttribute("aria-valuetext", `${place} of ${count}`);
  $("count").textContent = `${place} / ${count}`;
  $("said").textContent = place === 0 ? "Start" : `${place}. ${words(place - 1)}`;
  for (const id of ["first", "back"]) $(id).disabled = place === 0;
  for (const id of ["forward", "last"]) $(id).disabled = place === count;
  list();
}

function go(to) {
  to = Math.max(0, Math.min(count, to));
  while (place < to) {
    at[piece[place]] = [toX[place], toY[place]];
    place++;
  }
  while (place > to) {
    place--;
    at[piece[place]] = [fromX[place], fromY[place]];
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
  if (place === count) go(0);
  $("play").textContent = "Pause";
  // A reader of the screen need not hear every step of a film.
  $("said").setAttribute("aria-live", "off");
  const pause = Number($("speed").value);
  const skip = pause < 20 ? Math.max(1, Math.round(count / 600)) : 1;
  timer = setInterval(() => {
    go(place + skip);
    if (place === count) stop();
  }, Math.max(pause, 16));
}

// Few steps are all listed; of many, those around the place.
const AROUND = 100;
let listed = [-1, -1];
function list() {
  const all = count <= 2 * AROUND;
  const first = all ? 0 : Math.max(0, place - AROUND);
  const end = all ? count : Math.min(count, first + 2 * AROUND);
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

$("scrub").max = count;
$("scrub").oninput = () => { stop(); go(Number($("scrub").value)); };
$("first").onclick = () => { stop(); go(0); };
$("back").onclick = () => { stop(); go(place - 1); };
$("play").onclick = play;
$("forward").onclick = () => { stop(); go(place + 1); };
$("last").onclick = () => { stop(); go(count); };
$("speed").onchange = () => { if (timer !== null) { stop(); play(); } };
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const typing = /^(SELECT|INPUT)$/.test(event.target.tagName);
  const onButton = event.target.tagName === "BUTTON";
  const action = {
    ArrowLeft: typing ? null : () => { stop(); go(place - 1); },
    ArrowRight: typing ? null : () => { stop(); go(place + 1); },
    Home: typing ? null : () => { stop(); go(0); },
    End: typing ? null : () => { stop(); go(count); },
    " ": typing || onButton ? null : play,
  }[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});
if (reduced.matches) document.body.classList.add("still");
draw();
