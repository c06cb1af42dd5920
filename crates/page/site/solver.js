// @ts-check
// Questions are answered by the engine in this page, or by the program that serves the page.
import { InPage } from "./engine.js";

/**
 * @typedef {object} Question A puzzle, and the moves made on it.
 * @property {string} text The text of the level, the board or its name.
 * @property {number} number Which puzzle of the text, from 1.
 * @property {string} goal The goal of tile puzzles.
 * @property {string[]} moves Moves made since the start.
 * @property {number} [seconds] How long a search may take.
 */

/**
 * @typedef {object} Running A search.
 * @property {Promise<any>} result
 * @property {() => void} stop Ends it; its result has what was found.
 * @property {() => void} drop Ends it at once; nobody needs its result.
 */

/**
 * @typedef {object} Solver
 * @property {string} name
 * @property {string} where
 * @property {boolean} isStatic Whether the page needs no server.
 * @property {(verb: string, question: any) => Promise<any>} ask
 * @property {(verb: string, question: any, onProgress: (record: any) => void) => Running} run
 */

/** The status of a server that has no room for another search. */
const BUSY = 503;
/** How often to ask for a search in that case. */
const TRIES = 10;

/** The program behind the page. @implements {Solver} */
class Served {
  where = "the computer that serves it";
  isStatic = false;

  /** @param {string} version */
  constructor(version) {
    this.name = `native ${version}, all cores`;
  }

  /** @param {string} verb @param {any} question @param {AbortSignal} [signal] */
  #post(verb, question, signal) {
    return fetch(`api/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
  }

  /** @param {string} verb @param {any} question */
  async ask(verb, question) {
    try {
      const response = await this.#post(verb, question);
      if (!response.ok) return { failed: await response.text() };
      return await response.json();
    } catch {
      return { failed: "The server does not answer." };
    }
  }

  /**
   * @param {string} verb
   * @param {any} question
   * @param {(record: any) => void} onProgress
   * @returns {Running}
   */
  run(verb, question, onProgress) {
    const abort = new AbortController();
    // Pages of any origin have random numbers, but not `randomUUID`.
    const search = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    const read = async () => {
      let response = await this.#post(verb, { ...question, search }, abort.signal);
      // A search that was stopped just now may still hold its place.
      for (let tries = 0; response.status === BUSY && tries < TRIES; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        response = await this.#post(verb, { ...question, search }, abort.signal);
      }
      if (!response.ok || !response.body) return { failed: await response.text() };
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      let answer = { failed: "The connection ended." };
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return answer;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const record = JSON.parse(line);
          if (record.progress) onProgress(record.progress);
          else answer = record;
        }
      }
    };
    const result = read().catch((error) =>
      abort.signal.aborted ? { stopped: true } : { failed: String(error) });
    const stop = () => { this.ask("stop", { search }); };
    const drop = () => {
      stop();
      abort.abort();
    };
    return { result, stop, drop };
  }
}

/** @returns {Promise<Solver>} */
export async function connect() {
  // Unless the page is marked as served, it is a static folder, whose host is asked nothing.
  if (!document.documentElement.hasAttribute("data-served")) return new InPage();
  const response = await fetch("api/version");
  return new Served((await response.json()).version);
}
