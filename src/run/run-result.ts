import { fillTemplate } from "../workflow/template.ts"
import { checkCommand, type CommandTarget, writeOutputCommand, locateOutputFile } from "./directive/commands.ts"
import type { ChildAnswer } from "./directive/directive.ts"
import {
  ALL_ITEMS,
  type Dispatch,
  NO_ITEM,
  type PassedGate,
  type Result,
  type Run,
  type RunHead,
  type RunStatus,
} from "./model.ts"
import { readItemText, readValues, type PendingRun } from "./advance/pending-commit.ts"
import { findStep } from "../workflow/workflow.ts"
import { readReview } from "./advance/decide/gate/review-answer.ts"
import { findPlaces } from "./advance/decide/reported-places.ts"
import type { Engine } from "./engine.ts"

/** The whole result of a run. */
export interface RunResult {
  /** The value that the workflow declares as its result. */
  readonly name: string
  /** Which answer it is; the item is `*` if it is all answers of a fan-out. */
  readonly step: string
  readonly round: number
  readonly item: string
  readonly text: string
  /** The command that prints it for people, before the run's id; absent if the text itself is for them. */
  readonly printedBy?: string | undefined
}

/** Undefined if the workflow declares no result, or the run did not reach it. */
export async function runResult(reading: PendingRun): Promise<RunResult | undefined> {
  const { result: name } = reading.workflow
  const source = name === undefined ? undefined : reading.run.values[name]
  if (name === undefined || source === undefined) return undefined
  const { step, round, item } = source
  const text = item === ALL_ITEMS ? await renderValue(reading, name) : await readItemText(reading, source)
  return text === undefined || text.trim() === ""
    ? undefined
    : { name, step, round, item, text, printedBy: reading.workflow.resultPrintedBy }
}

async function renderValue(reading: PendingRun, name: string): Promise<string> {
  const source = reading.run.values[name]
  const values = source === undefined ? {} : await readValues(reading, { [name]: source })
  return fillTemplate("{{values.all}}", () => values[name])
}

const MOST_CHARACTERS = 4000

/**
 * A result as shown at the end of its run: the whole text if it is short, otherwise its start and where to read the
 * rest.
 */
export function writeResultActions(run: CommandTarget, result: RunResult | undefined): readonly string[] {
  if (result === undefined) return []
  const { name, text, printedBy } = result
  if (printedBy !== undefined) return [`To see the ${name}, run: ${checkCommand(run, printedBy)}`]
  if (text.length <= MOST_CHARACTERS) return [`${introduceResult(name)}\n\n${text.trim()}`]
  const start = text.slice(0, MOST_CHARACTERS).trimEnd()
  const cut = `The first ${start.length} of ${text.length} characters. The whole text: ${writeOutputCommand(run, result)}`
  return [`${introduceResult(name)}\n\n${start}`, cut]
}

function introduceResult(name: string): string {
  return name === "result" ? "The result:" : `The result (${name}):`
}

/** The gates that a person passed although they had failed, without those that succeeded later. */
export function listPassedGates({ passed = {} }: Pick<RunHead, "passed">): readonly PassedGate[] {
  return Object.values(passed)
}

const MOST_ISSUES = 10

/** What every later step and the end say about such gates. */
export function writePassedActions(passed: readonly PassedGate[]): readonly string[] {
  return passed.map(({ title, because, open }) => {
    const more = open.length - MOST_ISSUES
    const issues = open.slice(0, MOST_ISSUES).map((issue) => `- ${issue}`)
    const rest = more > 0 ? [`- and ${more} more`] : []
    const lead = `The gate "${title}" was ${because}. Do not call the work complete. Still open:`
    return [lead, ...issues, ...rest, ...writeMarkAction(open)].join("\n")
  })
}

/** An issue that was accepted is marked where it is, so that the next person who changes the code knows of it. */
function writeMarkAction(open: readonly string[]): readonly string[] {
  if (open.every((issue) => findPlaces(issue).length === 0)) return []
  return [
    "Mark each issue that names a place there, unless it is marked already: a comment line directly above it, `ACCEPTED RISK: ` and what is wrong, without the category and the place.",
  ]
}

/**
 * What the agent of a child run answers, in a line or two: the parent already has the result, and the agent that
 * started it must not read a review's report.
 */
export async function writeChildAnswer(
  engine: Engine,
  run: Run,
  { title, result }: { readonly title: string; readonly result: RunResult | undefined },
): Promise<ChildAnswer> {
  const { id, workflow, parent } = run
  if (parent === undefined) return { lines: [], isReview: false }
  const above = (await engine.store.load({ run: parent.run }))?.run
  const asked = above === undefined ? undefined : findStep(await engine.definitions.find(above.definition), parent.step)
  const isReview = asked !== undefined && "review" in asked && asked.review !== undefined
  if (!isReview || result === undefined) return { lines: [`${title}: ${workflow} (run ${id})`], isReview }
  if (readReview(result.text).claims === "pass") return { lines: ["RESULT: PASS"], isReview }
  const file = locateOutputFile(run, { step: result.step, round: result.round, item: NO_ITEM })
  return { lines: ["RESULT: FAIL", `REPORT: ${file}`], isReview }
}

/** Why a run that has ended did not succeed. */
export function explainEnd({ status, outcome, visit }: RunHead): string | undefined {
  if (status !== "done" || outcome !== "fail" || visit === undefined) return undefined
  return `The run ended because ${visit.step} did not succeed${visit.because === undefined ? "." : `: ${visit.because}`}`
}

/** The status of a run as it is told: a run that reached its end without success has failed. */
export function tellStatus({ status, outcome }: Pick<RunHead, "status" | "outcome">): RunStatus {
  return status === "done" && outcome === "fail" ? "failed" : status
}

/** A run as it is told to people and programs: with its told status, and the reason if it ended without success. */
export function tellRun(run: Run): Run {
  return { ...run, status: tellStatus(run), because: run.because ?? explainEnd(run) }
}

/** Whether a run is over: nothing of it can change any more. */
export function hasEnded({ status }: Pick<Run, "status">): boolean {
  return status !== "running"
}

/** Whether an answer to a dispatch is still to come, from the worker that has claimed it or will claim it. */
export function isAwaitingAnswer({ status }: Pick<Dispatch, "status">): boolean {
  return status === "open" || status === "leased"
}

/** The agents of a step that failed or could not be started; the step's own outcome is not one of them. */
export function listFailedItems(results: readonly Result[]): readonly Result[] {
  return results.filter(({ outcome, item }) => outcome === "fail" && item !== NO_ITEM)
}
