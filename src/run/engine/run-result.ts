import type { RunRow } from "../../ports/run-store.ts"
import { fillTemplate } from "../../workflow/template.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import { ALL_ITEMS } from "../decide/event.ts"
import { outputCommand } from "../directive/commands.ts"
import type { Engine } from "./engine.ts"
import { addRun, readText, readValue, valueRows, type Work } from "./work.ts"

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
export async function runResult(engine: Engine, row: RunRow, workflow: Workflow): Promise<RunResult | undefined> {
  const { result: name } = workflow
  if (name === undefined) return undefined
  const work: Work = { engine, at: 0, runs: new Map() }
  const run = addRun(work, { row, workflow, seq: row.seq })
  const [value] = await valueRows(work, run, [name])
  if (value === undefined) return undefined
  const { step, round, item } = value
  const answers = item === ALL_ITEMS ? await readValue(work, run, value) : undefined
  const text =
    answers === undefined
      ? await readText(work, run, { run: row.id, step, round, item })
      : fillTemplate("{{values.all}}", () => answers)
  return text === undefined || text.trim() === "" ? undefined : { name, step, round, item, text }
}

const MOST_SHOWN = 4000

/** A result as the end of its run shows it: whole where it is short, else its beginning and where to read the rest. */
export function resultActions(run: string, result: RunResult | undefined): readonly string[] {
  if (result === undefined) return []
  const { name, text } = result
  if (text.length <= MOST_SHOWN) return [`The result, ${name}:\n\n${text.trim()}`]
  const start = text.slice(0, MOST_SHOWN).trimEnd()
  const cut = `The first ${start.length} of ${text.length} characters. The whole text: ${outputCommand(run, result)}`
  return [`The result, ${name}:\n\n${start}`, cut]
}
