import { createHash } from "node:crypto"
import { isOff } from "../../catalog/catalog.ts"
import { SkilletError } from "../../problem/failure.ts"
import { problemAt } from "../../problem/problem.ts"
import type { ResolvedSkill, SkillResolution } from "../../review/instructions/resolution-document.ts"
import { badReference, whenNotLoaded, whenNotRead } from "../../review/instructions/resolution-warnings.ts"
import { readReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { type ListedRef, parseSkillList } from "../../skill/skill-list.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { readInstalled, searchedFor } from "./read-installed.ts"
import { loadPatterns } from "./load-patterns.ts"
import { type LoadedText, readText } from "./read-text.ts"
import { findSkill } from "../skills/find-skill.ts"

export type { ResolvedSkill, SkillResolution }

/**
 * Resolves a list such as `reviewing-security,superpowers:brainstorming`. The catalog is searched first; skills that it
 * does not have are looked up in the plugin cache or the calling plugin. A skill that fails never stops the others, and
 * only the frontmatter of skills that were not named is read.
 */
export async function resolveSkills(skillet: Skillet, list: string): Promise<SkillResolution> {
  const skills: ResolvedSkill[] = []
  const failed: string[] = []
  const warnings: string[] = []
  for (const ref of parseSkillList(list)) {
    const outcome = await resolveOne(skillet, ref)
    warnings.push(...outcome.warnings)
    if (outcome.skill === undefined) failed.push(ref.text)
    else skills.push(outcome.skill)
  }
  return { skills, failed, warnings }
}

interface Outcome {
  readonly skill?: ResolvedSkill
  readonly warnings: readonly string[]
}

async function resolveOne(skillet: Skillet, ref: ListedRef): Promise<Outcome> {
  if ("wrong" in ref) return { warnings: [badReference(ref.text, ref.wrong)] }
  const loaded = await attempt(() => load(skillet, ref.text))
  if ("text" in loaded) return { skill: build(ref, loaded), warnings: [] }
  const { warnings, mayReadFile } = whenNotLoaded(ref, loaded)
  if (!mayReadFile) return { warnings }
  const read = await attempt(() => readInstalled(skillet, ref))
  if ("text" in read) return { skill: build(ref, read), warnings }
  return { warnings: [...warnings, whenNotRead(ref.text, read, searchedFor(skillet, ref))] }
}

/** What our own catalog has for a reference. Throws a SkilletError if it has nothing. */
async function load(skillet: Skillet, text: string): Promise<LoadedText> {
  const found = await findSkill(skillet, text)
  if ("status" in found && isOff(found))
    throw new SkilletError("skill.off", `it is off: ${found.reason ?? "no reason given"}`, {
      retry: "no",
      next: `skillet why ${found.name} explains it`,
    })
  const whole = await skillet.read(found.path)
  const copies = (await skillet.copies()).flatMap(({ listing }) => listing.skills)
  const copy = copies.find(({ path }) => path === found.path)
  const root = copy?.plugin?.root
  const name = found.name.slice(found.name.lastIndexOf(":") + 1)
  return { ...readText(found.path, whole), name, ...(root === undefined ? {} : { root }) }
}

function build(ref: ListedRef & { readonly name: string }, loaded: LoadedText): ResolvedSkill {
  const reading = readReviewSkill(loaded.name ?? ref.name, loaded.skill)
  const filled = reading.wanted === undefined ? undefined : loadPatterns(reading.wanted, loaded)
  return {
    ...reading.skill,
    ...(filled === undefined ? {} : { patterns: filled.patterns }),
    source: ref.text,
    path: loaded.path,
    sha256: createHash("sha256").update(loaded.text).digest("hex"),
    problems: [
      ...loaded.problems,
      ...reading.problems.map((found) => problemAt(loaded.path, found)),
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
