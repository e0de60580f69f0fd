import type { SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import type { Directive } from "../../../run/directive/directive.ts"
import { directiveJson } from "../../../run/directive/directive-json.ts"
import { renderText } from "../../../run/directive/text/render-text.ts"
import { waitForOthers } from "../../../run/directive/wait-for-others.ts"
import { renderXml } from "../../../run/directive/xml/render-xml.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"

export const formats = ["xml", "text", "json"] as const
export type Format = (typeof formats)[number]

/** The option of commands that print a directive. */
export const formatOption = {
  format: { kind: "choice", values: formats, about: "how to print it (default: text on a terminal, else xml)" },
} as const

interface Printing {
  readonly runs: Pick<SkilletRuns, "prepare">
  readonly io: Io
  readonly options: { readonly format?: Format; readonly json?: boolean }
  /** The reader reports one of several agents of this step: it knows the others. Programs still get all of them. */
  readonly isOneOfMany?: boolean | undefined
}

/** Prints a directive once everything it refers to is committed and its files are in place. */
export async function printDirective(
  directive: Directive,
  { runs, io, options, isOneOfMany }: Printing,
): Promise<void> {
  await runs.prepare(directive)
  const format = options.json === true ? "json" : (options.format ?? (io.isTerminal ? "text" : "xml"))
  const told = isOneOfMany === true ? waitForOthers(directive) : directive
  const texts: Readonly<Record<Format, () => string>> = {
    json: () => JSON.stringify(directiveJson(directive), null, io.isTerminal ? 2 : 0),
    text: () => renderText(told),
    xml: () => renderXml(told),
  }
  await io.deliver(texts[format](), renderHint(writeLostNote(directive), io))
}

/** The run is stored before its directive is printed, so a reader who did not get the directive must learn its id. */
function writeLostNote({ run }: Directive): string {
  return run === ""
    ? "The directive could not be printed."
    : `Run ${run} is stored. skillet run current ${run} prints its directive again.`
}
