import { grouped } from "../../../text/grouped.ts"
import path from "node:path"
import {
  type AuditReport,
  type SkillCapabilities,
  auditPersonas,
  auditSarif,
  auditSkills,
  baselineFor,
  loadBaseline,
} from "../../../app/audit-skills.ts"
import type { Finding } from "../../../finding/finding.ts"
import { compareSeverity, isAtLeast, isSureAs, severities, type Severity } from "../../../finding/severity.ts"
import { writeReport } from "../../../app/review/write-report.ts"
import { visibleLine } from "../../../text/visible-text.ts"
import { defineCommand } from "../command.ts"
import { catalogOptions, openFor } from "../common-options.ts"
import type { Io } from "../io.ts"
import { styled } from "../terminal/style.ts"
import { cutToWidth } from "../../../text/text-width.ts"

const formats = ["text", "json", "sarif"] as const
const failLevels = [...severities, "never"] as const

export const audit = defineCommand({
  name: "audit",
  about: "Say what skills could do before they do it, and what looks wrong. Nothing of them runs.",
  usage: "[PATH|REF…] [--format text|json|sarif]",
  examples: [
    { line: "skillet audit", about: "every skill that is here" },
    { line: "skillet audit ./downloaded --fail-on minor", about: "before it is trusted" },
    { line: "skillet audit --format sarif --output a.sarif", about: "for a code host" },
  ],
  options: {
    format: { kind: "choice", values: formats, about: "how to print it (default text)" },
    "fail-on": { kind: "choice", values: failLevels, about: "exit 1 from this severity on (default major)" },
    persona: { kind: "choice", values: auditPersonas, about: "how much to hear (default regular)" },
    baseline: { kind: "text", value: "FILE", about: "leave out what this file says is known", completes: "file" },
    "write-baseline": { kind: "text", value: "FILE", about: "write what was found as known", completes: "file" },
    reason: { kind: "text", value: "TEXT", about: "why it is known, for --write-baseline" },
    "trust-remarks": { kind: "flag", about: "let skillet-ignore remarks count in skills that are not your own, too" },
    output: { kind: "text", value: "FILE", about: "write the result to this file", completes: "file" },
    "skills-dir": catalogOptions["skills-dir"],
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files, folders or names", completes: "file" },
  async run({ options, arguments: paths }, io) {
    const skillet = openFor(options, io)
    const { cwd } = skillet.around
    const progress = io.progress("auditing skill")
    const report = await auditSkills(skillet, {
      onProgress: progress.step,
      paths,
      persona: options.persona,
      ...(options["trust-remarks"] === true ? { remarks: "all" } : {}),
      ...(options.baseline === undefined ? {} : { baseline: loadBaseline(path.resolve(cwd, options.baseline)) }),
    })
    progress.end()
    const format = options.format ?? (options.json === true ? "json" : "text")
    const write = (file: string, text: string) => writeReport(path.resolve(cwd, file), `${text}\n`)
    if (options["write-baseline"] !== undefined) {
      const known = baselineFor(report, options.reason ?? "found when the baseline was written")
      write(options["write-baseline"], JSON.stringify(known, null, 2))
      io.err(`wrote ${known.findings.length} findings to ${options["write-baseline"]}`)
    }
    const isPathGiven = paths.length > 0
    if (options.output !== undefined)
      write(
        options.output,
        rendered(report, format, () => auditLines(report, { io: { ...io, colour: false }, isPathGiven })),
      )
    else if (format === "json") io.json(report)
    else io.out(rendered(report, format, () => auditLines(report, { io, isPathGiven })))
    return fails(report, options["fail-on"] ?? "major") && options["write-baseline"] === undefined ? 1 : 0
  },
})

function rendered(report: AuditReport, format: (typeof formats)[number], text: () => readonly string[]): string {
  switch (format) {
    case "text":
      return text().join("\n")
    case "json":
      return JSON.stringify(report, null, 2)
    case "sarif":
      return JSON.stringify(auditSarif(report), null, 2)
  }
}

/** Doubts are shown, but only what we are fairly sure of fails. */
function fails({ findings }: AuditReport, level: Severity | "never"): boolean {
  if (level === "never") return false
  return findings.some(({ severity, confidence }) => isAtLeast(severity, level) && isSureAs(confidence, "medium"))
}

interface AuditView {
  readonly io: Pick<Io, "colour" | "width" | "env">
  /** Somebody named what to look at, so all of it is shown. */
  readonly isPathGiven: boolean
}

/** For each skill what it could do, then what looks wrong; last the counts. */
function auditLines(report: AuditReport, view: AuditView): readonly string[] {
  const byskill = groupFindings(report)
  const showAll = view.isPathGiven || report.capabilities.length <= 20
  const blocks = report.capabilities.flatMap((skill) => {
    const findings = byskill.get(skill.path) ?? []
    const could = couldLines(skill, view)
    if (findings.length === 0 && (!showAll || could.length === 0)) return []
    const head = `${styled(view.io, "bold", visibleLine(skill.name))}  ${styled(view.io, "dim", visibleLine(skill.path))}`
    return [head, ...could, ...findings.flatMap((finding) => findingLines(finding, view)), ""]
  })
  return [...blocks, ...notReadLines(report), summary(report)]
}

/** A finding belongs to the skill whose folder it lies in; the innermost one where folders nest. */
function groupFindings({ capabilities, findings }: AuditReport): ReadonlyMap<string, readonly Finding[]> {
  const owners = new Map(capabilities.map(({ path }) => [path, path]))
  for (const { path } of capabilities) if (/(?:^|\/)skill\.md$/i.test(path)) owners.set(folderOf(path), path)
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    let at = finding.file
    while (!owners.has(at) && at.includes("/")) at = folderOf(at)
    const owner = owners.get(at) ?? owners.get("") ?? finding.file
    groups.set(owner, [...(groups.get(owner) ?? []), finding])
  }
  for (const group of groups.values()) group.sort((a, b) => compareSeverity(a.severity, b.severity))
  return groups
}

function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ""
}

const MOST_NAMED = 4

function couldLines(skill: SkillCapabilities, { io }: AuditView): readonly string[] {
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
        .map((item) => visibleLine(item))
        .join(", ")
      const more = items.length > MOST_NAMED ? ` and ${items.length - MOST_NAMED} more` : ""
      return cutToWidth(`  ${what.padEnd(17)} ${shown}${more}`, io.width)
    })
}

function findingLines(finding: Finding, { io }: AuditView): readonly string[] {
  const { severity, confidence, file, line, title, rule, evidence, description, fix, provenance } = finding
  const place = `${visibleLine(file)}:${line}`
  const hidden = provenance?.decoded === undefined ? "" : ` (from ${provenance.decoded.join(", then ")})`
  return [
    `  ${styled(io, colours[severity], severity.padEnd(10))} ${place}  ${title}  ${styled(io, "dim", `${rule}, confidence ${confidence}`)}`,
    cutToWidth(`             | ${visibleLine(evidence)}${hidden}`, io.width),
    `             ${visibleLine(description)}`,
    ...(fix === undefined ? [] : [`             → ${visibleLine(fix)}`]),
  ]
}

const colours = { critical: "red", major: "red", minor: "yellow", suggestion: "cyan" } as const

function notReadLines({ notRead }: AuditReport): readonly string[] {
  if (notRead.length === 0) return []
  const shown = notRead.slice(0, 10).map(({ path, reason }) => `  ${visibleLine(path)}: ${reason}`)
  return ["Not read:", ...shown, ...(notRead.length > 10 ? [`  and ${notRead.length - 10} more`] : []), ""]
}

function summary({ skills, findings, suppressed, lapsed, notRead }: AuditReport): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  const parts = severities.filter((severity) => count(severity) > 0).map((severity) => `${count(severity)} ${severity}`)
  return [
    `${number(skills, "skill")}, ${findings.length === 0 ? "no findings" : `${number(findings.length, "finding")}: ${parts.join(", ")}`}`,
    ...(suppressed.length > 0 ? [`${suppressed.length} set aside`] : []),
    ...(lapsed.length > 0 ? [`${number(lapsed.length, "baseline entry", "baseline entries")} no longer hold`] : []),
    ...(notRead.length > 0 ? [`${number(notRead.length, "file")} not read`] : []),
  ].join("; ")
}

function number(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
