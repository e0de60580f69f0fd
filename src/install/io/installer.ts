import fs from "node:fs"
import { indexKnownSkills, type KnownSkills } from "../../audit/known-skills.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isKnownSource } from "../../trust/place-trust.ts"
import { type SkillCandidate, readCandidate } from "../content/read-candidate.ts"
import type { ContentFault } from "../content/check-files.ts"
import type { LockedSkill } from "../lock/lock-file.ts"
import { chooseOffers, type SourceSkill } from "../source/find-offers.ts"
import type { SourceSpec } from "../source/parse-source.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { readSkill } from "../../skill/read-skill.ts"
import { type ContentStore, openContentStore } from "./content-store.ts"
import { type InstallScope, locateScope } from "./install-scope.ts"
import { openSource, toSpec } from "./sources/open-source.ts"
import type { OpenedSource } from "./sources/opened-source.ts"

/** What every command about installed skills needs. */
export interface Installer {
  readonly session: Session
  readonly scope: InstallScope
  readonly store: ContentStore
  /** The names of the skills that come with Skillet. */
  readonly bundled: readonly string[]
}

export function openInstaller(session: Session, isGlobal: boolean): Installer {
  const scope = locateScope(session, isGlobal)
  const bundled = session.around.bundled.flatMap((folder) => fs.readdirSync(folder))
  return { session, scope, store: openContentStore(scope.contents), bundled }
}

/** Skills of more trusted places, which a new one might imitate. */
export async function findKnownSkills({ session }: Installer): Promise<KnownSkills> {
  const trusted = (await session.copies()).filter(({ source }) => isKnownSource(source))
  return indexKnownSkills(
    trusted.flatMap(({ listing }) =>
      listing.skills.map(({ name, summary }) => ({ name, description: summary.header.description ?? "" })),
    ),
  )
}

export interface LoadedCandidates {
  readonly opened: OpenedSource
  readonly candidates: readonly SkillCandidate[]
  readonly refused: readonly RefusedSkill[]
}

/** One of several skills that cannot be installed as it is, while the others can. */
export interface RefusedSkill {
  readonly name: string
  readonly code: string
  /** Why it is not installed. */
  readonly message: string
  readonly next: string
}

export interface WantedSkills {
  readonly named: readonly string[]
  readonly isAll: boolean
  /** One that is refused does not stop the others. */
  readonly mayLeaveOut?: boolean | undefined
}

/** Resolves a source and reads the skills that are wanted. Their files are kept in the store. */
export async function loadWanted(
  installer: Installer,
  spec: SourceSpec,
  wanted: WantedSkills,
): Promise<LoadedCandidates> {
  const opened = await openSource(spec, installer.scope.context)
  const named = [...(spec.skill === undefined ? [] : [spec.skill]), ...wanted.named]
  const offers = await chooseByAnyName(opened, { ...wanted, named })
  await opened.prepare(offers)
  const mayLeaveOut = wanted.mayLeaveOut === true && offers.length > 1
  const candidates: SkillCandidate[] = []
  const refused: RefusedSkill[] = []
  for (const offer of offers)
    try {
      candidates.push(await loadOffer(installer, opened, offer))
    } catch (error) {
      if (!mayLeaveOut || !(error instanceof SkilletError) || error.retry === "later") throw error
      refused.push({ name: offer.name, code: error.code, message: error.message, next: error.next })
    }
  return { opened, candidates, refused }
}

/** A skill may be called otherwise than its directory; only then are all of them read. */
async function chooseByAnyName(opened: OpenedSource, { named, isAll }: WantedSkills): Promise<readonly SourceSkill[]> {
  const chosen = chooseOffers(opened.offers, named, isAll)
  if ("offers" in chosen) return chosen.offers
  if (chosen.code === "install.no-skill" && named.length > 0 && opened.offers.length > 0) {
    const texts = await opened.readTexts(opened.offers)
    const renamed = opened.offers.map((offer) => ({ ...offer, name: readName(texts.get(offer)) ?? offer.name }))
    const again = chooseOffers(renamed, named, isAll)
    if ("offers" in again) return again.offers
  }
  const elsewhere = opened.elsewhere.find(({ plugin }) => named.includes(plugin))
  throw new SkilletError(chosen.code, `${opened.shown}: ${chosen.wrong}`, {
    retry: "no",
    next:
      elsewhere === undefined
        ? "name skills with --skill NAME, or take every one with --all"
        : `the plugin ${elsewhere.plugin} is in another place: skillet add ${quoteForShell(elsewhere.source)}`,
  })
}

/** The name in the frontmatter of a SKILL.md. */
export function readName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const reading = readSkill(text)
  return reading.kind === "skill" ? reading.skill.header.name : undefined
}

export async function loadOffer(
  { store }: Installer,
  opened: OpenedSource,
  offer: SourceSkill,
): Promise<SkillCandidate> {
  const { source, entries } = await opened.load(offer)
  const read = readCandidate({ name: offer.name, source, entries })
  if ("faults" in read)
    throw makeRefusalError(`${opened.shown}${offer.path === "." ? "" : ` (${offer.path})`}`, read.faults)
  for (const { sha256, bytes } of read.candidate.files.values()) store.keep(sha256, bytes)
  return read.candidate
}

const MOST_SHOWN = 10

function makeRefusalError(shown: string, faults: readonly ContentFault[]): SkilletError {
  const lines = faults
    .slice(0, MOST_SHOWN)
    .map(({ path, message }) => (path === "" ? message : `${JSON.stringify(path)}: ${message}`))
  const more = faults.length > MOST_SHOWN ? `; and ${faults.length - MOST_SHOWN} more` : ""
  return new SkilletError(faults[0]?.code ?? "install.refused", `${shown} is refused: ${lines.join("; ")}${more}`, {
    retry: "no",
    next: "tell its author; nothing of it was written",
  })
}

/** Opens the sources of rows. */
export type SourceOpener = (row: LockedSkill, which: "exact" | "newest") => Promise<OpenedSource>

/** Opens each source once, however many of these rows are from it, and reads all their skills in one go. */
export function openSources({ scope }: Installer, rows: readonly LockedSkill[]): SourceOpener {
  const opened = new Map<string, Promise<OpenedSource>>()
  return (row, which) => {
    const spec = toSpec(row.source, which)
    const key = JSON.stringify(spec)
    const openAll = async () => {
      const one = await openSource(spec, { ...scope.context, cwd: scope.root })
      const same = rows.filter(({ source }) => JSON.stringify(toSpec(source, which)) === key)
      await one.prepare(same.flatMap((wanted) => findOffer(one, wanted) ?? []))
      return one
    }
    const source = opened.get(key) ?? openAll()
    opened.set(key, source)
    return source
  }
}

/** The skill that a row locks, read again from exactly its source; undefined if the source no longer has it there. */
export async function reloadLocked(
  installer: Installer,
  row: LockedSkill,
  open: SourceOpener,
): Promise<SkillCandidate | undefined> {
  const opened = await open(row, "exact")
  const offer = findOffer(opened, row)
  return offer === undefined ? undefined : loadOffer(installer, opened, offer)
}

/** Where a source has the skill of a row: an index by its name, anything else by its directory. */
export function findOffer(opened: OpenedSource, { source }: LockedSkill): SourceSkill | undefined {
  return opened.offers.find((offer) =>
    source.type === "well-known" ? offer.name === source.name : offer.path === source.path,
  )
}
