import { formatCount, groupDigits } from "../../../text/format-count.ts"
import path from "node:path"
import { toAuditSarif } from "../../../audit/audit-sarif.ts"
import {
  type AuditReport,
  updateBaseline,
  countBySeverity,
  describeChecked,
  hasFailed,
  groupBySkill,
  type SkillCapabilities,
} from "../../../audit/audit-report.ts"
import type { Finding } from "../../../finding/finding.ts"
import { personas } from "../../../finding/persona.ts"
import { severities } from "../../../finding/severity.ts"
import { writeReportFile } from "../../../system/files/write-report-file.ts"
import { version } from "../../../system/version.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"
import { cutToWidth } from "../../../text/measure-width.ts"

const formats = ["text", "json", "sarif"] as const
const failLevels = [...severities, "never"] as const

export const audit = defineCommand({
  more: "It runs nothing. It searches for patterns and does not understand prose, so no findings does not mean safe.",
  usage: "[PATH|REF…] [--format text|json|sarif]",
  examples: [
    { line: "skillet audit", about: "every skill you have here" },
    { line: "skillet audit ./downloaded --fail-on minor", about: "before you trust it" },
    { line: "skillet audit --format sarif --output a.sarif", about: "for a code host" },
  ],
  options: {
    format: { kind: "choice", values: formats, about: "how to print it (default text)" },
    "fail-on": {
      kind: "choice",
      values: failLevels,
      about: "exit 1 if a finding is at or above this severity (default major)",
    },
    persona: { kind: "choice", values: personas, about: "how much to report (default regular)" },
    baseline: {
      kind: "text",
      value: "FILE",
      about: "leave out findings that this file lists as known",
      completes: "file",
    },
    "write-baseline": {
      kind: "text",
      value: "FILE",
      about: "write the findings to this file as known",
      completes: "file",
    },
    reason: { kind: "text", value: "TEXT", about: "why they are accepted, for --write-baseline" },
    "trust-remarks": { kind: "flag", about: "also honour skillet-ignore comments in skills that are not your own" },
    output: { kind: "text", value: "FILE", about: "write the result to this file", completes: "file" },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files, directories or names", completes: "file" },
  async run({ options, arguments: paths }, io) {
    const skillet = openWithOptions(options, io)
    const { cwd } = skillet.around
    const progress = io.progress("auditing skill")
    const report = await skillet.audit({
      onProgress: progress.step,
      paths,
      persona: options.persona,
      ...(options["trust-remarks"] === true ? { remarks: "all" } : {}),
      baseline: options.baseline,
    })
    progress.end()
    const format = options.format ?? (options.json === true ? "json" : "text")
    const write = (file: string, text: string) => writeReportFile(path.resolve(cwd, file), `${text}\n`)
    if (options["write-baseline"] !== undefined) {
      const known = updateBaseline(report, options.reason ?? "found when the baseline was written")
      write(options["write-baseline"], JSON.stringify(known, null, 2))
      io.err(`wrote ${formatCount(known.findings.length, "finding")} to ${options["write-baseline"]}`)
    }
    const isPathGiven = paths.length > 0
    if (options.output !== undefined)
      write(
        options.output,
        rendered(report, format, () => auditLines(report, { io: { ...io, colour: false }, cwd, isPathGiven })),
      )
    else if (format === "json") io.json(report)
    else io.out(rendered(report, format, () => auditLines(report, { io, cwd, isPathGiven })))
    return hasFailed(report, options["fail-on"] ?? "major") && options["write-baseline"] === undefined ? 1 : 0
  },
})

function rendered(report: AuditReport, format: (typeof formats)[number], text: () => readonly string[]): string {
  switch (format) {
    case "text":
      return text().join("\n")
    case "json":
      return JSON.stringify(report, null, 2)
    case "sarif":
      return JSON.stringify(toAuditSarif(report, { name: "skillet", version }), null, 2)
  }
}

interface AuditScreen {
  readonly io: Pick<Io, "colour" | "width" | "env">
  readonly cwd: string
  /** The caller named what to audit, so everything is shown. */
  readonly isPathGiven: boolean
}

/** The skills with the worst findings first, each with what it could do; then the totals. */
function auditLines(report: AuditReport, screen: AuditScreen): readonly string[] {
  const bySkill = groupBySkill(report)
  const showAll = screen.isPathGiven || report.capabilities.length <= 20
  const found = [...bySkill.keys()]
  const skills = [
    ...found.flatMap((path) => report.capabilities.filter((skill) => skill.path === path)),
    ...report.capabilities.filter(({ path }) => !bySkill.has(path)),
  ]
  const blocks = skills.flatMap((skill) => {
    const findings = bySkill.get(skill.path) ?? []
    const could = couldLines(skill, screen)
    if (findings.length === 0 && (!showAll || could.length === 0)) return []
    const place = toVisibleLine(shortenPath(skill.path, screen.io, screen.cwd))
    const head = `${applyStyle(screen.io, "bold", toVisibleLine(skill.name))}  ${applyStyle(screen.io, "dim", place)}`
    return [head, ...could, ...findings.flatMap((finding) => findingLines(finding, screen)), ""]
  })
  return [
    ...blocks,
    ...notReadLines(report, screen),
    ...totalLines(report, screen),
    `${describeChecked(report.checked)}.`,
    summary(report),
  ]
}

/** Only useful if there is more than one page of findings. */
const LEAST_TOTALS = 6

function totalLines({ totals, findings }: AuditReport, { io }: AuditScreen): readonly string[] {
  if (findings.length < LEAST_TOTALS) return []
  const widest = Math.max(...totals.map(({ rule }) => rule.length))
  const lines = totals.map(
    ({ rule, severity, count, title }) =>
      `  ${applyStyle(io, colours[severity], severity.padEnd(10))} ${groupDigits(count).padStart(5)}  ${rule.padEnd(widest)}  ${title}`,
  )
  return ["Totals:", ...lines, ""]
}

const MOST_NAMED = 4

function couldLines(skill: SkillCapabilities, screen: AuditScreen): readonly string[] {
  const wide = (text: string) => (text === "all" ? " (any command)" : "")
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["runs when loaded", skill.commands.map(({ command, line }) => `${command} (line ${line})`)],
    ["runs on events", skill.hooks.map(({ event, command }) => `${event}: ${command}`)],
    ["asks for", skill.grants.map(({ text, breadth }) => `${text}${wide(breadth)}`)],
    ["ships programs", skill.executables],
    ["names hosts", skill.hosts],
    ["names places", skill.paths],
  ]
  return rows
    .filter(([, items]) => items.length > 0)
    .map(([what, items]) => {
      const shown = items
        .slice(0, MOST_NAMED)
        .map((item) => toVisibleLine(item))
        .join(", ")
      const more = items.length > MOST_NAMED ? ` and ${items.length - MOST_NAMED} more` : ""
      return cutToWidth(`  ${what.padEnd(17)} ${shown}${more}`, screen.io.width)
    })
}

const MOST_PLACES = 3

function findingLines(finding: Finding, { io, cwd }: AuditScreen): readonly string[] {
  const { severity, confidence, title, rule, evidence, description, fix, provenance, also = [] } = finding
  const place = ({ file, line }: { readonly file: string; readonly line: number }) =>
    `${toVisibleLine(shortenPath(file, io, cwd))}:${line}`
  const hidden = provenance?.decoded === undefined ? "" : ` (from ${provenance.decoded.join(", then ")})`
  const more = also.length > MOST_PLACES ? ` and ${formatCount(also.length - MOST_PLACES, "more place")}` : ""
  return [
    `  ${applyStyle(io, colours[severity], severity.padEnd(10))} ${place(finding)}  ${title}  ${applyStyle(io, "dim", `${rule}, confidence ${confidence}`)}`,
    cutToWidth(`             | ${toVisibleLine(evidence)}${hidden}`, io.width),
    ...(also.length === 0 ? [] : [`             also at ${also.slice(0, MOST_PLACES).map(place).join(", ")}${more}`]),
    `             ${indentHanging(toVisibleLine(description), 13, io.width)}`,
    ...(fix === undefined ? [] : [`             → ${indentHanging(toVisibleLine(fix), 15, io.width)}`]),
  ]
}

const colours = { critical: "red", major: "red", minor: "yellow", suggestion: "cyan" } as const

function notReadLines({ notRead }: AuditReport, { io, cwd }: AuditScreen): readonly string[] {
  if (notRead.length === 0) return []
  const shown = notRead
    .slice(0, 10)
    .map(({ path, reason }) => `  ${toVisibleLine(shortenPath(path, io, cwd))}: ${reason}`)
  return ["Not read:", ...shown, ...(notRead.length > 10 ? [`  and ${notRead.length - 10} more`] : []), ""]
}

function summary({ skills, findings, suppressed, lapsed, notRead }: AuditReport): string {
  const parts = countBySeverity(findings).map(([severity, count]) => `${count} ${severity}`)
  return [
    `${formatCount(skills, "skill")}, ${findings.length === 0 ? "no findings" : `${formatCount(findings.length, "finding")}: ${parts.join(", ")}`}`,
    ...(suppressed.length > 0 ? [`${suppressed.length} suppressed`] : []),
    ...(lapsed.length > 0
      ? [`${formatCount(lapsed.length, "baseline entry", "baseline entries")} no longer needed`]
      : []),
    ...(notRead.length > 0 ? [`${formatCount(notRead.length, "file")} not read`] : []),
  ].join("; ")
}
