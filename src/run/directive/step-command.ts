import { fillTemplate, placesIn } from "../../workflow/template.ts"
import { shellWord } from "./shell-word.ts"

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
export function stepCommand(
  call: StepCall,
  {
    workflow,
    step,
    flags = [],
  }: { readonly workflow: string; readonly step: number; readonly flags?: readonly string[] },
): string {
  return [
    `${call.program ?? "skillet"} step ${shellWord(workflow)} --step ${step}`,
    ...flags,
    ...(call.params ?? []).map((param) => `--param ${shellWord(param)}`),
    ...(call.options ?? []).map(shellWord),
  ].join(" ")
}

/** The command with which an agent starts a workflow of its own, with the parameters that are known without a run. */
export function childCommand(
  call: StepCall,
  child: { readonly workflow: string; readonly with?: Readonly<Record<string, string>> | undefined },
  lookup: (path: string) => unknown,
): string {
  const params = Object.entries(child.with ?? {})
    .filter(([, template]) => placesIn(template).every((path) => lookup(path) !== undefined))
    .map(([name, template]) => `${name}=${fillTemplate(template, lookup)}`)
  return stepCommand({ ...call, params }, { workflow: child.workflow, step: 1 })
}
