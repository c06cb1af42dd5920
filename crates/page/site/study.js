// @ts-check
// For those who study puzzles and searches: how difficult a puzzle is, how many states there are
// around both ends and at each bound, and what the heuristic says of them.
import { $, element, number } from "./dom.js";
import { lines } from "./lines.js";

/**
 * @typedef {object} Survey The states in one direction.
 * @property {"forward" | "backward"} direction
 * @property {string | null} heuristic
 * @property {number[]} layers
 * @property {[number, number][]} estimates
 * @property {number} dead_ends
 * @property {boolean} is_whole
 */

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
/** @param {Survey} survey */
const states = (survey) => survey.layers.reduce((sum, n) => sum + n, 0);

export class Study {
  /** @type {import("./proof.js").Proof | null} */
  #proof = null;
  /** @type {import("./solver.js").Running | null} */
  #running = null;
  /** @type {Set<string>} The questions asked about the puzzle. */
  #asked = new Set();

  /** @param {import("./solver.js").Solver} solver */
  constructor(solver) {
    this.solver = solver;
    $("study").ontoggle = () => this.#look();
  }

  /** Resets it for another puzzle. */
  reset() {
    this.#running?.drop();
    this.#running = null;
    this.#asked.clear();
    $("study").open = false;
    $("difficulty").textContent = "";
    $("surveyed").replaceChildren();
    for (const id of ["per-bound", "layers", "estimates"]) $(id).hidden = true;
  }

  /** Takes the proof of the start. @param {import("./proof.js").Proof | null} proof */
  update(proof) {
    this.#proof = proof;
    $("study").hidden = !proof;
    this.#look();
  }

  /** Shows what is known and asks for the rest, one after the other. */
  #look() {
    const proof = this.#proof;
    if (!$("study").open || !proof) return;
    this.#bounds(proof);
    if (!proof.isFinal && !this.#asked.has("rate")) {
      $("difficulty").textContent = "The difficulty is shown once the fewest moves are proved.";
    }
    if (this.#running || proof.running) return;
    if (proof.status === "OPTIMAL" && !this.#asked.has("rate")) {
      $("difficulty").textContent = "Counting the shortest solutions…";
      this.#ask("rate", proof, rated);
    } else if (!this.#asked.has("survey")) {
      $("surveyed").textContent = "Counting states…";
      this.#ask("survey", proof, surveyed);
    }
  }

  /**
   * @param {string} verb
   * @param {import("./proof.js").Proof} proof
   * @param {(answer: any) => void} show
   */
  async #ask(verb, proof, show) {
    this.#asked.add(verb);
    const running = this.solver.run(verb, { ...proof.question, heuristic: proof.heuristic }, () => {});
    this.#running = running;
    const answer = await running.result;
    if (this.#running !== running) return;
    this.#running = null;
    show(answer);
    this.#look();
  }

  /** The states that were expanded at each bound. @param {import("./proof.js").Proof} proof */
  #bounds({ records }) {
    /** @type {Map<number, number>} */
    const expanded = new Map();
    records.forEach(({ lower, expanded: before }, n) => {
      const after = records[n + 1]?.expanded ?? before;
      if (lower !== null && after > before) expanded.set(lower, (expanded.get(lower) ?? 0) + after - before);
    });
    $("per-bound").hidden = expanded.size < 2;
    if (expanded.size < 2) return;
    lines($("per-bound").firstElementChild, [{ name: "low", points: [...expanded] }], "count");
  }
}

/** Shows how difficult a puzzle is. @param {any} rating */
function rated({ difficulty, plans, plan, near, status }) {
  const place = $("difficulty");
  if (status === "UNSOLVABLE") return place.replaceChildren("It cannot be solved.");
  if (!difficulty) return place.replaceChildren("Its difficulty is unknown: the shortest solutions could not be counted.");
  const said = [counted(Number(plans), "shortest solution")];
  if (plan) said.push(counted(plan.detours, "detour"));
  if (near) said.push(counted(near.dead, "dead end") + " beside it");
  place.replaceChildren("Difficulty: ", element("b", { textContent: difficulty.word }), `, ${difficulty.bits} bits. ${said.join(", ")}.`);
}

/** Shows the states around both ends. @param {any} answer */
function surveyed(answer) {
  /** @type {Survey[]} */
  const surveys = answer.surveys ?? [];
  const all = surveys.map((survey) => element("p", {}, element("b", {
    className: survey.direction,
    textContent: survey.direction === "forward" ? "From the start" : "From the goals",
  }), `: ${said(survey)}.`));
  if (all.length === 0) all.push(element("p", { textContent: "The states could not be counted." }));
  $("surveyed").replaceChildren(...all);
  const layers = surveys.map(({ direction: name, layers }) => ({
    name, points: layers.map((n, depth) => /** @type {[number, number]} */ ([depth, n])),
  }));
  const guided = surveys.filter(({ heuristic, estimates }) => heuristic && estimates.length > 0);
  const estimates = guided.map((survey) => ({ name: survey.direction, points: shares(survey) }));
  // Both get their places before either is drawn: the width of one depends on the other.
  $("layers").hidden = layers.length === 0;
  $("estimates").hidden = estimates.length === 0;
  $("heuristic").textContent = guided[0]?.heuristic ?? "";
  if (layers.length > 0) lines($("layers").firstElementChild, layers, "count");
  if (estimates.length > 0) lines($("estimates").firstElementChild, estimates, "share");
}

/** Which states were counted. @param {Survey} survey */
function said(survey) {
  const count = states(survey);
  const what = survey.is_whole ? `all ${counted(count, "state")}` : counted(count, "state");
  const within = survey.is_whole ? "" : ` within ${counted(survey.layers.length - 1, "move")}`;
  const dead = survey.dead_ends ? `, ${((100 * survey.dead_ends) / count).toFixed(1)} % dead ends` : "";
  return `${what}${within}${dead}`;
}

/** The share of the states that have each estimate. @param {Survey} survey @returns {[number, number][]} */
function shares(survey) {
  const known = new Map(survey.estimates);
  const [least, most] = [survey.estimates[0][0], survey.estimates[survey.estimates.length - 1][0]];
  const count = states(survey);
  return Array.from({ length: most - least + 1 }, (_, n) => [least + n, (100 * (known.get(least + n) ?? 0)) / count]);
}
