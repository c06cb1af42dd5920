// @ts-check
// Checks whether a certificate file is a proof.
import { $, number } from "./dom.js";

/** A server accepts no larger files, and a page should not. */
const LARGEST = 3 << 20;

/** The bytes of a file in Base64. @param {File} file @returns {Promise<string>} */
function encoded(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A name in quotes, in one line and in one direction. @param {string} name */
function quoted(name) {
  const escaped = (/** @type {string} */ c) => `\\u{${c.codePointAt(0)?.toString(16)}}`;
  return JSON.stringify(name).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * Checks a certificate, and shows the result.
 * @param {import("./solver.js").Solver} solver
 * @param {File} file
 * @param {(puzzle: any) => void} onPuzzle The puzzle is wanted on the board.
 */
export async function check(solver, file, onPuzzle) {
  const dialog = $("certificate");
  const say = (/** @type {string} */ verdict, /** @type {string} */ words) => {
    $("certificate-verdict").textContent = verdict;
    $("certificate-said").textContent = words;
  };
  $("certificate-show").hidden = true;
  $("certificate-name").textContent = file.name;
  dialog.onclose = null;
  dialog.returnValue = "";
  dialog.showModal();
  if (file.size > LARGEST) {
    return say("Too large for the page", "On a computer with fewest the command fewest verify checks files of any size.");
  }
  say("Checking…", "");
  const question = { certificate: await encoded(file) };
  const running = solver.run("verify", question, ({ done, of }) => {
    say("Checking…", of ? `${number(done)} of ${number(of)} states` : `${number(done)} states`);
  });
  dialog.onclose = running.drop;
  const answer = await running.result;
  if (answer.stopped) return;
  dialog.onclose = null;
  if (!answer.accepted) {
    const why = answer.reason ?? answer.error?.message ?? answer.failed ?? "";
    return say(answer.reason ? "Rejected" : "Not checked", why);
  }
  const { name, proof, claim, formulas, states, digest, puzzle } = answer;
  const listed = states === null ? "" : `${number(states)} states, digest ${digest}`;
  // The author of the file chose the name, which may read like a claim.
  const named = name ? `${quoted(name)}: ` : "";
  const words = [named + claim, formulas, listed].filter(Boolean);
  say(proof ? "Accepted" : "Accepted, but no proof", words.join("\n"));
  if (!puzzle) return;
  $("certificate-show").hidden = false;
  dialog.onclose = () => { if (dialog.returnValue === "show") onPuzzle(puzzle); };
}
