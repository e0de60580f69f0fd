import { quoteForShell } from "../../text/quote-for-shell.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import { ALL_ITEMS, type ItemRef, NO_ITEM } from "../model.ts"
import { fillTemplate, listPlaceholders } from "../../workflow/template.ts"
import type { Directive } from "./directive.ts"

/** A run as printed commands name it. */
export interface CommandTarget {
  readonly id: string
  /** How Skillet is started where the run is, such as `skillet`. */
  readonly program?: string | undefined
  /** The project's top directory: files are named from there. */
  readonly directory?: string | undefined
}

/** Printed commands name the round: if one is run too late, it is refused. */
export function writeCurrentCommand(run: CommandTarget): string {
  return runCommand(run, "current")
}

export function showCommand(run: CommandTarget): string {
  return runCommand(run, "show")
}

/** The command that checks what was done in a step and reports it. */
export function checkCommand({ id, program = "skillet" }: CommandTarget, command: string): string {
  return `${program} ${command} ${quoteForShell(id)}`
}

export function writeReportCommand(
  run: CommandTarget,
  item: ItemRef,
  how: { readonly outcome?: Outcome; readonly file?: string },
): string {
  return [
    beginReportCommand(run, item),
    ...(how.outcome === undefined ? [] : [`--outcome ${how.outcome}`]),
    ...(how.file === undefined ? [] : [`--output ${quoteForShell(how.file)}`]),
  ].join(" ")
}

/** Reports an agent that could not be started; REASON is to be replaced. */
export function writeHandBackCommand(run: CommandTarget, item: ItemRef): string {
  return `${beginReportCommand(run, item)} --outcome fail --reason REASON`
}

export function writeAnswerCommand(run: CommandTarget, question: string): string {
  return `${runCommand(run, "answer")} --question ${quoteForShell(question)} --answer ANSWER`
}

/** Prints the whole output of an item; all answers of a fan-out are in the JSON of the run. */
export function writeOutputCommand(run: CommandTarget, { step, round, item }: ItemRef): string {
  if (item === ALL_ITEMS) return `${showCommand(run)} --json`
  const which = item === NO_ITEM ? "" : ` --item ${quoteForShell(item)}`
  return `${showCommand(run)} --step ${quoteForShell(step)} --round ${round}${which}`
}

/** For a reader outside the project: the command then works from any directory. */
export function addDirectory(command: string, directory: string): string {
  return `${command} --cwd ${quoteForShell(directory)}`
}

/** The file for the output of a step. */
export function locateOutputFile(run: CommandTarget, item: ItemRef): string {
  return locateOutput(run, `${itemName(item)}.${item.round}.md`)
}

/** The file with an agent's prompt, if it is too long or cannot be printed unchanged. */
export function locatePromptFile(run: CommandTarget, item: ItemRef): string {
  return locateOutput(run, `${itemName(item)}.${item.round}.prompt.md`)
}

/** From the project's top. */
export const OUTPUT_FOLDER = ".skillet/out"

function beginReportCommand(run: CommandTarget, item: ItemRef): string {
  const part = item.item === NO_ITEM ? "" : ` --item ${quoteForShell(item.item)}`
  return `${runCommand(run, "report")} --step ${quoteForShell(item.step)} --round ${item.round}${part}`
}

function runCommand({ id, program = "skillet" }: CommandTarget, command: string): string {
  return `${program} run ${command} ${quoteForShell(id)}`
}

function locateOutput({ id, directory }: CommandTarget, name: string): string {
  const file = `${OUTPUT_FOLDER}/${id}/${name}`
  return directory === undefined ? file : `${directory.replace(/\/$/, "")}/${file}`
}

/** Two items never share a file, even if their names lose characters. */
function itemName({ step, item }: ItemRef): string {
  if (item === NO_ITEM) return step
  const safe = item.replace(/[^\w.-]/g, "_").slice(0, 80)
  return `${step}.${safe === item ? item : `${safe}-${sha256(item).slice(0, 8)}`}`
}

/** How `skillet step` was called, as far as the commands it prints must repeat it. */
export interface StepCall {
  /** How Skillet is started (default `skillet`). */
  readonly program?: string | undefined
  /** The parameters, each as `name=value`. */
  readonly params?: readonly string[] | undefined
  /** Further options, word by word: where the workflow is found, and how the step is printed. */
  readonly options?: readonly string[] | undefined
}

/** The command that prints another step without a run; `flags` are those of its review loop. */
export function writeStepCommand(
  call: StepCall,
  {
    workflow,
    step,
    flags = [],
  }: { readonly workflow: string; readonly step: number; readonly flags?: readonly string[] },
): string {
  return [
    `${call.program ?? "skillet"} step ${quoteForShell(workflow)} --step ${step}`,
    ...flags,
    ...(call.params ?? []).map((param) => `--param ${quoteForShell(param)}`),
    ...(call.options ?? []).map(quoteForShell),
  ].join(" ")
}

/** The command with which an agent starts a workflow of its own, with the parameters that are known without a run. */
export function writeChildCommand(
  call: StepCall,
  child: { readonly workflow: string; readonly with?: Readonly<Record<string, string>> | undefined },
  lookup: (path: string) => unknown,
): string {
  const params = Object.entries(child.with ?? {})
    .filter(([, template]) => listPlaceholders(template).every((path) => lookup(path) !== undefined))
    .map(([name, template]) => `${name}=${fillTemplate(template, lookup)}`)
  return writeStepCommand({ ...call, params }, { workflow: child.workflow, step: 1 })
}

/** The same directive for a reader outside the project: every command in it names the project's directory. */
export function readOutside(directive: Directive): Directive {
  const { directory } = directive
  if (directory === undefined) return directive
  const placed = (command: string) => addDirectory(command, directory)
  return {
    ...directive,
    isOutside: true,
    outcomes: directive.outcomes.map((one) => ({ ...one, command: placed(one.command) })),
    dispatches: directive.dispatches.map(({ command, report, ...dispatch }) => ({
      ...dispatch,
      ...(command === undefined ? {} : { command: placed(command) }),
      ...(report === undefined ? {} : { report: placed(report) }),
    })),
    questions: directive.questions.map((one) => ({ ...one, command: placed(one.command) })),
    ...(directive.after === undefined ? {} : { after: placed(directive.after) }),
  }
}
