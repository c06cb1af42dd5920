// @ts-check
// What is proved of one position, while it is searched and after.

/**
 * @typedef {object} Record What was known when.
 * @property {number} seconds
 * @property {number | null} lower
 * @property {number | null} upper
 * @property {number} expanded
 */

/** Longer than this nobody watches: then the native command is told. */
const LONG = 60;

export class Proof {
  /** No solution from here is shorter. @type {number | null} */
  lower = null;
  /** The best solution from here that is known has so many moves. @type {number | null} */
  upper = null;
  /** When that was found. @type {number | null} */
  foundAfter = null;
  /** Its moves, once they are told. @type {string[] | null} */
  plan = null;
  /** The word of the engine: OPTIMAL, SOLVED, UNSOLVABLE or BOUNDED. @type {string | null} */
  status = null;
  /** Why the last search ended before it showed more. @type {string | null} */
  ended = null;
  /** @type {Record[]} */
  records = [];
  expanded = 0;
  seconds = 0;
  /** Which heuristic the last search had. */
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

  /** Whether a longer search would show no more. */
  get isFinal() {
    return this.status === "OPTIMAL" || this.status === "UNSOLVABLE";
  }

  /** Whether a native search is the better one. */
  get needsMore() {
    return !this.isFinal && (this.ended === "memory" || this.ended === "failed" || this.seconds > LONG);
  }

  /** What is known without a search. @param {number | null} lower @param {number | null} upper */
  know(lower, upper) {
    if (lower !== null && lower > (this.lower ?? -1)) this.lower = lower;
    if (upper !== null && upper < (this.upper ?? Infinity)) {
      this.upper = upper;
      this.foundAfter = this.seconds;
    }
  }

  /** Learns what another question has shown of the position. @param {any} answer */
  learn({ lower = null, upper = null, status }) {
    this.know(lower, upper);
    if (status === "UNSOLVABLE") this.status = status;
    this.#settle();
  }

  /** Takes a plan, if it is better than the one that is known. @param {string[]} plan */
  improve(plan) {
    if (plan.length < (this.upper ?? Infinity) || (plan.length === this.upper && !this.plan)) this.plan = plan;
    this.know(null, plan.length);
    this.#settle();
  }

  /** Where the bounds meet, the optimum is proved. */
  #settle() {
    if (this.upper !== null && this.lower === this.upper) this.status = "OPTIMAL";
  }

  /** Searches, for so many seconds or until it is done. @param {number} [seconds] */
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
      const { lower, upper, moves, expanded, seconds, status, stop, heuristic } = answer.result;
      // What was expanded before the last bound, which a search that soon ends has not told.
      const before = Math.max(this.expanded, answer.result.expanded_until_last_layer ?? 0);
      // A plan that is worse than the one of an earlier search is of no use.
      if (moves && upper <= (this.upper ?? Infinity)) this.plan = moves;
      this.#hear({ lower, upper, expanded: Math.min(before, expanded), seconds });
      this.#hear({ lower, upper, expanded, seconds });
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
  #hear({ lower, upper, expanded, seconds }) {
    Object.assign(this, { expanded, seconds });
    this.know(lower ?? null, upper ?? null);
    const last = this.records.at(-1);
    if (last?.lower !== this.lower || last?.upper !== this.upper || seconds - last.seconds > 1 || !this.running) {
      this.records.push({ seconds, lower: this.lower, upper: this.upper, expanded });
    }
    this.onChange();
  }

  /** Ends the search; what it found is told. */
  stop() {
    this.running?.stop();
  }

  /** Ends the search at once; its bounds so far hold. */
  drop() {
    this.running?.drop();
    this.running = null;
  }
}
