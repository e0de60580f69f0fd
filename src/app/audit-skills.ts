import fs from "node:fs"
import path from "node:path"
import { walkSkills } from "../adapters/sources/walk-skills.ts"
import { digestSkill } from "../adapters/trust/digest-skill.ts"
import { openTrustStore } from "../adapters/trust/trust-store.ts"
import { chainRule, chains, type Traces, tracesOf } from "../audit/across-skills.ts"
import { auditRules } from "../audit/audit-rules.ts"
import { auditView, withFingerprints } from "../audit/audit-skill.ts"
import { applyBaseline, type Baseline, type BaselineEntry, baselineOf, readBaseline } from "../audit/baseline.ts"
import type { Capabilities } from "../audit/capabilities.ts"
import { noReason } from "../audit/ignores.ts"
import { type KnownSkills, knownSkills } from "../audit/known-skills.ts"
import { decodeBytes, looksLikeText } from "../audit/reading/decode-bytes.ts"
import { type AuditFile, isScriptName } from "../audit/reading/passages.ts"
import { attackClasses, type Persona, personas } from "../audit/rule.ts"
import { type AuditInput, viewSkill } from "../audit/skill-view.ts"
import { compareByPlace, type Finding, type Suppression } from "../finding/finding.ts"
import { sarifLog } from "../finding/sarif.ts"
import { SkilletError } from "../skill/failure.ts"
import { allows } from "../policy/trust/allows.ts"
import { version } from "../version.ts"
import type { Skillet } from "./open-skillet.ts"
import { skillPaths } from "./skill-variables.ts"
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
  /** A SKILL.md, a skill's folder, or folders of skills; every skill of the catalog when none are named. */
  readonly paths?: readonly string[]
  readonly persona?: Persona
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
const MOST_FILES = 200
const MOST_BYTES = 4 * 1024 * 1024
const MOST_FILE = 1024 * 1024
/** Of a program that is larger than that, its beginning and its end are read. */
const END_BYTES = 256 * 1024
const MOST_ENTRIES = 5000

/** One skill to look at. */
interface Target {
  readonly path: string
  readonly name: string
  readonly hasFolder: boolean
  /** It comes from a place that may not do everything by itself. */
  readonly isForeign: boolean
  /** It lies in a place of the user's, the machine's or ours, so its remarks count. */
  readonly isOwn: boolean
  /** The paths that its grants may name. */
  readonly variables: Readonly<Record<string, string>>
}

export async function auditSkills(skillet: Skillet, options: AuditSkillsOptions = {}): Promise<AuditReport> {
  const show = (file: string) => shownPath(skillet.around.cwd, file)
  const { targets, known } = await targetsOf(skillet, options.paths ?? [])
  const approved = approvalsOf(skillet)
  const notRead: NotRead[] = []
  const findings: Finding[] = []
  const suppressed: { finding: Finding; suppression: Suppression }[] = []
  const capabilities: SkillCapabilities[] = []
  const traces: (Traces & { readonly target: Target })[] = []
  for (const [at, target] of targets.entries()) {
    options.onProgress?.(at, targets.length)
    const view = viewSkill(inputOf(target, { known, approved, notRead, show }))
    const placed = (finding: Finding) => ({
      ...finding,
      file: show(path.join(path.dirname(target.path), finding.file)),
    })
    const audit = auditView(view, {
      ...(options.persona === undefined ? {} : { persona: options.persona }),
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

async function targetsOf(
  skillet: Skillet,
  paths: readonly string[],
): Promise<{ readonly targets: readonly Target[]; readonly known: KnownSkills }> {
  const copies = await skillet.copies()
  const trusted = copies.filter(({ source }) => source.kind !== "project" && isOwn(source.trust))
  const own = new Set(trusted.flatMap(({ listing }) => listing.skills.map(({ realPath }) => realPath)))
  const known = knownSkills(
    trusted.flatMap(({ listing }) =>
      listing.skills.map(({ name, summary }) => ({ name, description: summary.header.description ?? "" })),
    ),
  )
  if (paths.length > 0) {
    const targets = paths.flatMap((at) => targetsAt(path.resolve(skillet.around.cwd, at)))
    const isOwned = (target: FoundTarget) => own.has(realPathOf(target.path))
    const placed = targets.map((target) => ({ ...target, isOwn: isOwned(target), isForeign: !isOwned(target) }))
    return { targets: placed, known }
  }
  const seen = new Set<string>()
  const targets: Target[] = []
  for (const { source, listing } of copies) {
    for (const skill of listing.skills) {
      const { path: file, realPath, name, form } = skill
      if (seen.has(realPath)) continue
      seen.add(realPath)
      const found = { path: file, name, hasFolder: form === "folder", variables: skillPaths(skillet, skill) }
      targets.push({ ...found, isForeign: !isOwn(source.trust), isOwn: own.has(realPath) })
    }
  }
  return { targets, known }
}

function isOwn(trust: Parameters<typeof allows>[0]): boolean {
  return trust === "own" || trust === "policy"
}

type FoundTarget = Omit<Target, "isForeign" | "isOwn">

function targetsAt(at: string): readonly FoundTarget[] {
  const stat = fs.statSync(at, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new SkilletError("audit.no-file", `there is nothing at ${at}`, {
      retry: "no",
      next: "name a SKILL.md, a skill's folder, or a folder of skills",
    })
  if (stat.isFile()) {
    const isSkill = path.basename(at).toLowerCase() === "skill.md"
    const name = isSkill ? path.basename(path.dirname(at)) : path.basename(at, ".md")
    return [{ path: at, name, hasFolder: isSkill, variables: isSkill ? { SKILL_DIR: path.dirname(at) } : {} }]
  }
  const walk = walkSkills(at, { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true })
  return walk.files.map((file) => ({
    path: file.path,
    name: file.name,
    hasFolder: true,
    variables: { SKILL_DIR: path.dirname(file.path) },
  }))
}

interface Reading {
  readonly known: KnownSkills
  readonly approved: ReadonlyMap<string, string>
  readonly notRead: NotRead[]
  show(file: string): string
}

function inputOf(target: Target, { known, approved, notRead, show }: Reading): AuditInput {
  const folder = path.dirname(target.path)
  const main = path.basename(target.path)
  const skip = (file: string, reason: string) => void notRead.push({ path: show(path.join(folder, file)), reason })
  return {
    name: target.name,
    main,
    variables: target.variables,
    files: readFiles(folder, target.hasFolder ? listFiles(folder, main) : [{ path: main }], { main, skip }),
    ...(target.isForeign ? { known } : {}),
    ...approvalOf(target, approved),
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
  target: Target,
  approvals: ReadonlyMap<string, string>,
): { readonly approved?: string; readonly digest?: string } {
  const approved = approvals.size === 0 ? undefined : approvals.get(realPathOf(target.path))
  if (approved === undefined) return {}
  return { approved, digest: digestSkill(realPathOf(target.path), target.hasFolder ? "folder" : "flat").digest }
}

type Skip = (file: string, reason: string) => void

interface Listed {
  readonly path: string
  /** Why nobody looks into it. */
  readonly unread?: string
  readonly isProgram?: boolean
}

/** What lies in a skill's folder: SKILL.md, then programs, so that nothing else uses up the bounds, then the others. */
function listFiles(folder: string, main: string): readonly Listed[] {
  const found: Listed[] = []
  const open = [""]
  for (let below = open.shift(); below !== undefined; below = open.shift()) {
    const entries = fs.readdirSync(path.join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`
      if (name === main) continue
      if (found.length > MOST_ENTRIES) break
      if (entry.isDirectory() && (entry.name === ".git" || entry.name === "node_modules"))
        found.push({ path: `${name}/`, unread: "this folder is not entered" })
      else if (entry.isDirectory()) open.push(name)
      else if (entry.isFile()) found.push({ path: name, isProgram: isProgram(folder, name) })
      else found.push(entry.isSymbolicLink() ? { path: name } : { path: name, unread: "it is no regular file" })
    }
    if (found.length > MOST_ENTRIES || open.length > MOST_FILES * 5) {
      found.push({ path: `${below}/`, unread: "the skill has too many files and folders" })
      break
    }
  }
  const [programs, others] = [found.filter((one) => one.isProgram === true), found.filter((one) => !one.isProgram)]
  let count = 1
  return [{ path: main }, ...[...programs, ...others].map((one) => (one.unread === undefined ? bounded(one) : one))]

  function bounded(one: Listed): Listed {
    return count++ < MOST_FILES ? one : { ...one, unread: `the skill has more than ${MOST_FILES} files` }
  }
}

function isProgram(folder: string, name: string): boolean {
  if (isScriptName(name)) return true
  const file = path.join(folder, name)
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && ((stat.mode & 0o111) !== 0 || readPart(file, 0, 2).toString("latin1") === "#!")
}

interface ReadingFiles {
  readonly main: string
  readonly skip: Skip
}

function readFiles(folder: string, listed: readonly Listed[], { main, skip }: ReadingFiles): readonly AuditFile[] {
  let left = MOST_BYTES
  return listed.flatMap((one) => {
    const name = one.path
    const file = path.join(folder, name)
    const stat = name === main ? fs.statSync(file) : fs.lstatSync(file, { throwIfNoEntry: false })
    const known = {
      path: name,
      executable: stat?.isFile() === true && (stat.mode & 0o111) !== 0,
      size: stat?.size ?? 0,
    }
    const unread = (reason: string): readonly AuditFile[] => {
      skip(name.replace(/\/$/, ""), reason)
      return [{ ...known, unread: reason }]
    }
    if (one.unread !== undefined) return unread(one.unread)
    if (stat === undefined) return unread("its name is no text")
    // Links are shown, never followed: what lies behind one is not the skill's.
    if (stat.isSymbolicLink()) return [{ ...known, link: fs.readlinkSync(file) }]
    const isTold = one.isProgram === true || name === main
    if (stat.size > MOST_FILE && !isTold && !name.endsWith(".md")) return unread("it is larger than 1 MiB")
    if (Math.min(stat.size, MOST_FILE) > left) return unread("the skill's files are larger than 4 MiB together")
    const bytes = stat.size > MOST_FILE ? readEnds(file, stat.size) : fs.readFileSync(file)
    left -= bytes.length
    const isRead = name === main || (isTold && isScript(name, bytes)) || looksLikeText(bytes)
    if (!isRead) return unread("it is no text")
    const whole = { ...known, ...decodeBytes(bytes) }
    if (stat.size <= MOST_FILE) return [whole]
    const reason = "it is larger than 1 MiB, so only its first and last 256 KiB were read"
    skip(name, reason)
    return [{ ...whole, unread: reason }]
  })
}

function isScript(name: string, bytes: Buffer): boolean {
  return isScriptName(name) || bytes.subarray(0, 2).toString("latin1") === "#!"
}

function readEnds(file: string, size: number): Buffer {
  return Buffer.concat([readPart(file, 0, END_BYTES), Buffer.from("\n"), readPart(file, size - END_BYTES, END_BYTES)])
}

function readPart(file: string, from: number, length: number): Buffer {
  const handle = fs.openSync(file, "r")
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, from))
  } finally {
    fs.closeSync(handle)
  }
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
      file: show(path.join(path.dirname(target.path), finding.file)),
      description: finding.description.replace(
        /by the skill (\S+)\.$/,
        (_, at: string) => `by the skill ${targets.get(at)?.name ?? at}.`,
      ),
    }))
  })
}

/** Below the folder we work in, paths are relative to it, so that reports from two machines agree. */
function shownPath(cwd: string, file: string): string {
  const near = path.relative(cwd, file)
  return near === "" || near.startsWith("..") || path.isAbsolute(near) ? file : near.split(path.sep).join("/")
}

function realPathOf(file: string): string {
  return fs.existsSync(file) ? fs.realpathSync(file) : file
}
