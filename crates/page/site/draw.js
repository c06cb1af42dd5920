// @ts-check
// Drawing a level: strokes on the board and on the molecule.
import { CELL, cell } from "./board.js";
import { $, element, shape } from "./dom.js";
import { choose } from "./kind.js";
import { LABELS, labels, line, painted } from "./sketch.js";

/** @typedef {import("./sketch.js").Sketch} Sketch */

const NAMES = { "#": "wall", ".": "floor", " ": "outside" };

export class Drawing {
  /** The level that is drawn. @type {Sketch | null} */
  sketch = null;
  /** The text of the level that is drawn. */
  text = "";
  /** What a stroke paints. */
  #tool = "#";
  /** @type {Sketch[]} */
  #before = [];
  /** @type {Sketch[]} */
  #after = [];
  /** Labels that are offered although nothing uses them yet. */
  #offered = "";
  #isStroke = false;
  /** Pictures of atoms. @type {Record<string, string>} */
  #atoms = {};

  /**
   * @param {import("./solver.js").Solver} solver
   * @param {() => void} onStroke A stroke begins.
   * @param {(text: string) => void} onText The level has another text.
   */
  constructor(solver, onStroke, onText) {
    this.solver = solver;
    this.onStroke = onStroke;
    this.onText = onText;
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  get canRedo() {
    return this.#after.length > 0;
  }

  /** Begins with a level. @param {Sketch} sketch @param {string} text */
  async take(sketch, text) {
    this.sketch = sketch;
    this.text = text;
    this.#before = [];
    this.#after = [];
    this.#offered = "";
    await this.show();
  }

  undo() {
    this.#go(this.#before, this.#after);
  }

  redo() {
    this.#go(this.#after, this.#before);
  }

  /** @param {Sketch[]} from @param {Sketch[]} to */
  #go(from, to) {
    const next = from.pop();
    if (!next || !this.sketch) return;
    to.push(this.sketch);
    this.sketch = next;
    this.onStroke();
    this.#tell();
  }

  /** @param {Partial<Sketch>} change */
  #change(change) {
    if (!this.sketch) return;
    const next = { ...this.sketch, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.sketch)) return this.show();
    this.#before.push(this.sketch);
    this.#after = [];
    this.sketch = next;
    return this.#tell();
  }

  async #tell() {
    const sketch = this.sketch;
    const text = await this.show();
    if (sketch !== this.sketch || text === undefined) return;
    this.text = text;
    this.onText(text);
  }

  /** Shows the sketch; returns its text. @returns {Promise<string | undefined>} */
  async show() {
    const sketch = this.sketch;
    if (!sketch) return undefined;
    const answer = await this.solver.ask("sketch", sketch);
    if (sketch !== this.sketch) return undefined;
    // A stroke that has begun meanwhile is not erased: its end shows everything.
    if (this.#isStroke || !answer.text) return answer.text;
    this.#atoms = answer.atoms;
    const { board, molecule } = sketch;
    const widest = (/** @type {string[]} */ rows) => Math.max(0, ...rows.map((row) => row.length));
    this.#canvas($("board"), answer.svg, 0, 0, widest(board), board.length, "board");
    const [width, height] = [Math.max(1, widest(molecule)), Math.max(1, molecule.length)];
    this.#canvas($("goal").firstElementChild, answer.goal_svg, -1, -1, width + 2, height + 2, "molecule");
    this.#palette();
    return answer.text;
  }

  /**
   * A picture to paint on.
   * @param {HTMLElement} place
   * @param {string} svg
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   * @param {"board" | "molecule"} what
   */
  #canvas(place, svg, left, top, width, height, what) {
    place.innerHTML = svg;
    const picture = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
    picture.setAttribute("viewBox", [left, top, width, height].map((n) => n * CELL).join(" "));
    picture.setAttribute("width", String(width * CELL));
    picture.setAttribute("height", String(height * CELL));
    let path = "";
    for (let x = left; x <= left + width; x += 1) path += `M${x * CELL} ${top * CELL}v${height * CELL}`;
    for (let y = top; y <= top + height; y += 1) path += `M${left * CELL} ${y * CELL}h${width * CELL}`;
    picture.append(shape("path", { class: "grid", d: path }));

    /** @type {{x: number, y: number}[]} */
    let stroke = [];
    let paint = "";
    const at = (/** @type {PointerEvent} */ event) => {
      const { x, y } = cell(picture, event);
      return { x: Math.floor(x), y: Math.floor(y) };
    };
    const isInside = (/** @type {{x: number, y: number}} */ { x, y }) =>
      x >= left && x < left + width && y >= top && y < top + height;
    const add = (/** @type {{x: number, y: number}[]} */ cells) => {
      for (const one of cells.filter(isInside)) {
        if (stroke.some(({ x, y }) => x === one.x && y === one.y)) continue;
        stroke.push(one);
        picture.append(this.#dab(one, paint));
      }
    };
    picture.onpointerdown = (event) => {
      const rows = this.sketch?.[what] ?? [];
      const first = at(event);
      if (!isInside(first)) return;
      event.preventDefault();
      picture.setPointerCapture(event.pointerId);
      this.onStroke();
      // A stroke that begins on what it paints erases it.
      const isThere = rows[first.y]?.[first.x] === this.#tool && this.#tool !== ".";
      const isMolecule = what === "molecule" && "# ".includes(this.#tool);
      paint = isThere || isMolecule ? "." : this.#tool;
      stroke = [];
      this.#isStroke = true;
      add([first]);
    };
    picture.onpointermove = (event) => {
      const last = stroke.at(-1);
      if (last && picture.hasPointerCapture(event.pointerId)) add(line(last, at(event)));
    };
    picture.onlostpointercapture = () => {
      this.#isStroke = false;
      if (stroke.length === 0) return;
      const rows = painted(this.sketch?.[what] ?? [], stroke, paint, what === "molecule");
      stroke = [];
      this.#change({ [what]: rows });
    };
  }

  /** Paints a cell of a stroke until the level is redrawn. @param {{x: number, y: number}} at @param {string} paint */
  #dab({ x, y }, paint) {
    const ground = { "#": "wall", " ": "grid" }[paint] ?? "floor";
    const group = shape("g", { transform: `translate(${x * CELL} ${y * CELL})` });
    group.append(shape("rect", { class: ground, width: CELL, height: CELL }));
    if (!(paint in NAMES)) {
      const text = shape("text", { x: CELL / 2, y: CELL / 2, fill: "currentColor" });
      text.textContent = paint;
      group.append(shape("circle", { cx: CELL / 2, cy: CELL / 2, r: 14, fill: "var(--high-soft)" }), text);
    }
    return group;
  }

  #palette() {
    if (!this.sketch) return;
    const used = labels(this.sketch);
    const all = [...LABELS].filter((label) => used.includes(label) || this.#offered.includes(label));
    const first = used.length === 0 ? ["1"] : [];
    const tools = [...Object.keys(NAMES), ...new Set([...first, ...all])];
    if (!tools.includes(this.#tool)) this.#tool = "#";
    const buttons = tools.map((tool) => {
      const ground = NAMES[/** @type {keyof typeof NAMES} */ (tool)];
      const button = element("button", { type: "button", title: ground ?? `atom ${tool}` });
      button.setAttribute("aria-label", `Paint ${ground ?? `atom ${tool}`}`);
      button.setAttribute("aria-pressed", String(tool === this.#tool));
      if (ground) button.append(element("span", { className: `tile ${ground}` }));
      else if (this.#atoms[tool]) button.innerHTML = this.#atoms[tool];
      else button.textContent = tool;
      button.onclick = () => {
        this.#tool = tool;
        this.#palette();
        /** @type {any} */ ($("palette").querySelector("[aria-pressed=true]"))?.focus();
      };
      return button;
    });
    const more = element("button", { type: "button", textContent: "+ atom" });
    more.onclick = () => {
      const next = [...LABELS].find((label) => !tools.includes(label));
      if (!next) return;
      this.#offered += next;
      this.#tool = next;
      this.#palette();
    };
    const edit = element("button", { type: "button", textContent: "Element…", disabled: this.#tool in NAMES });
    edit.onclick = async () => {
      const { kinds } = /** @type {Sketch} */ (this.sketch);
      const label = this.#tool;
      const kind = await choose(label, kinds[label] ?? "");
      const { [label]: _, ...rest } = kinds;
      this.onStroke();
      this.#change({ kinds: kind ? { ...rest, [label]: kind } : rest });
    };
    $("palette").replaceChildren(...buttons, more, edit);
  }
}
