// @ts-check
// The proof of one position, during a search and after it.

/**
 * @typedef {object} Record What was known at a time.
 * @property {number} seconds
 * @property {number | null} lower
 * @property {number | null} upper
 * @property {number} expanded
 */

/** Nobody watches longer than this: then the native command is shown. */
const LONG = 60;

export class Proof {
  /** No solution from here is shorter. @type {number | null} */
  lower = null;
  /** What that rests on although it is not proved. @type {string | null} */
  assumes = null;
  /** The number of moves of the best known solution from here. @type {number | null} */
  upper = null;
  /** When that was found. @type {number | null} */
  foundAfter = null;
  /** Its moves, once they are reported. @type {string[] | null} */
  plan = null;
  /** The word of the engine: OPTIMAL, SOLVED, UNSOLVABLE or BOUNDED. @type {string | null} */
  status = null;
  /** Why the last search ended early. @type {string | null} */
  ended = null;
  /** @type {Record[]} */
  records = [];
  expanded = 0;
  seconds = 0;
  /** The heuristic of the last search. */
  heuristic = "";
  /** @type {import("./solver.js").Running | null} */
  running = null;

  /**
   * @param {import("./solver.js").Solver} solver
   * @param {import("./solver.js").Question} question
   * @param {() => void} onChange
   */
  constructor(solver, question, onChange) {
    this.solver = solver;
    this.question = question;
    this.onChange = onChange;
  }

  /** Whether a longer search could prove no more. */
  get isFinal() {
    return this.status === "OPTIMAL" || this.status === "UNSOLVABLE";
  }

  /** Whether a native search would be better. */
  get needsMore() {
    return !this.isFinal && (this.ended === "memory" || this.ended === "failed" || this.seconds > LONG);
  }

  /**
   * Takes bounds that are known without a search.
   * @param {number | null} lower
   * @param {number | null} upper
   * @param {string | null} [assumes] What the lower bound rests on although it is not proved.
   */
  know(lower, upper, assumes = null) {
    if (lower !== null && lower > (this.lower ?? -1)) Object.assign(this, { lower, assumes });
    if (upper !== null && upper < (this.upper ?? Infinity)) {
      this.upper = upper;
      this.foundAfter = this.seconds;
    }
  }

  /** Takes what another question has proved of the position. @param {any} answer */
  learn({ lower = null, upper = null, assumes, status }) {
    this.know(lower, upper, assumes);
    if (status === "UNSOLVABLE") this.status = status;
    this.#settle();
  }

  /** Takes a plan, if it is better than the known one. @param {string[]} plan */
  improve(plan) {
    if (plan.length < (this.upper ?? Infinity) || (plan.length === this.upper && !this.plan)) this.plan = plan;
    this.know(null, plan.length);
    this.#settle();
  }

  /** If the bounds meet, the optimum is proved. */
  #settle() {
    if (this.upper !== null && this.lower === this.upper) this.status = "OPTIMAL";
  }

  /** Searches for some seconds, or until it is done. @param {number} [seconds] */
  async search(seconds) {
    this.drop();
    this.ended = null;
    this.records = [];
    this.expanded = 0;
    this.seconds = 0;
    const running = this.solver.run("solve", { ...this.question, seconds }, (progress) => {
      if (this.running === running) this.#hear(progress);
    });
    this.running = running;
    this.onChange();
    const answer = await running.result;
    if (this.running !== running) return;
    this.running = null;
    if (answer.result) {
      const { lower, upper, assumes, moves, expanded, seconds, status, stop, heuristic } = answer.result;
      // The states expanded before the last bound, which a short search has not reported.
      const before = Math.max(this.expanded, answer.result.expanded_until_last_layer ?? 0);
      // A plan that is worse than that of an earlier search is useless.
      if (moves && upper <= (this.upper ?? Infinity)) this.plan = moves;
      this.#hear({ lower, upper, assumes, expanded: Math.min(before, expanded), seconds });
      this.#hear({ lower, upper, assumes, expanded, seconds });
      this.status = status;
      this.heuristic = heuristic;
      this.#settle();
      this.ended = stop ?? null;
    } else {
      this.ended = answer.stopped ? "interrupted" : "failed";
    }
    this.onChange();
  }

  /** @param {any} progress */
  #hear({ lower, upper, assumes, expanded, seconds }) {
    Object.assign(this, { expanded, seconds });
    this.know(lower ?? null, upper ?? null, assumes);
    const last = this.records.at(-1);
    if (last?.lower !== this.lower || last?.upper !== this.upper || seconds - last.seconds > 1 || !this.running) {
      this.records.push({ seconds, lower: this.lower, upper: this.upper, expanded });
    }
    this.onChange();
  }

  /** Ends the search; what it found is reported. */
  stop() {
    this.running?.stop();
  }

  /** Ends the search at once; its bounds so far hold. */
  drop() {
    this.running?.drop();
    this.running = null;
  }
}
