// @ts-check
// The puzzle that is played: its position, its proofs, and its searches.
import { follow } from "./here.js";
import { Proof } from "./proof.js";

/** How long a live proof may take, and how long it waits for the next move or stroke. */
const LIVE = { seconds: 2, pause: 300 };

/**
 * @typedef {object} View Shows a game.
 * @property {(levels: any[]) => void} list Lists the puzzles in the text.
 * @property {(error: any, warnings: any[]) => void} complain The error in the text, if any, and the warnings.
 * @property {(position: any) => Promise<void>} show Shows another position.
 * @property {(answer: any) => void} hint
 * @property {() => void} update Something new is known.
 */

/** @typedef {import("./solver.js").Question} Question */

export class Game {
  /** @type {Question} */
  question = { text: "", number: 1, goal: "", moves: [] };
  /** The last answer about the position. @type {any} */
  shown = null;
  /** The proof of the start. @type {Proof | null} */
  proof = null;
  /** The proof of the position, if moves are made. @type {Proof | null} */
  position = null;
  /** The moves of the player's best solution. @type {number | null} */
  own = null;
  /** @type {import("./solver.js").Running | null} */
  hinting = null;
  isLive = true;
  /** Moves taken back. @type {string[]} */
  #undone = [];
  #timer = 0;

  /**
   * @param {import("./solver.js").Solver} solver
   * @param {View} view
   */
  constructor(solver, view) {
    this.solver = solver;
    this.view = view;
  }

  get moves() {
    return this.question.moves;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  get isBusy() {
    return Boolean(this.proof?.running || this.position?.running || this.hinting);
  }

  /** Takes another puzzle. @param {Partial<Question>} change */
  async open(change) {
    this.hush();
    this.question = { ...this.question, moves: [], ...change };
    this.proof = null;
    this.position = null;
    this.shown = null;
    this.own = null;
    this.#undone = [];
    await Promise.all([this.look(), this.#list()]);
  }

  /** Ends all searches: something changes. */
  hush() {
    clearTimeout(this.#timer);
    this.proof?.drop();
    this.position?.drop();
    this.#dropHint();
    this.view.update();
  }

  async #list() {
    const asked = this.question.text;
    const answer = asked.trim() === "" ? [] : await this.solver.ask("list", this.question);
    if (asked === this.question.text) this.view.list(Array.isArray(answer) ? answer : []);
  }

  /** Asks for the position and shows it. */
  async look() {
    const { question } = this;
    const asked = JSON.stringify(question);
    const answer = question.text.trim() === "" ? null : await this.solver.ask("open", question);
    // The text has changed meanwhile.
    if (asked !== JSON.stringify(this.question)) return;
    const error = answer?.error ?? (answer?.failed ? { message: answer.failed } : null);
    this.view.complain(error, answer?.warnings ?? []);
    this.shown = error ? null : answer;
    if (!this.shown) return this.view.update();
    this.question.moves = answer.played;
    this.proof ??= new Proof(this.solver, { ...this.question, moves: [] }, this.view.update);
    await this.view.show(answer);
    this.#arrive();
  }

  /** Handles a new position. */
  #arrive() {
    const { moves, proof, shown } = this;
    this.position?.drop();
    this.position = null;
    this.#dropHint();
    if (shown.solved && proof) {
      this.own = Math.min(this.own ?? Infinity, moves.length);
      proof.improve(moves);
    } else if (moves.length > 0 && proof) {
      const position = new Proof(this.solver, { ...this.question }, () => {
        // The moves so far and the plan from here make a plan from the start.
        if (position.plan) proof.improve([...moves, ...position.plan]);
        this.view.update();
      });
      follow(position, proof, moves);
      this.position = position;
    }
    this.view.update();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#live(), LIVE.pause);
  }

  /** Searches a little by itself. */
  #live() {
    const one = this.moves.length === 0 ? this.proof : this.position;
    if (!this.isLive || !this.shown || !one || one.running || one.isFinal || one.ended !== null) return;
    one.search(LIVE.seconds);
  }

  /** Goes to the position after some moves. @param {string[]} moves */
  async go(moves) {
    this.question = { ...this.question, moves };
    this.#undone = [];
    await this.look();
  }

  async undo() {
    const last = this.moves.at(-1);
    if (last === undefined) return;
    const rest = this.#undone;
    const done = this.go(this.moves.slice(0, -1));
    this.#undone = [last, ...rest];
    await done;
  }

  async redo() {
    const [next, ...rest] = this.#undone;
    if (next === undefined) return;
    const done = this.go([...this.moves, next]);
    this.#undone = rest;
    await done;
  }

  /** Searches from the start until it is done. */
  prove() {
    clearTimeout(this.#timer);
    this.proof?.search();
  }

  /** Searches from here until it is done. */
  searchOn() {
    this.position?.search();
  }

  /** Ends the searches; what they found is reported. */
  stop() {
    this.proof?.stop();
    this.position?.stop();
  }

  /** @param {boolean} isLive */
  setLive(isLive) {
    this.isLive = isLive;
    if (isLive) this.#live();
    else this.stop();
  }

  #dropHint() {
    this.hinting?.drop();
    this.hinting = null;
  }

  async hint() {
    if (!this.shown || this.hinting) return;
    // A hint shows more than the live proof that it replaces.
    clearTimeout(this.#timer);
    this.position?.drop();
    const asked = JSON.stringify(this.question);
    const hinting = this.solver.run("hint", this.question, () => {});
    this.hinting = hinting;
    this.view.update();
    const answer = await hinting.result;
    if (this.hinting !== hinting || asked !== JSON.stringify(this.question)) return;
    this.hinting = null;
    const one = this.moves.length === 0 ? this.proof : this.position;
    if (answer.status) one?.learn(answer);
    this.view.hint(answer);
    this.view.update();
  }
}
