import type { Outcome } from "../../workflow/outcome.ts"
import type { ItemRef } from "../model.ts"
import { NO_ITEM } from "../model.ts"
import { locateOutputFile } from "./commands.ts"
import type { Directive, ReportableOutcome, ShownDispatch, ShownQuestion } from "./directive.ts"

/** Written in a call in place of the output; the reader replaces it. */
export const OUTPUT = "OUTPUT"

/** What the reader of a directive may do with tools. The rest stays a command, for a person. */
export interface ToolRights {
  /** It may answer the questions of a person. */
  readonly answers: boolean
}

/** The same directive for a reader that has the tools of our MCP server: each command is a call of a tool. */
export function readThroughTools(directive: Directive, rights: ToolRights): Directive {
  const { run, step, round, directory } = directive
  const at = { run, directory }
  const report = (item: string, outcome: Outcome | undefined, output: object) =>
    writeReportCall(at, { step, round, item }, { outcome, ...output })
  const addOutcome = (one: ReportableOutcome): ReportableOutcome => {
    if (!isReport(one.command)) return one
    return { ...one, command: report(NO_ITEM, one.outcome, one.file === undefined ? {} : { output: OUTPUT }) }
  }
  const addDispatch = (one: ShownDispatch): ShownDispatch => ({
    ...one,
    ...(one.command === undefined ? {} : { command: writeNextCall(at, one.command) }),
    ...(one.report === undefined || !isReport(one.report)
      ? {}
      : {
          report: report(one.item, undefined, {
            outputFile: one.file ?? locateOutputFile({ id: run, directory }, { step, round, item: one.item }),
          }),
        }),
  })
  const addQuestion = (one: ShownQuestion): ShownQuestion =>
    rights.answers ? { ...one, command: writeCall("run_report", at, { run, question: one.id, answer: "ANSWER" }) } : one
  return {
    ...directive,
    isThroughTools: true,
    outcomes: directive.outcomes.map(addOutcome),
    dispatches: directive.dispatches.map(addDispatch),
    questions: directive.questions.map(addQuestion),
    ...(directive.after === undefined ? {} : { after: writeNextCall(at, directive.after) }),
  }
}

/** The call that hands an item back that could not be started; REASON is to be replaced. */
export function writeHandBackCall({ run, directory }: CallPlace, item: ItemRef): string {
  return writeReportCall({ run, directory }, item, { outcome: "fail", reason: "REASON" })
}

export function writeStatusCall({ run, directory }: CallPlace): string {
  return writeCall("run_status", { run, directory }, { run })
}

type CallPlace = Pick<Directive, "run" | "directory">

function writeReportCall(place: CallPlace, { step, round, item }: ItemRef, more: object): string {
  const part = item === NO_ITEM ? {} : { item }
  return writeCall("run_report", place, { run: place.run, step, round, ...part, ...more })
}

/** A command that shows a run again, as a call about the run that it names. */
function writeNextCall(place: CallPlace, command: string): string {
  const run = / run current '?([\w.-]+)'?/.exec(command)?.[1]
  return run === undefined ? command : writeCall("run_next", place, { run })
}

function writeCall(tool: string, { directory }: CallPlace, args: object): string {
  return `${tool} ${JSON.stringify({ ...(directory === undefined ? {} : { workspace: directory }), ...args })}`
}

/** Some steps are reported by a command of their own, for which there is no tool. */
function isReport(command: string): boolean {
  return / run report \S/.test(command)
}
