import path from "node:path"
import { writeReportFile } from "../../../system/files/write-report-file.ts"
import type { ReviewSettings } from "../../../review/review-settings.ts"
import { severities, type Severity } from "../../../finding/severity.ts"
import { type Persona, personas } from "../../../finding/persona.ts"
import {
  filterReport,
  hasNoAnswers,
  limitToPersona,
  listFailureReasons,
} from "../../../review/report/report-outcome.ts"
import type { ReviewReport } from "../../../review/review-data.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import { version } from "../../../system/version.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { renderReview } from "../../terminal/review-view.ts"
import { parseLanguages } from "./parse-languages.ts"

/** How a report is printed. */
export const reportOptions = {
  format: { kind: "choice", values: ["text", "md", "json", "sarif"] as const, about: "how to print it (default text)" },
  "output-file": {
    kind: "text",
    value: "FILE",
    about: "write it to this file (format md unless given)",
    completes: "file",
  },
  persona: { kind: "choice", values: personas, about: "how much to report (default regular)" },
  "min-severity": { kind: "choice", values: severities, about: "leave out findings below this severity" },
  "fail-on": {
    kind: "choice",
    values: severities,
    about: "exit 1 if a finding is at or above this severity, or something was not checked",
  },
  "allow-unchecked": {
    kind: "text",
    value: "LIST",
    about: "languages whose unchecked files --fail-on accepts, as go,shell",
  },
} as const

/** How a report was asked for. */
export interface ReportGiven {
  readonly format?: "text" | "md" | "json" | "sarif"
  readonly "output-file"?: string
  readonly persona?: Persona
  readonly "min-severity"?: Severity | undefined
  readonly "fail-on"?: Severity
  readonly "allow-unchecked"?: string
  readonly baseline?: string
  readonly json?: boolean
}

/** The same options as words of a command line, each after a space. What the settings say counts where no option does. */
export function writeReportFlags(given: ReportGiven, settings: Pick<ReviewSettings, "minSeverity"> = {}): string {
  const options = { ...given, "min-severity": given["min-severity"] ?? settings.minSeverity }
  const names = ["format", "output-file", "persona", "min-severity", "fail-on", "allow-unchecked", "baseline"] as const
  const words = names.flatMap((name) => {
    const value = options[name]
    return value === undefined ? [] : [` --${name} ${quoteForShell(value)}`]
  })
  return [...words, ...(options.json === true ? [" --json"] : [])].join("")
}

interface Printing {
  readonly options: ReportGiven
  readonly io: Io
  readonly settings?: Pick<ReviewSettings, "minSeverity" | "outputDir"> | undefined
  /** Where the command runs: paths are relative to it. */
  readonly cwd: string
  readonly run: string
}

/** Prints or writes a report. The exit code depends on everything that the persona sees, whatever its severity. */
export async function printReport(whole: ReviewReport, { options, io, settings, cwd, run }: Printing): Promise<0 | 1> {
  const { persona = "regular", "fail-on": severity } = options
  const allowed = parseLanguages(options["allow-unchecked"] ?? "")
  const report = limitToPersona(whole, persona)
  const least = options["min-severity"] ?? settings?.minSeverity
  const shown = least === undefined ? report : filterReport(report, least)
  const file = chooseFile({ options, settings, cwd, run })
  const format = options.json === true ? "json" : (options.format ?? (file === undefined ? "text" : "md"))
  const again = renderHint(`skillet review --run ${run}`, io)
  const text = await formatReport(shown, { format, io, file, again, run })
  if (file === undefined) io.out(text)
  else {
    const below = options["output-file"] === undefined ? settings?.outputDir : cwd
    const next = `the review is kept: ${again} --output-file FILE writes it to another file`
    writeReportFile(path.resolve(cwd, file), text.endsWith("\n") ? text : `${text}\n`, { next, below })
    io.out(`Review saved to: ${file}`)
  }
  const why = [
    ...(hasNoAnswers(report) ? ["no reviewer gave an answer that could be read"] : []),
    ...(severity === undefined ? [] : listFailureReasons(report, severity, { persona, allowed })),
  ]
  if (why.length > 0) io.err(`failed: ${why.join("; ")}`)
  return why.length > 0 ? 1 : 0
}

/** The project's directory is for documents; any other format is read where it is printed. */
function chooseFile({ options, settings, cwd, run }: Omit<Printing, "io">): string | undefined {
  if (options["output-file"] !== undefined) return options["output-file"]
  const folder = settings?.outputDir
  if (folder === undefined || options.json === true || (options.format ?? "md") !== "md") return undefined
  return path.relative(cwd, path.join(folder, `review-${run}.md`))
}

/** Only the format that is asked for is loaded. */
async function formatReport(
  report: ReviewReport,
  {
    format,
    io: { width, colour },
    file,
    again,
    run,
  }: {
    readonly format: "text" | "md" | "json" | "sarif"
    readonly io: Io
    readonly file?: string | undefined
    readonly again: string
    readonly run: string
  },
): Promise<string> {
  switch (format) {
    case "text":
      return renderReview(report, { width: Number.isFinite(width) ? width : 100, colour, again }).join("\n")
    case "md": {
      const { renderReportMarkdown } = await import("../../../review/report/report-markdown.ts")
      return renderReportMarkdown(report, file === undefined ? {} : { savedTo: file })
    }
    case "json": {
      const { toReportJson } = await import("../../../review/report/report-json.ts")
      return JSON.stringify(toReportJson(report, run), null, 2)
    }
    case "sarif": {
      const { toReportSarif } = await import("../../../review/report/report-sarif.ts")
      return JSON.stringify(toReportSarif(report, { tool: { name: "skillet", version } }), null, 2)
    }
  }
}
