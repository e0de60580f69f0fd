import type { Finding, FindingPlace, Suppression } from "../finding/finding.ts"
import { compareByPlace } from "../finding/finding.ts"
import {
  compareConfidence,
  compareSeverity,
  isAtLeast,
  isSure,
  severities,
  type Severity,
} from "../finding/severity.ts"
import { formatCount } from "../text/format-count.ts"
import { type Baseline, type BaselineEntry, makeBaseline } from "./baseline.ts"
import type { Capabilities } from "./list-capabilities.ts"

/** What skills could do, before they do it. Nothing of them is run. */
export interface AuditReport {
  /** Worst first; one for each fact, with all its places. */
  readonly findings: readonly Finding[]
  /** Suppressed by a comment in the file or by the baseline. */
  readonly suppressed: readonly { readonly finding: Finding; readonly suppression: Suppression }[]
  /** How many skills were audited. */
  readonly skills: number
  /** What exists but was not examined. */
  readonly notRead: readonly NotRead[]
  readonly capabilities: readonly SkillCapabilities[]
  /** Entries of the baseline that no longer match anything. */
  readonly lapsed: readonly BaselineEntry[]
  /** How often each rule matched, worst first. */
  readonly totals: readonly RuleTotal[]
  readonly checked: Checked
  /** Servers that offer skills here, and what their skills may use. Present if everything was audited. */
  readonly servers?: readonly AuditedServer[] | undefined
  /** Present if an agent was asked to read the skills too. */
  readonly agent?: AgentReading | undefined
}

export interface AuditedServer {
  readonly name: string
  /** The program or address. */
  readonly at: string
  readonly trust: "text" | "vars" | "shell-with-permission"
  /** What that means. */
  readonly about: string
}

/** What an agent did that was asked to read the skills. It adds findings, and takes none away. */
export interface AgentReading {
  /** Who was asked. */
  readonly agent: string
  /** The run with its prompts and answers. */
  readonly run?: string | undefined
  /** How many skills it was given, and of how many everything was answered in a form that can be read. */
  readonly skills: number
  readonly read: number
  /** Skills that it was given and that count as not read by it. */
  readonly unread: readonly NotRead[]
  /** How many of the findings are its own. */
  readonly added: number
  /** Its claims that say what a rule says about the same line. */
  readonly agreed: number
  /** Its claims that the text does not bear out, with the reason. */
  readonly discarded: readonly DiscardedClaim[]
}

export interface DiscardedClaim {
  /** The skill it was about, by the path of its SKILL.md. */
  readonly path: string
  readonly why: string
  /** The beginning of it. */
  readonly text: string
}

/** What an audit looked at, so that "no findings" says no more than that. */
export interface Checked {
  readonly files: number
  readonly rules: number
  /** What no rule does. */
  readonly limits: string
}

/** The rule that findings of an agent name. */
export const AGENT_RULE = "agent"

export const AUDIT_LIMITS = "patterns were searched for; what the prose means was not understood"

/** One line about what was looked at, and by whom. */
export function describeAudited({ checked, agent }: Pick<AuditReport, "checked" | "agent">): string {
  const { files, rules, limits } = checked
  const own = `${formatCount(files, "file")} checked against ${formatCount(rules, "rule")}: ${limits}`
  if (agent === undefined) return own
  const read =
    agent.read < agent.skills
      ? `${agent.read} of ${formatCount(agent.skills, "skill")}`
      : formatCount(agent.read, "skill")
  const discarded = agent.discarded.length === 0 ? "" : `, ${agent.discarded.length} not borne out by the text`
  return `${own} by the rules; ${agent.agent} read ${read}: ${formatCount(agent.added, "finding")} added, ${agent.agreed} the same as ours${discarded}. An agent can be wrong or be misled, so no findings does not mean safe`
}

export interface SkillCapabilities extends Capabilities {
  readonly name: string
  /** Its SKILL.md. */
  readonly path: string
}

export interface NotRead {
  readonly path: string
  readonly reason: string
}

export interface RuleTotal {
  readonly rule: string
  readonly title: string
  readonly severity: Severity
  readonly count: number
}

/**
 * Whether a report is a reason to stop. Doubtful findings are shown, but only fairly certain ones count. A skill that an
 * agent was asked to read and did not is not checked.
 */
export function hasFailed(
  { findings, agent }: Pick<AuditReport, "findings" | "agent">,
  level: Severity | "never",
): boolean {
  if (level === "never") return false
  if (agent !== undefined && agent.unread.length > 0) return true
  return selectSureFindings({ findings }).some(({ severity }) => isAtLeast(severity, level))
}

export function selectSureFindings({ findings }: Pick<AuditReport, "findings">): readonly Finding[] {
  return findings.filter(({ confidence }) => isSure(confidence))
}

/** One finding for each fact of a skill: the same rule on the same thing, at its worst place, with the other places. */
export function foldFacts(findings: readonly Finding[], skillOf: (file: string) => string): readonly Finding[] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = [skillOf(finding.file), finding.rule, finding.fact ?? finding.fingerprint].join("\u0000")
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].flatMap((group) => {
    const [worst, ...others] = [...group].sort(compareWorst)
    if (worst === undefined) return []
    return [others.length === 0 ? worst : { ...worst, also: others.sort(compareByPlace).map(toPlace) }]
  })
}

function toPlace({ file, line, evidence, fingerprint, rule }: Finding): FindingPlace {
  return { file, line, evidence, fingerprint, rule }
}

/** Worst first, then most certain, then by place: the same findings are always in the same order. */
export function compareWorst(a: Finding, b: Finding): number {
  return (
    compareSeverity(a.severity, b.severity) || compareConfidence(a.confidence, b.confidence) || compareByPlace(a, b)
  )
}

export function countByRule(findings: readonly Finding[]): readonly RuleTotal[] {
  const totals = new Map<string, RuleTotal>()
  for (const { rule, title, severity } of findings) {
    const key = `${severity} ${rule}`
    totals.set(key, { rule, title, severity, count: (totals.get(key)?.count ?? 0) + 1 })
  }
  return [...totals.values()].sort(
    (a, b) => compareSeverity(a.severity, b.severity) || b.count - a.count || (a.rule < b.rule ? -1 : 1),
  )
}

/** The skill that a file belongs to, by the longest skill directory above it. */
export function openOwners(skills: readonly Pick<SkillCapabilities, "path">[]): (file: string) => string {
  const owners = new Map(
    skills.filter(({ path }) => IN_FOLDER.test(path)).map(({ path }) => [parentFolder(path), path]),
  )
  const exact = new Set(skills.map(({ path }) => path))
  return (file) => {
    if (exact.has(file)) return file
    for (let at = parentFolder(file); at !== ""; at = parentFolder(at)) {
      const owner = owners.get(at)
      if (owner !== undefined) return owner
    }
    return owners.get("") ?? file
  }
}

/** Only the SKILL.md of a directory owns the files around it. */
const IN_FOLDER = /(?:^|\/)skill\.md$/i

function parentFolder(file: string): string {
  return file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : ""
}

/** The findings of each skill, by the path of its SKILL.md. */
export function groupBySkill(report: AuditReport): ReadonlyMap<string, readonly Finding[]> {
  const owner = openOwners(report.capabilities)
  const groups = new Map<string, Finding[]>()
  for (const finding of report.findings) {
    const skill = owner(finding.file)
    groups.set(skill, [...(groups.get(skill) ?? []), finding])
  }
  return groups
}

export function countBySeverity(findings: readonly Finding[]): readonly (readonly [Severity, number])[] {
  return severities
    .map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
}

/** The report as a baseline: known findings keep their reason; the others are known from now on. */
export function updateBaseline(report: AuditReport, reason: string): Baseline {
  const kept = report.suppressed.filter(({ suppression }) => suppression.kind === "baseline")
  const old = kept.map(({ finding, suppression }) => makeBaseline([finding], suppression.reason).findings)
  return { version: 1, findings: [...old.flat(), ...makeBaseline(report.findings, reason).findings] }
}
