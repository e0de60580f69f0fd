import fs from "node:fs"
import path from "node:path"
import { digestSkill } from "../adapters/trust/digest-skill.ts"
import { openTrustStore } from "../adapters/trust/trust-store.ts"
import { chainRule, chains, type Traces, tracesOf } from "../audit/across-skills.ts"
import { auditRules } from "../audit/audit-rules.ts"
import { auditView, withFingerprints } from "../audit/audit-skill.ts"
import { applyBaseline, type Baseline, type BaselineEntry, baselineOf, readBaseline } from "../audit/baseline.ts"
import type { Capabilities } from "../audit/capabilities.ts"
import { noReason } from "../audit/ignores.ts"
import type { KnownSkills } from "../audit/known-skills.ts"
import { attackClasses } from "../audit/rule.ts"
import { type Persona, personas } from "../finding/persona.ts"
import { type AuditInput, viewSkill } from "../audit/skill-view.ts"
import { compareByPlace, type Finding, type Suppression } from "../finding/finding.ts"
import { sarifLog } from "../finding/sarif.ts"
import { SkilletError } from "../problem/failure.ts"
import { version } from "../version.ts"
import { findTargets, type Target } from "./audit/find-targets.ts"
import { readFolder, readOneFile } from "./audit/read-folder.ts"
import { OFFERED_MAIN, readOffered } from "./audit/read-offered.ts"
import type { Skillet } from "./open-skillet.ts"
import { ownPlaces } from "./places.ts"

/** What skills could do, before they do it. Nothing of them is run. */
export interface AuditReport {
  readonly findings: readonly Finding[]
  /** Set aside by a remark in the file or by the baseline. */
  readonly suppressed: readonly { readonly finding: Finding; readonly suppression: Suppression }[]
  /** How many were looked at. */
  readonly skills: number
  /** What was there and was not looked into. */
  readonly notRead: readonly NotRead[]
  readonly capabilities: readonly SkillCapabilities[]
  /** Entries of the baseline that match nothing any more. */
  readonly lapsed: readonly BaselineEntry[]
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

export interface AuditSkillsOptions {
  /** A SKILL.md, a skill's folder, folders of skills, or names; every skill of the catalog when none are named. */
  readonly paths?: readonly string[]
  readonly persona?: Persona | undefined
  readonly baseline?: Baseline
  /**
   * Whose remarks set findings aside. own, the usual: those in the user's, the machine's and our own skills. all: also a
   * project's, a plugin's or a download's, for authors who audit what they wrote.
   */
  readonly remarks?: "own" | "all"
  /** Hears how many skills were looked at, of how many. */
  readonly onProgress?: (done: number, all: number) => void
}

export const auditPersonas = personas

export async function auditSkills(skillet: Skillet, options: AuditSkillsOptions = {}): Promise<AuditReport> {
  const show = (file: string) => shownPath(skillet.around.cwd, file)
  const { targets, known } = await findTargets(skillet, options.paths ?? [])
  const approved = approvalsOf(skillet)
  const notRead: NotRead[] = []
  const findings: Finding[] = []
  const suppressed: { finding: Finding; suppression: Suppression }[] = []
  const capabilities: SkillCapabilities[] = []
  const traces: (Traces & { readonly target: Target })[] = []
  for (const [at, target] of targets.entries()) {
    options.onProgress?.(at, targets.length)
    const view = viewSkill(await inputOf(target, { skillet, known, approved, notRead, show }))
    const placed = (finding: Finding) => ({ ...finding, file: show(besides(target.path, finding.file)) })
    const audit = auditView(view, {
      persona: options.persona,
      remarks: target.isOwn || options.remarks === "all" ? "heeded" : "shown",
    })
    findings.push(...audit.findings.map(placed))
    for (const { finding, reason } of audit.ignored)
      suppressed.push({ finding: placed(finding), suppression: { kind: "inline", reason } })
    capabilities.push({ name: target.name, path: show(target.path), ...audit.capabilities })
    const left = tracesOf(view)
    if (left.keeps.length + left.sends.length > 0) traces.push({ ...left, skill: target.path, target })
  }
  findings.push(...chained(traces, show))
  const settled = applyBaseline(findings.sort(compareByPlace), options.baseline ?? { version: 1, findings: [] })
  for (const { finding, reason } of settled.baselined)
    suppressed.push({ finding, suppression: { kind: "baseline", reason } })
  const held = new Set(settled.baselined.map(({ finding }) => finding.fingerprint))
  const lapsed = (options.baseline?.findings ?? []).filter(({ fingerprint }) => !held.has(fingerprint))
  return { findings: settled.findings, suppressed, skills: targets.length, notRead, capabilities, lapsed }
}

/** The report as a SARIF log. */
export function auditSarif(report: AuditReport): ReturnType<typeof sarifLog> {
  return sarifLog({
    tool: { name: "skillet", version },
    rules: [...auditRules, chainRule, noReason].map((rule) => ({ ...rule, category: attackClasses[rule.class] })),
    findings: report.findings,
    suppressed: report.suppressed,
    notRead: report.notRead,
  })
}

export function baselineFor(report: AuditReport, reason: string): Baseline {
  const kept = report.suppressed.filter(({ suppression }) => suppression.kind === "baseline")
  const old = kept.map(({ finding, suppression }) => baselineOf([finding], suppression.reason).findings)
  return { version: 1, findings: [...old.flat(), ...baselineOf(report.findings, reason).findings] }
}

/** Throws when the file is missing or is no baseline. */
export function loadBaseline(file: string): Baseline {
  const next = "write one with skillet audit --write-baseline FILE"
  if (!fs.existsSync(file))
    throw new SkilletError("audit.no-baseline", `there is no baseline at ${file}`, { retry: "no", next })
  const read = readBaseline(fs.readFileSync(file, "utf8"))
  if ("wrong" in read)
    throw new SkilletError("audit.bad-baseline", `${file} is no baseline: ${read.wrong}`, { retry: "no", next })
  return read
}

interface Reading {
  readonly skillet: Skillet
  readonly known: KnownSkills
  readonly approved: ReadonlyMap<string, string>
  readonly notRead: NotRead[]
  show(file: string): string
}

async function inputOf(target: Target, { skillet, known, approved, notRead, show }: Reading): Promise<AuditInput> {
  const { from } = target
  const skip = (file: string, reason: string) => void notRead.push({ path: show(besides(target.path, file)), reason })
  const about = { name: target.name, variables: target.variables, ...(target.isForeign ? { known } : {}) }
  const main = path.basename(target.path)
  switch (from.kind) {
    case "link":
      return { ...about, main, files: [{ path: main, link: from.to, executable: false, size: 0 }] }
    case "source":
      return { ...about, main: OFFERED_MAIN, files: await readOffered(skillet, from, skip) }
    case "folder":
    case "file": {
      const read = from.kind === "folder" ? readFolder : readOneFile
      const files = read(path.dirname(target.path), { main, realPath: from.realPath, skip })
      return { ...about, main, files, ...approvalOf(from.realPath, from.kind, approved) }
    }
  }
}

/** Approved digests by the real path of the SKILL.md. */
function approvalsOf(skillet: Skillet): ReadonlyMap<string, string> {
  const { data } = ownPlaces(skillet.options.env ?? process.env)
  return new Map(
    openTrustStore(data)
      .all()
      .map(({ path: at, digest }) => [at, digest]),
  )
}

function approvalOf(
  realPath: string,
  kind: "folder" | "file",
  approvals: ReadonlyMap<string, string>,
): { readonly approved?: string; readonly digest?: string } {
  const approved = approvals.get(realPath)
  if (approved === undefined) return {}
  return { approved, digest: digestSkill(realPath, kind === "folder" ? "folder" : "flat").digest }
}

/** A file of a skill, by the path of its SKILL.md; what a server offers has an address, and no folder. */
function besides(skillPath: string, file: string): string {
  if (path.isAbsolute(skillPath)) return path.join(path.dirname(skillPath), file)
  return file === OFFERED_MAIN ? skillPath : `${skillPath.replace(/\/SKILL\.md$/, "")}/${file}`
}

function chained(
  traces: readonly (Traces & { readonly target: Target })[],
  show: (file: string) => string,
): readonly Finding[] {
  const targets = new Map(traces.map(({ target }) => [target.path, target]))
  return chains(traces).flatMap(({ rule, hit, skill }) => {
    const target = targets.get(skill)
    if (target === undefined) return []
    return withFingerprints(target.name, [{ rule, hit }]).map((finding) => ({
      ...finding,
      file: show(besides(target.path, finding.file)),
      description: finding.description.replace(
        /by the skill (\S+)\.$/,
        (_, at: string) => `by the skill ${targets.get(at)?.name ?? at}.`,
      ),
    }))
  })
}

/** Below the folder we work in, paths are relative to it, so that reports from two machines agree. */
function shownPath(cwd: string, file: string): string {
  if (!path.isAbsolute(file)) return file
  const near = path.relative(cwd, file)
  return near === "" || near.startsWith("..") || path.isAbsolute(near) ? file : near.split(path.sep).join("/")
}
