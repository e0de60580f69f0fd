import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import { type CatalogSkill, isBundled, isOff, type ShadowedSkill } from "../../../catalog/catalog.ts"
import { pickCopy } from "../../../catalog/names/ref-error.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import type { ResolvedSkill, SkillResolution } from "../../instructions/make-resolution-document.ts"
import {
  describeBadReference,
  describeNotLoaded,
  describeNotRead,
  describeReadFile,
  describeUnused,
} from "../../instructions/resolution-warnings.ts"
import { readPatternFile, unresolvedPatternsProblem } from "../../../skill/body/review/patterns/pattern-file.ts"
import type { WantedPatterns } from "../../../skill/body/review/patterns/read-patterns.ts"
import type { ReviewPattern } from "../../../skill/body/review/patterns/review-pattern.ts"
import { readReviewSkill } from "../../../skill/body/review/read-review-skill.ts"
import { type ListedRef, parseSkillList } from "../../../skill/skill-list.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { findSkill } from "../../../catalog/io/skills/find-skill.ts"
import { readTrust, requireCopy } from "../../../catalog/io/skills/read-trust.ts"
import { isUntrusted } from "../../../trust/trust-state.ts"
import type { ProjectFiles } from "../../gather-review.ts"
import { readInstalled, listSearchedPlaces } from "./read-installed.ts"
import { type LoadedText, parseLoadedText } from "./parse-loaded-text.ts"

export type { ResolvedSkill, SkillResolution }

/**
 * Resolves a list such as `reviewing-security,superpowers:brainstorming`. The catalog is searched first; skills that it
 * does not have are looked up in the plugin cache or the calling plugin. A skill that fails never stops the others, and
 * only the frontmatter of skills that were not named is read.
 */
export async function resolveSkills(
  skillet: Session,
  list: string,
  base: BaseFiles = { readVersion: async () => ({ kind: "own" }), listDeletedSkills: () => [] },
): Promise<SkillResolution> {
  const skills: ResolvedSkill[] = []
  const failed: string[] = []
  const warnings: string[] = []
  const notes: string[] = []
  for (const ref of parseSkillList(list)) {
    const outcome = await resolveOne(skillet, ref, base)
    warnings.push(...outcome.warnings)
    notes.push(...(outcome.notes ?? []))
    if (outcome.skill === undefined) failed.push(ref.text)
    else skills.push(outcome.skill)
  }
  return { skills, failed, warnings, notes }
}

/** Which version of a file counts: a change must neither bring nor delete the skills that review it. */
type BaseFiles = Pick<ProjectFiles, "readVersion" | "listDeletedSkills">
type ReadVersion = ProjectFiles["readVersion"]

type GoodRef = Extract<ListedRef, { readonly name: string }>

interface Outcome {
  readonly skill?: ResolvedSkill
  readonly warnings: readonly string[]
  /** What a person should know about it. */
  readonly notes?: readonly string[]
}

async function resolveOne(skillet: Session, ref: ListedRef, base: BaseFiles): Promise<Outcome> {
  const { readVersion } = base
  if ("wrong" in ref) {
    const [named] = await findByPath(skillet, ref.text)
    return named === undefined || "wrong" in named
      ? { warnings: [describeBadReference(ref.text, ref.wrong)], notes: [describeUnused(ref.text, ref.wrong)] }
      : resolveOne(skillet, named, base)
  }
  const loaded = await attempt(() => load(skillet, ref, base))
  if ("text" in loaded) return { skill: await build(ref, loaded, readVersion), warnings: [] }
  const { warnings, mayReadFile } = describeNotLoaded(ref, loaded)
  const notes = [describeUnused(ref.text, loaded)]
  if (!mayReadFile) return { warnings, notes }
  const read = await attempt(() => readInstalled(skillet, ref))
  if ("text" in read)
    return { skill: await build(ref, read, readVersion), warnings, notes: [describeReadFile(ref.text, read.path)] }
  const notRead = describeNotRead(ref.text, read, listSearchedPlaces(skillet, ref))
  const why = read.code === "skill.not-found" ? loaded : read
  return { warnings: [...warnings, notRead], notes: [describeUnused(ref.text, why)] }
}

/** A path counts only if it is the path of a skill of the catalog. */
async function findByPath(skillet: Session, text: string): Promise<readonly ListedRef[]> {
  const found = text.includes("/") ? pickCopy(await skillet.resolve(text)) : undefined
  return found === undefined ? [] : parseSkillList(found.ref)
}

/** What our own catalog has for a reference. Throws a SkilletError if it has nothing. */
async function load(skillet: Session, ref: GoodRef, base: BaseFiles): Promise<LoadedText> {
  const resolved = pickCopy(await skillet.resolve(ref.text))
  const deleted = resolved === undefined || isBundled(resolved) ? await loadDeleted(skillet, ref, base) : undefined
  if (deleted !== undefined) return deleted
  const named = await findSkill(skillet, ref.text)
  const { found, text } = await findInBase(skillet, (await skillet.original(named.path)) ?? named, base.readVersion)
  if ("status" in found && isOff(found))
    throw new SkilletError("skill.off", `it is off: ${found.reason ?? "no reason given"}`, {
      retry: "no",
      next: `skillet why ${found.name} explains it`,
    })
  const now = await skillet.read(found.path)
  const whole = text ?? now
  const copy = await requireCopy(skillet, found.path)
  // An approval is about what is there now.
  const isTrusted = whole === now && !isUntrusted(readTrust(skillet, copy, now).trust)
  const root = copy.skill.plugin?.root
  const name = found.name.slice(found.name.lastIndexOf(":") + 1)
  return {
    ...parseLoadedText(found.path, whole),
    name,
    isTrusted,
    isBundled: isBundled(found),
    ...(root === undefined ? {} : { root }),
  }
}

/**
 * A skill of the project that the change deletes, where the host looks for skills: it counts, as everything in the base
 * does. An approval is about what is there now, so it has none.
 */
async function loadDeleted(skillet: Session, ref: GoodRef, base: BaseFiles): Promise<LoadedText | undefined> {
  const files = ref.text === ref.name ? base.listDeletedSkills(ref.name) : []
  if (files.length === 0) return undefined
  const folders = new Set((await skillet.copies()).map(({ source }) => source.label))
  const file = files.find((one) => folders.has(path.dirname(path.dirname(one))))
  const version = file === undefined ? undefined : await base.readVersion(file)
  if (file === undefined || version?.kind !== "base" || version.text === undefined) return undefined
  return { ...parseLoadedText(file, version.text), name: ref.name, isTrusted: false }
}

interface InBase {
  readonly found: CatalogSkill | ShadowedSkill
  /** Its text in the base of the change; undefined if the file counts as it is. */
  readonly text?: string | undefined
}

/** The copy that would have been found before the change: if the change brings the winner, the next one. */
async function findInBase(
  skillet: Session,
  named: CatalogSkill | ShadowedSkill,
  readVersion: ReadVersion,
): Promise<InBase> {
  const inBase = async (found: CatalogSkill | ShadowedSkill): Promise<InBase | undefined> => {
    const version = await readVersion(found.path)
    if (version.kind === "own") return { found }
    return version.text === undefined ? undefined : { found, text: version.text }
  }
  const first = await inBase(named)
  if (first !== undefined) return first
  const { shadowed } = await skillet.catalog()
  const bundled = pickCopy(await skillet.resolve(`${named.name}@bundled`))
  for (const other of [...shadowed.filter(({ by }) => by === named.ref), ...(bundled === undefined ? [] : [bundled])]) {
    const next = await inBase(other)
    if (next !== undefined) return next
  }
  throw new SkilletError("skill.not-found", `the change under review adds ${named.name}, so it cannot review it`, {
    retry: "no",
    next: "merge the skill before the changes that it reviews",
  })
}

async function build(ref: GoodRef, loaded: LoadedText, readVersion: ReadVersion): Promise<ResolvedSkill> {
  const reading = readReviewSkill(loaded.name ?? ref.name, loaded.skill)
  const filled = reading.wanted === undefined ? undefined : await loadPatterns(reading.wanted, loaded, readVersion)
  return {
    ...reading.skill,
    ...(filled === undefined ? {} : { patterns: filled.patterns }),
    source: ref.text,
    path: loaded.path,
    isTrusted: loaded.isTrusted,
    expressions: loaded.isBundled === true ? await readBundledExpressions(path.dirname(loaded.path)) : undefined,
    sha256: createHash("sha256").update(loaded.text).digest("hex"),
    problems: [
      ...loaded.problems,
      ...reading.problems.map((found) => placeProblem(loaded.path, found)),
      ...(filled?.problems ?? []),
    ],
  }
}

async function attempt(work: () => Promise<LoadedText>): Promise<LoadedText | SkilletError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SkilletError) return error
    throw error
  }
}

/** Only a bundled skill needs the scanner. */
async function readBundledExpressions(folder: string): Promise<Readonly<Record<string, string>> | undefined> {
  return (await import("./read-expressions.ts")).readExpressions(folder)
}

interface LoadedPatterns {
  readonly patterns: readonly ReviewPattern[]
  readonly problems: readonly Problem[]
}

/** Reads the file that a skill names for its patterns, if it is in the skill's directory or its plugin's. */
async function loadPatterns(
  wanted: WantedPatterns,
  skill: Pick<LoadedText, "path" | "root">,
  readVersion: ReadVersion,
): Promise<LoadedPatterns> {
  const file = await findVersion(findFile(wanted.path, skill), readVersion)
  if ("wrong" in file)
    return { patterns: [], problems: [placeProblem(skill.path, unresolvedPatternsProblem(wanted, file.wrong))] }
  const read = readPatternFile(file.text, wanted)
  return {
    patterns: read.patterns,
    problems: [
      ...read.problems.map((found) => placeProblem(skill.path, found)),
      ...read.fileProblems.map((found) => placeProblem(file.path, found)),
    ],
  }
}

type FoundFile = { readonly path: string; readonly text: string } | { readonly wrong: string }

async function findVersion(file: FoundFile, readVersion: ReadVersion): Promise<FoundFile> {
  if ("wrong" in file) return file
  const version = await readVersion(file.path)
  if (version.kind === "own") return file
  return version.text === undefined ? { wrong: "the change under review adds it" } : { ...file, text: version.text }
}

function findFile(named: string, skill: Pick<LoadedText, "path" | "root">): FoundFile {
  const folder = path.dirname(skill.path)
  if (!path.isAbsolute(folder)) return { wrong: "the skill has no directory" }
  const below = named.replace(/^\$\{?CLAUDE_PLUGIN_ROOT\}?\//, "")
  if (below !== named && skill.root === undefined) return { wrong: "the skill does not belong to a plugin" }
  if (path.isAbsolute(below) || /[\0\\$]/.test(below)) return { wrong: "it is not a path within the skill" }
  const file = path.resolve(below === named ? folder : (skill.root ?? folder), below)
  if (!fs.existsSync(file)) return { wrong: "there is no such file" }
  const real = fs.realpathSync(file)
  const within = fs.realpathSync(skill.root ?? folder)
  if (!real.startsWith(`${within}${path.sep}`)) return { wrong: "it is outside" }
  return readWhole(file, real)
}

function readWhole(file: string, real: string): FoundFile {
  try {
    return { path: file, text: readSafely(real, MAX_FILE).toString("utf8") }
  } catch (error) {
    if (error instanceof SkilletError) return { wrong: error.message }
    throw error
  }
}
