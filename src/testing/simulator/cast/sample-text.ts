import { writeSampleLine } from "../../../workflow/line-form.ts"
import type { ValueSchema } from "../../../workflow/workflow.ts"

/** A text with everything that a schema asks a text for. */
export function writeSampleText(start: string, { minLength = 0, parts = [], lines = [] }: ValueSchema): string {
  return [
    start.padEnd(minLength, "."),
    ...parts.map((name) => `${name}: something`),
    ...lines.flatMap(({ form, atLeast = 1 }) => Array.from({ length: atLeast }, () => writeSampleLine(form))),
  ].join("\n")
}
