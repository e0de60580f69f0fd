import { prepareFiles } from "../../../../app/runs/output-files.ts"
import type { Runs } from "../../../../app/runs/open-runs.ts"
import type { Directive } from "../../../../run/directive/directive.ts"
import { directiveJson } from "../../../../run/directive/directive-json.ts"
import { renderText } from "../../../../run/directive/text/render-text.ts"
import { renderXml } from "../../../../run/directive/xml/render-xml.ts"
import type { Io } from "../../io.ts"

export const formats = ["xml", "text", "json"] as const
export type Format = (typeof formats)[number]

/** What commands that print a directive take. */
export const formatOption = {
  format: { kind: "choice", values: formats, about: "how to print it (default: text on a terminal, else xml)" },
} as const

/** The words of a directive go out after everything they rest on is committed and in place. */
export async function printDirective(
  directive: Directive,
  {
    runs,
    io,
    options,
  }: { readonly runs: Runs; readonly io: Io; readonly options: { readonly format?: Format; readonly json?: boolean } },
): Promise<void> {
  await prepareFiles(runs, directive)
  const format = options.json === true ? "json" : (options.format ?? (io.isTerminal ? "text" : "xml"))
  if (format === "json") io.json(directiveJson(directive))
  else io.out(format === "text" ? renderText(directive) : renderXml(directive))
}
