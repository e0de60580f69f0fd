import fs from "node:fs"
import path from "node:path"
import { combineDigests } from "../../trust/combine-digests.ts"
import { digestSkill } from "../../trust/io/digest-skill.ts"
import { openTrustStore } from "../../trust/io/trust-store.ts"
import { auditAll, type AuditTarget } from "../audit-all.ts"
import { toAuditSarif } from "../audit-sarif.ts"
import type { AuditInput } from "../audit-view.ts"
import { type Baseline, readBaseline } from "../baseline.ts"
import type { KnownSkills } from "../known-skills.ts"
import type { AuditReport, NotRead } from "../audit-report.ts"
import type { Persona } from "../../finding/persona.ts"
import { redact } from "../../finding/redact.ts"
import { SkilletError } from "../../problem/failure.ts"
import { explainServerStep } from "../../trust/place-trust.ts"
import { version } from "../../system/version.ts"
import { findTargets } from "./find-targets.ts"
import { OFFERED_MAIN } from "./read-offered.ts"
import type { FoundTarget, OnDisk } from "./find-targets-on-disk.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { toShownPath } from "../../catalog/io/skills/no-skill-error.ts"

export type { AuditReport } from "../audit-report.ts"

export interface AuditSkillsOptions {
  /** A SKILL.md, a skill's directory, directories of skills, or names; every skill of the catalog if none are named. */
  readonly paths?: readonly string[]
  readonly persona?: Persona | undefined
  /** Findings that are known, or the path of the file that lists them. */
  readonly baseline?: Baseline | string | undefined
  /**
   * Whose ignore comments suppress findings. own (default): those in the user's, the machine's and our own skills. all:
   * also a project's, a plugin's or a download's, for authors who audit what they wrote.
   */
  readonly remarks?: "own" | "all"
  /** Called with the number of audited skills, and the total. */
  readonly onProgress?: (done: number, all: number) => void
}

export async function auditSkills(skillet: Session, options: AuditSkillsOptions = {}): Promise<AuditReport> {
  return (await auditTargets(skillet, options)).report
}

/** The same, for a caller that also needs the texts: `keep` gets each skill as it is read. */
export async function auditTargets(
  skillet: Session,
  options: AuditSkillsOptions,
  keep: (target: AuditTarget) => void = () => {},
): Promise<{ readonly report: AuditReport; readonly baseline: Baseline | undefined }> {
  const { baseline: given } = options
  const baseline = typeof given === "string" ? loadBaseline(path.resolve(skillet.around.cwd, given)) : given
  const { targets, known } = await findTargets(skillet, options.paths ?? [])
  const reading = { skillet, known, approved: readApprovedDigests(skillet) }
  const read = readTargets(targets, { ...reading, keep }, options)
  const report = await auditAll(read, { ...options, baseline })
  return { report: await addServers(skillet, report, options.paths ?? []), baseline }
}

/** Servers belong to the whole, not to a skill that was named. */
async function addServers(skillet: Session, report: AuditReport, paths: readonly string[]): Promise<AuditReport> {
  if (paths.length > 0) return report
  const { servers } = await skillet.settings()
  if (servers.length === 0) return report
  const { userSettings } = locateOwnFiles(skillet.options.env ?? process.env)
  return {
    ...report,
    servers: servers.map(({ name, trust, at }) => ({
      name,
      trust,
      at: redact("url" in at ? at.url : [at.command, ...at.args].join(" ")),
      about: explainServerStep(trust, name, userSettings),
    })),
  }
}

async function* readTargets(
  targets: readonly FoundTarget[],
  reading: Reading,
  { onProgress }: AuditSkillsOptions,
): AsyncGenerator<AuditTarget> {
  const { cwd } = reading.skillet.around
  for (const [at, target] of targets.entries()) {
    onProgress?.(at, targets.length)
    const notRead: NotRead[] = []
    const shown = (file: string) => toShownPath(cwd, besides(target.path, file))
    const input = await gatherInput(target, reading, (file, reason) => void notRead.push({ path: shown(file), reason }))
    const ready = { name: target.name, path: toShownPath(cwd, target.path), input, isOwn: target.isOwn, shown, notRead }
    reading.keep(ready)
    yield ready
  }
}

/** The report as a SARIF log. */
export function auditSarif(report: AuditReport): ReturnType<typeof toAuditSarif> {
  return toAuditSarif(report, { name: "skillet", version })
}

/** Throws if the file is missing or is not a baseline. */
function loadBaseline(file: string): Baseline {
  const next = "write one with skillet audit --write-baseline FILE"
  if (!fs.existsSync(file))
    throw new SkilletError("audit.no-baseline", `there is no baseline at ${file}`, { retry: "no", next })
  const read = readBaselineFile(file)
  if ("wrong" in read)
    throw new SkilletError("audit.bad-baseline", `${file} is not a baseline: ${read.wrong}`, { retry: "no", next })
  return read
}

function readBaselineFile(file: string): ReturnType<typeof readBaseline> {
  try {
    return readBaseline(fs.readFileSync(file, "utf8"))
  } catch (error) {
    if (error instanceof Error && "code" in error) return { wrong: `it cannot be read (${String(error.code)})` }
    throw error
  }
}

interface Reading {
  readonly keep: (target: AuditTarget) => void
  readonly skillet: Session
  readonly known: KnownSkills
  readonly approved: ReadonlyMap<string, string>
}

async function gatherInput(
  target: FoundTarget,
  { known, approved }: Omit<Reading, "keep">,
  skip: (file: string, reason: string) => void,
): Promise<AuditInput> {
  const { name, variables, from, isForeign } = target
  const { main, onDisk } = from
  const files = await from.files(skip)
  return { name, variables, main, files, ...(isForeign ? { known } : {}), ...findApproval(onDisk, approved) }
}

/** Approved digests by the real path of the SKILL.md. */
function readApprovedDigests(skillet: Session): ReadonlyMap<string, string> {
  const { data } = locateOwnFiles(skillet.options.env ?? process.env)
  return new Map(
    openTrustStore(data)
      .all()
      .map(({ path: at, files }) => [at, combineDigests(files)]),
  )
}

function findApproval(
  onDisk: OnDisk | undefined,
  approvals: ReadonlyMap<string, string>,
): { readonly approved?: string; readonly digest?: string } {
  if (onDisk === undefined) return {}
  const approved = approvals.get(onDisk.realPath)
  if (approved === undefined) return {}
  return { approved, digest: digestSkill(onDisk.realPath, onDisk.form).digest }
}

/** A file of a skill, by the path of its SKILL.md; a server's skill has an address and no directory. */
function besides(skillPath: string, file: string): string {
  if (path.isAbsolute(skillPath)) return path.join(path.dirname(skillPath), file)
  return file === OFFERED_MAIN ? skillPath : `${skillPath.replace(/\/SKILL\.md$/, "")}/${file}`
}
