import { createHash } from "node:crypto"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { type ReviewSkill, readReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { type ListedRef, parseSkillList } from "../../skill/skill-list.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { readInstalled, searchedFor } from "./read-installed.ts"
import { loadPatterns } from "./load-patterns.ts"
import { type LoadedText, readText } from "./read-text.ts"
import { findSkill } from "../skills/find-skill.ts"

/** A skill that was named for a review, read into what the review needs. */
export interface ResolvedSkill extends ReviewSkill {
  /** As it was named. */
  readonly source: string
  /** The file that was read: of several installed versions, the chosen one. */
  readonly path: string
  readonly sha256: string
  readonly problems: readonly Problem[]
}

export interface SkillResolution {
  readonly skills: readonly ResolvedSkill[]
  /** Skills that could not be resolved, by the name that was given. */
  readonly failed: readonly string[]
  /** What happened on the way, each a few lines for people. */
  readonly warnings: readonly string[]
}

/**
 * Resolves a list such as `reviewing-security,superpowers:brainstorming`. The catalog is asked first; what it cannot
 * give is looked for in the plugin cache or the calling plugin. A skill that fails never stops the others, and of
 * skills that are not named nothing but the header is read.
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

const GOING_ON = "Continuing with remaining skills."

async function resolveOne(skillet: Skillet, ref: ListedRef): Promise<Outcome> {
  if ("wrong" in ref)
    return { warnings: [`Warning: Skill '${ref.text}' is not a valid reference.\nError: ${ref.wrong}\n${GOING_ON}`] }
  const loaded = await attempt(() => load(skillet, ref.text))
  if ("text" in loaded) return { skill: build(ref, loaded), warnings: [] }
  // A copy that was named is that copy or none.
  if (ref.isCopy === true) return { warnings: [noCopy(ref.text, loaded)] }
  const fallingBack = `Warning: Skill() tool failed for '${ref.text}'. Falling back to direct file read.\nError: ${oneLine(loaded)}`
  // A skill that is switched off is not read another way.
  if (loaded.code === "skill.off") return { warnings: [fallingBack, isOff(ref.text)] }
  const read = await attempt(() => readInstalled(skillet, ref))
  if ("text" in read) return { skill: build(ref, read), warnings: [fallingBack] }
  return {
    warnings: [fallingBack, read.code === "skill.not-found" ? notFound(skillet, ref) : unreadable(ref.text, read)],
  }
}

/** What our own catalog gives for a reference. Throws a SkilletError when it gives nothing. */
async function load(skillet: Skillet, text: string): Promise<LoadedText> {
  const found = await findSkill(skillet, text)
  if ("status" in found && found.status === "off")
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

function notFound(skillet: Skillet, ref: ListedRef & { readonly name: string }): string {
  const searched = searchedFor(skillet, ref).map((pattern) => `  - ${pattern}`)
  const lines = [`Warning: Skill '${ref.text}' not found.`, "Searched paths:", ...searched, GOING_ON]
  return lines.join("\n")
}

function noCopy(text: string, error: SkilletError): string {
  const what = error.code === "skill.not-found" ? "not found" : "could not be read"
  return `Warning: Skill '${text}' ${what}.\nError: ${oneLine(error)}\n${GOING_ON}`
}

function unreadable(text: string, error: SkilletError): string {
  return `Warning: Skill '${text}' could not be read.\nError: ${oneLine(error)}\n${GOING_ON}`
}

function isOff(text: string): string {
  return `Warning: Skill '${text}' is switched off and was not read.\n${GOING_ON}`
}

function oneLine({ code, message, next }: SkilletError): string {
  const isHelp = code === "skill.not-found" && /^(?:did you mean|the copies are)/.test(next)
  const text = isHelp ? `${message}; ${next}` : message
  return text.replace(/\s*\n\s*/g, " ")
}
