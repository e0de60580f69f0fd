import { compareFolder } from "../compare-installed.ts"
import { describeError, SkilletError } from "../../problem/failure.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { sha256 } from "../../text/sha256.ts"
import type { SkillCandidate, CandidateFile } from "../content/read-candidate.ts"
import { compareVersions, type SkillDifference } from "../describe-difference.ts"
import { makeRow } from "../decide-install.ts"
import { findRealCopy, type LockedSkill, type LockedSource } from "../lock/lock-file.ts"
import { auditCandidate } from "./audit-candidate.ts"
import { type ChangedSkills, type Installable, installPlanned, refuseCycle } from "./add-skills.ts"
import { findPlace } from "./find-places.ts"
import { findOffer, type Installer, loadOffer, openSources, type SourceOpener } from "./installer.ts"
import { ensureContents, readLockedFiles } from "./locked-contents.ts"
import type { ChangeOptions } from "./plan-skills-lock.ts"
import { requireRow } from "./remove-skills.ts"
import { requireLock } from "./restore-skills.ts"
import type { OpenedSource } from "./sources/opened-source.ts"

/** What the source of an installed skill has now. */
export type UpstreamState =
  | "current"
  /** It has other files. */
  | "newer"
  /** The same SKILL.md is in another directory of the source. */
  | "moved"
  /** It is in no directory of the source. */
  | "gone"
  /** The source could not be asked. */
  | "unknown"

export interface OutdatedSkill {
  readonly name: string
  readonly state: UpstreamState
  readonly locked: LockedSource
  /** What the source was resolved to now, if the skill is there. */
  readonly available?: LockedSource | undefined
  /** Why the source could not be asked, or where else a skill of this name is. */
  readonly note?: string | undefined
}

interface Upstream extends OutdatedSkill {
  readonly row: LockedSkill
  readonly candidate?: SkillCandidate | undefined
}

/** Asks the sources of installed skills what they have now. Nothing is changed. */
export async function listOutdated(installer: Installer, names: readonly string[]): Promise<readonly OutdatedSkill[]> {
  return (await askSources(installer, names)).map(({ row: _row, candidate: _candidate, ...shown }) => shown)
}

async function askSources(installer: Installer, names: readonly string[]): Promise<readonly Upstream[]> {
  const lock = requireLock(installer)
  const wanted = names.length === 0 ? [...lock.skills.keys()].sort(compareBytes) : names
  const rows = wanted.map((name) => ({ name, row: requireRow(lock, name) }))
  const open = openSources(
    installer,
    rows.map(({ row }) => row),
  )
  const found: Upstream[] = []
  for (const one of rows) found.push(await askSource(installer, { ...one, open }))
  return found
}

interface Asked {
  readonly name: string
  readonly row: LockedSkill
  readonly open: SourceOpener
}

async function askSource(installer: Installer, { name, row, open }: Asked): Promise<Upstream> {
  const about = { name, row, locked: row.source }
  try {
    const source = await open(row, "newest")
    const offer = findOffer(source, row)
    if (offer === undefined) return { ...about, ...(await findMoved(installer, source, { name, row })) }
    const candidate = await loadOffer(installer, source, offer)
    const state = candidate.digest === row.digest ? "current" : "newer"
    return { ...about, state, candidate, available: candidate.source }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return { ...about, state: "unknown", note: describeError(error) }
  }
}

/** Moved is what has exactly the same SKILL.md elsewhere. A skill that only has the same name is not taken for it. */
async function findMoved(
  installer: Installer,
  source: OpenedSource,
  { name, row }: Pick<Asked, "name" | "row">,
): Promise<Pick<Upstream, "state" | "candidate" | "available" | "note">> {
  const main = row.files.get("SKILL.md")?.sha256
  const texts = await source.readTexts(source.offers)
  const [moved] = [...texts].find(([, text]) => sha256(text) === main) ?? []
  if (moved !== undefined) {
    const candidate = await loadOffer(installer, source, moved)
    return { state: "moved", candidate, available: candidate.source, note: `it is now in ${moved.path}` }
  }
  const named = source.offers.find((offer) => offer.name === name)
  const note =
    named === undefined ? undefined : `another skill of this name is in ${named.path}; nothing was assumed about it`
  return { state: "gone", note }
}

export interface PlannedUpdate extends OutdatedSkill {
  /** What would change; absent if nothing is there to install. */
  readonly difference?: SkillDifference | undefined
  /** The changes of its texts, as a patch. */
  readonly patch?: string | undefined
  /** Files with changes of the user. */
  readonly edited: readonly string[]
  readonly row?: LockedSkill | undefined
}

/** What an update of these skills, or of all, would change. Nothing is written into the project. */
export async function planUpdate(installer: Installer, names: readonly string[]): Promise<readonly PlannedUpdate[]> {
  const plans: PlannedUpdate[] = []
  for (const { row, candidate, ...shown } of await askSources(installer, names)) {
    const edited = listEdited(installer, row)
    if (candidate === undefined || (shown.state === "current" && edited.length === 0)) plans.push({ ...shown, edited })
    else plans.push({ ...shown, edited, ...(await compareWithLocked(installer, { name: shown.name, row, candidate })) })
  }
  refuseCycle(requireLock(installer), listInstallable(plans))
  return plans
}

function listEdited({ scope }: Installer, row: LockedSkill): readonly string[] {
  const real = findRealCopy(row)
  const found = findPlace(scope.root, real)
  if (found.kind !== "folder") return []
  return compareFolder(row.files, found).flatMap(({ kind, path }) => (kind === "changed" ? [path] : []))
}

interface Compared {
  readonly name: string
  readonly row: LockedSkill
  readonly candidate: SkillCandidate
}

async function compareWithLocked(
  installer: Installer,
  { name, row, candidate }: Compared,
): Promise<Pick<PlannedUpdate, "difference" | "patch" | "row">> {
  await ensureContents(installer, { name, row })
  const before = readLockedFiles(installer, row, "source")
  const [old, now] = [
    await auditCandidate({ name, files: before }, undefined),
    await auditCandidate({ ...candidate, name }, undefined),
  ]
  const difference = compareVersions(
    { ...old, files: row.files, requires: row.requires },
    { ...now, files: candidate.files, requires: candidate.requires },
  )
  const next = makeRow({ candidate, audit: now.audit, places: row.installedTo })
  return { difference, patch: await writeTextPatch(before, candidate.files), row: next }
}

async function writeTextPatch(
  before: ReadonlyMap<string, CandidateFile>,
  now: ReadonlyMap<string, CandidateFile>,
): Promise<string> {
  const { createTwoFilesPatch } = await import("diff")
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort(compareBytes)
  return paths
    .flatMap((path) => {
      const [old, fresh] = [before.get(path), now.get(path)]
      if (old?.sha256 === fresh?.sha256) return []
      const texts = [old, fresh].map((file) => Buffer.from(file?.bytes ?? []).toString("utf8"))
      if (texts.some((text) => text.includes("\0"))) return [`${path}: not a text\n`]
      return [
        createTwoFilesPatch(`a/${path}`, `b/${path}`, texts[0] ?? "", texts[1] ?? "", undefined, undefined, {
          context: 3,
        }),
      ]
    })
    .join("")
}

/** Installs planned updates, all or none. */
export function installUpdates(
  installer: Installer,
  plans: readonly PlannedUpdate[],
  how: ChangeOptions = {},
): ChangedSkills {
  const wanted = listInstallable(plans)
  return wanted.length === 0 ? { skills: [] } : installPlanned(installer, wanted, how)
}

function listInstallable(plans: readonly PlannedUpdate[]): readonly Installable[] {
  return plans.flatMap(({ name, row }) => (row === undefined ? [] : [{ name, row, isUpdate: true }]))
}
