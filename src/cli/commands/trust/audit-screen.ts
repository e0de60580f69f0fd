import {
  type AuditReport,
  countBySeverity,
  describeAudited,
  groupBySkill,
  type SkillCapabilities,
} from "../../../audit/audit-report.ts"
import type { Finding } from "../../../finding/finding.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { cutToWidth } from "../../../text/measure-width.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

export interface AuditScreen {
  readonly io: Pick<Io, "colour" | "width" | "env">
  readonly cwd: string
  /** The caller named what to audit, so everything is shown. */
  readonly isPathGiven: boolean
}

/** The skills with the worst findings first, each with what it could do; then the totals. */
export function writeAuditLines(report: AuditReport, screen: AuditScreen): readonly string[] {
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
    ...serverLines(report, screen),
    ...agentLines(report, screen),
    ...totalLines(report, screen),
    `${describeAudited(report)}.`,
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
    ["unknown fields", skill.unknownFields],
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
  const said = provenance?.agent === undefined ? rule : `said by ${provenance.agent}`
  const more = also.length > MOST_PLACES ? ` and ${formatCount(also.length - MOST_PLACES, "more place")}` : ""
  return [
    `  ${applyStyle(io, colours[severity], severity.padEnd(10))} ${place(finding)}  ${toVisibleLine(title)}  ${applyStyle(io, "dim", `${said}, confidence ${confidence}`)}`,
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

/** Servers are programs of others: how far each is trusted, and what that means. */
function serverLines({ servers = [] }: AuditReport, { io }: AuditScreen): readonly string[] {
  if (servers.length === 0) return []
  const lines = servers.flatMap(({ name, at, trust, about }) => [
    cutToWidth(`  ${toVisibleLine(name)}  trust: ${trust}  ${applyStyle(io, "dim", toVisibleLine(at))}`, io.width),
    `    ${indentHanging(toVisibleLine(about), 4, io.width)}`,
  ])
  return ["Servers that offer skills:", ...lines, ""]
}

const MOST_DISCARDED = 5

/** What the agent left open, and what it claimed that is not so. */
function agentLines({ agent }: AuditReport, { io, cwd }: AuditScreen): readonly string[] {
  if (agent === undefined) return []
  const shorten = (path: string) => toVisibleLine(shortenPath(path, io, cwd))
  const unread = agent.unread.map(({ path, reason }) => `  ${shorten(path)}: ${toVisibleLine(reason)}`)
  const discarded = agent.discarded
    .slice(0, MOST_DISCARDED)
    .map(({ path, why, text }) => cutToWidth(`  ${shorten(path)}: ${why}: ${toVisibleLine(text)}`, io.width))
  const more = agent.discarded.length - MOST_DISCARDED
  return [
    ...(unread.length === 0 ? [] : [`Not read by ${agent.agent}:`, ...unread, ""]),
    ...(discarded.length === 0
      ? []
      : [`Said by ${agent.agent}, and discarded:`, ...discarded, ...(more > 0 ? [`  and ${more} more`] : []), ""]),
  ]
}

function summary({ skills, findings, suppressed, lapsed, notRead, agent }: AuditReport): string {
  const parts = countBySeverity(findings).map(([severity, count]) => `${count} ${severity}`)
  return [
    `${formatCount(skills, "skill")}, ${findings.length === 0 ? "no findings" : `${formatCount(findings.length, "finding")}: ${parts.join(", ")}`}`,
    ...(suppressed.length > 0 ? [`${suppressed.length} suppressed`] : []),
    ...(lapsed.length > 0
      ? [`${formatCount(lapsed.length, "baseline entry", "baseline entries")} no longer needed`]
      : []),
    ...(notRead.length > 0 ? [`${formatCount(notRead.length, "file")} not read`] : []),
    ...(agent === undefined ? [] : [summariseReading(agent)]),
  ].join("; ")
}

function summariseReading({ agent, skills, read, added }: NonNullable<AuditReport["agent"]>): string {
  const who =
    read === 0 ? `${agent} read none of them` : `${agent} read ${read === skills ? "all" : `${read} of ${skills}`}`
  return `${who} and added ${formatCount(added, "finding")}`
}
