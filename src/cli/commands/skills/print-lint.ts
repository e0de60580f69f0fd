import type { LintReport } from "../../../catalog/io/lint/lint-skills.ts"
import { toLintSarif, toRelative } from "../../../catalog/lint-sarif.ts"
import { version } from "../../../system/version.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { countCodes, renderProblems, summariseProblems } from "../../terminal/problems.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

export const lintFormats = ["text", "json", "sarif", "github"] as const

interface Printing {
  readonly format: (typeof lintFormats)[number]
  readonly io: Io
  readonly cwd: string
}

export function printLint(report: LintReport, { format, io, cwd }: Printing): void {
  switch (format) {
    case "text":
      return printText(report, io, cwd)
    case "json":
      return io.json(report)
    case "sarif":
      return io.json(toLintSarif(report.problems, { name: "skillet", version }, cwd))
    case "github":
      return printAnnotations(report, io, cwd)
  }
}

function printText(report: LintReport, io: Io, cwd: string): void {
  for (const { path, codes } of report.fixed)
    io.out(`fixed ${shortenPath(path, io, cwd)}: ${countCodes(codes).join(", ")}`)
  if (report.problems.length > 0) io.out(renderProblems(report.problems, io, cwd).join("\n"))
  reportUnfixed(report, io, cwd)
  io.out(`${report.problems.length === 0 ? "" : "\n"}${summariseLint(report)}`)
}

function reportUnfixed(report: LintReport, io: Io, cwd: string): void {
  for (const path of report.notFixed)
    io.err(`not fixed, because it is not in this project: ${shortenPath(path, io, cwd)}\n  name its path to fix it`)
}

/** What was checked: how skills are written, and not what they do. */
function summariseLint({ files, problems }: LintReport): string {
  if (files + problems.length === 0)
    return "No skill was found in this project, so nothing was checked; name a directory to check the skills in it."
  const read = `${formatCount(files, "skill")} read`
  return problems.length === 0
    ? `${read}, no problems in how ${files === 1 ? "it is" : "they are"} written`
    : `${read}, ${summariseProblems(problems)}`
}

/** Annotations of GitHub Actions. What comes from files is escaped, so that it cannot be a command of its own. */
function printAnnotations(report: LintReport, io: Io, cwd: string): void {
  const write = io.logCommand ?? io.out
  for (const { code, level, path, line, column, message, fix } of report.problems) {
    const place = { file: toRelative(path, cwd), line: line ?? 1, ...(column === undefined ? {} : { col: column }) }
    const fields = Object.entries({ ...place, title: code }).map(
      ([key, value]) => `${key}=${escapeField(String(value))}`,
    )
    const text = fix === undefined ? message : `${message}\n${fix}`
    write(`::${level === "note" ? "notice" : level} ${fields.join(",")}::${escapeText(text)}`)
  }
  reportUnfixed(report, io, cwd)
  io.err(summariseLint(report))
}

function escapeText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
}

function escapeField(text: string): string {
  return escapeText(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
}
