import { readStepDefs } from "./from-step-defs.ts"
import { readSteps } from "./from-steps.ts"
import type { LegacyReading } from "./legacy-forms.ts"
import { type Loose, looseMap, looseText, note, type Notes } from "./legacy-values.ts"

/** A workflow.yaml that says `legacy: steps` or `legacy: step-defs`. `name` is used if it has none. */
export function readLegacy(value: unknown, name?: string): LegacyReading {
  const written = { name, ...looseMap(value) }
  const { legacy: form, name: called } = written as Loose
  const notes: Notes = { found: [] }
  if (looseText(called) === undefined)
    note(notes, "legacy.bad-value", { at: "", message: "the workflow has no name", fix: "add name: …" })
  if (form === "steps") return withNotes(readSteps(written), notes)
  if (form === "step-defs") return withNotes(readStepDefs(written), notes)
  const message = `there is no older form "${String(form)}"`
  note(notes, "legacy.bad-value", { at: "legacy", message, fix: "write legacy: steps or legacy: step-defs" })
  return { problems: notes.found }
}

function withNotes(reading: LegacyReading, { found }: Notes): LegacyReading {
  return { ...reading, problems: [...found, ...reading.problems] }
}
