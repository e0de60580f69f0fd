import { toVisibleLine } from "../../text/escape-hidden.ts"
import { protocolSteps } from "../protocol.ts"

/** What the person or agent that starts a job is told about one of the steps before the first phase. */
export interface JobStepText {
  readonly step: number
  readonly text: string
}

/** The steps that have a text, with the name of its file: those before the first phase. */
export const stepFiles = protocolSteps
  .filter(({ number }) => number <= 4)
  .map(({ number, step, value }) => ({ number, value, name: `step_${number}_${step.replaceAll("-", "_")}` }))

/**
 * The texts of the steps that are done, with their results filled in. A step whose text is missing gets a plain one. A
 * place that no step fills is left as it is written. The phases are all that `orchestrate show` lists.
 */
export function renderStepTexts(
  texts: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
  phases: readonly string[],
): readonly JobStepText[] {
  const places = gatherPlaces(values, phases)
  const fill = (text: string) =>
    text.replace(
      /\{\{\s*(\w+)\s*\}\}/g,
      (whole, name: string) => (Object.hasOwn(places, name) ? places[name] : whole) ?? whole,
    )
  return stepFiles
    .filter(({ value }) => values[value] !== undefined)
    .map(({ number, name }) => {
      const written = (Object.hasOwn(texts, name) ? texts[name] : undefined)?.trim() ?? ""
      return { step: number, text: written === "" ? `Step ${number} is done.` : fill(written) }
    })
}

/** What a text can show, by the name of its place. */
function gatherPlaces(
  { task, domain, skill, context }: Readonly<Record<string, unknown>>,
  phases: readonly string[],
): Readonly<Record<string, string>> {
  const { skill_config } = (skill ?? {}) as { readonly skill_config?: { readonly name?: string } }
  const shown = {
    ...pick(task, ["task_id", "slug"]),
    ...pick(domain, ["domain"]),
    confidence: String(pick(domain, ["confidence"])["confidence"] ?? "").toLowerCase(),
    ...pick(context, ["memory_file"]),
    ...(skill_config === undefined ? {} : { skill: skill_config.name, phases: phases.join(", ") }),
  }
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, toVisibleLine(String(value))]))
}

function pick(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}
