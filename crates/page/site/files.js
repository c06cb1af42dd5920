// @ts-check
// Files that are opened, dropped and saved.
import { $ } from "./dom.js";

/** The largest size of a puzzle file. */
const LARGEST = 1 << 20;

/** Certificates of all kinds begin like this. @param {File} file */
const isCertificate = async (file) => /^fewest[- ]/.test(await file.slice(0, 16).text());

/**
 * Handles files that are chosen or dropped.
 * @param {(text: string) => void} onText
 * @param {(file: File) => void} onCertificate
 * @param {(message: string) => void} onRefused
 */
export function listen(onText, onCertificate, onRefused) {
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    try {
      if (await isCertificate(file)) return onCertificate(file);
      if (file.size > LARGEST) return onRefused(`${file.name}: larger than 1 MiB: this is not a puzzle file`);
      onText(await file.text());
    } catch {
      onRefused(`${file.name} cannot be read`);
    }
  };
  $("file").onchange = async () => {
    await read($("file").files[0]);
    // So that the same file can be opened again.
    $("file").value = "";
  };
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer?.files[0]);
  });
}

/**
 * Saves a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
