import { fillTemplate } from "../../workflow/template.ts"
import { type CommandTarget, outputCommand } from "../directive/commands.ts"
import { ALL_ITEMS } from "../model.ts"
import { readText, readValues, type RunWork } from "./work.ts"

/** What a run gave, in full. */
export interface RunResult {
  /** The value that the workflow declares as its result. */
  readonly name: string
  /** Which answer it is; the item is `*` where it is all answers of a fan-out. */
  readonly step: string
  readonly round: number
  readonly item: string
  readonly text: string
}

/** Undefined where the workflow declares no result, or the run did not come to it. */
export async function runResult(reading: RunWork): Promise<RunResult | undefined> {
  const { result: name } = reading.workflow
  const source = name === undefined ? undefined : reading.run.values[name]
  if (name === undefined || source === undefined) return undefined
  const { step, round, item } = source
  const text = item === ALL_ITEMS ? await allOf(reading, name) : await readText(reading, source)
  return text === undefined || text.trim() === "" ? undefined : { name, step, round, item, text }
}

async function allOf(reading: RunWork, name: string): Promise<string> {
  const source = reading.run.values[name]
  const values = source === undefined ? {} : await readValues(reading, { [name]: source })
  return fillTemplate("{{values.all}}", () => values[name])
}

const MOST_SHOWN = 4000

/** A result as the end of its run shows it: whole where it is short, else its beginning and where to read the rest. */
export function resultActions(run: CommandTarget, result: RunResult | undefined): readonly string[] {
  if (result === undefined) return []
  const { name, text } = result
  if (text.length <= MOST_SHOWN) return [`The result, ${name}:\n\n${text.trim()}`]
  const start = text.slice(0, MOST_SHOWN).trimEnd()
  const cut = `The first ${start.length} of ${text.length} characters. The whole text: ${outputCommand(run, result)}`
  return [`The result, ${name}:\n\n${start}`, cut]
}
