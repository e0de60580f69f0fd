import { announce } from "./announce.js";

const wanted = new URLSearchParams(location.search).get("q") ?? "";

/** Says above the shelves what was searched for. */
export function showSearch(main: HTMLElement, found: number): void {
  if (wanted === "") return;
  const heading = document.createElement("p");
  heading.innerHTML = `${found} results for <strong>${wanted}</strong>`;
  main.prepend(heading);
  announce(`${found} results`);
}

/** Puts the words into the search field again. */
export function refillSearch(field: HTMLInputElement, label: HTMLElement): void {
  field.value = wanted;
  label.textContent = `Search again (last time: ${wanted})`;
}

/** A line for when nothing was found. */
export function showNothing(main: HTMLElement): void {
  main.innerHTML = `<p>Nothing matches <q>${escapeHtml(wanted)}</q>. <a href="/">All products</a></p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
