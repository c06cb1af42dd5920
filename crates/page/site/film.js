// @ts-check
// The best plan: its moves, and playing them.
import { $, element, moves as count } from "./dom.js";

/** Only this many moves of a plan are listed. */
const LISTED = 2000;

export class Film {
  /** @type {string[]} */
  #plan = [];
  /** The moves made so far. @type {string[]} */
  #moves = [];
  #timer = 0;

  /** @param {(moves: string[]) => Promise<void>} go Goes to the position after moves from the start. */
  constructor(go) {
    this.go = go;
    $("watch").onclick = () => this.toggle();
    $("speed").onchange = () => { if (this.#timer) this.#play(); };
  }

  /** Takes the best plan of a proof, if there is one. @param {import("./proof.js").Proof | null} proof */
  take(proof) {
    const plan = proof?.plan ?? null;
    $("watch").disabled = !plan?.length;
    $("solution-title").textContent = proof?.status === "OPTIMAL" ? "Shortest solution" : "Best plan";
    $("plan-summary").textContent = plan ? `Show its ${count(plan.length)}`
      : (proof?.upper ?? null) === null ? "No plan is known yet."
      : proof?.running ? "Its moves are shown when the search ends."
      : "It is too long to list here.";
    if (String(plan ?? []) === String(this.#plan)) return;
    this.stop();
    this.#plan = plan ?? [];
    const items = this.#plan.slice(0, LISTED).map((move, n) => {
      const button = element("button", { type: "button", textContent: move });
      button.onclick = () => {
        this.stop();
        this.go(this.#plan.slice(0, n + 1));
      };
      return element("li", {}, button);
    });
    $("plan").replaceChildren(...items);
    this.#mark();
  }

  /** Sets the moves made so far. @param {string[]} moves */
  at(moves) {
    this.#moves = moves;
    if (!this.#isOnPlan) this.stop();
    this.#mark();
  }

  get #isOnPlan() {
    return this.#moves.every((move, n) => move === this.#plan[n]);
  }

  #mark() {
    const done = this.#isOnPlan ? this.#moves.length : 0;
    [...$("plan").children].forEach((item, n) => {
      item.classList.toggle("done", n < done);
      if (n === done - 1) {
        item.firstElementChild.setAttribute("aria-current", "step");
        $("plan").scrollTop = item.offsetTop - $("plan").offsetTop - $("plan").clientHeight / 2;
      } else item.firstElementChild.removeAttribute("aria-current");
    });
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    $("watch").lastElementChild.textContent = "Watch";
    $("watch").querySelector("use").setAttribute("href", "icons.svg#play");
  }

  async toggle() {
    if (this.#timer) return this.stop();
    if (!this.#plan.length) return;
    if (!this.#isOnPlan || this.#moves.length === this.#plan.length) await this.go([]);
    this.#play();
  }

  #play() {
    clearInterval(this.#timer);
    $("watch").lastElementChild.textContent = "Pause";
    $("watch").querySelector("use").setAttribute("href", "icons.svg#pause");
    this.#timer = setInterval(async () => {
      if (this.#moves.length >= this.#plan.length) return this.stop();
      await this.go(this.#plan.slice(0, this.#moves.length + 1));
    }, Number($("speed").value));
  }
}
