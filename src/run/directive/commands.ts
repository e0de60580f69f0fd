import type { ItemRef } from "../decide/event.ts"
import { ALL_ITEMS, NO_ITEM } from "../decide/event.ts"
import type { Outcome } from "../../workflow/outcome.ts"

/** The commands a directive tells to run. They name the round: one that is run too late is refused instead of believed. */
export function currentCommand(run: string): string {
  return `skillet run current ${word(run)}`
}

export function reportCommand(
  run: string,
  item: ItemRef,
  how: { readonly outcome?: Outcome; readonly file?: string },
): string {
  return [
    `skillet run report ${word(run)} --step ${word(item.step)} --round ${item.round}`,
    ...(item.item === NO_ITEM ? [] : [`--item ${word(item.item)}`]),
    ...(how.outcome === undefined ? [] : [`--outcome ${how.outcome}`]),
    ...(how.file === undefined ? [] : [`--output ${word(how.file)}`]),
  ].join(" ")
}

export function answerCommand(run: string, question: string): string {
  return `skillet run answer ${word(run)} --question ${word(question)} --answer ANSWER`
}

/** Prints what was handed in for an item in full; all answers of a fan-out are in the JSON of the run. */
export function outputCommand(run: string, { step, round, item }: ItemRef): string {
  if (item === ALL_ITEMS) return `skillet run show ${word(run)} --json`
  const which = item === NO_ITEM ? "" : ` --item ${word(item)}`
  return `skillet run show ${word(run)} --step ${word(step)} --round ${round}${which}`
}

/** Where whoever does a step puts what it hands in, seen from the project's root. */
export function outputFile(run: string, item: ItemRef): string {
  const name = item.item === NO_ITEM ? item.step : `${item.step}.${item.item.replace(/[^\w.-]/g, "_")}`
  return `${OUTPUT_FOLDER}/${run}/${name}.${item.round}.md`
}

export const OUTPUT_FOLDER = ".skillet/out"

/** As a shell reads it back as one word. */
function word(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
