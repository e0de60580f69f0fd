import { isUsable, type CatalogSkill } from "../../catalog/catalog.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { HostId } from "../../hosts/profile.ts"
import type { ActivationSettings } from "../../settings/activation-settings.ts"
import {
  type Activation,
  type ActivationSkill,
  decideActivation,
  listNamedFiles,
  type RankedActivation,
} from "../activation/decide-activation.ts"
import { isPlainName } from "../activation/render-activation.ts"

export interface PromptAsked {
  readonly asked: string
  readonly settings: ActivationSettings
  /** The names of skills that the session has loaded. */
  readonly loaded: readonly string[]
  /** Whose skills (default: the session's host). */
  readonly host?: HostId | undefined
}

export interface PromptDecision {
  /** The skills that were considered, in the order to which `chosen` points. */
  readonly skills: readonly CatalogSkill[]
  readonly chosen: readonly Activation[]
}

/** How many skills that fit by their words are looked at. */
const MOST_RANKED = 5

/** Gathers what the decision about a prompt needs, and decides. Nothing is recorded. */
export async function decideForPrompt(skillet: Session, prompt: PromptAsked): Promise<PromptDecision> {
  const { asked, settings, loaded, host = skillet.host } = prompt
  const found = await gatherSkills(skillet, asked, host)
  const usesWords = [settings.mode, ...Object.values(settings.skills)].some(
    (mode) => mode === "name" || mode === "body",
  )
  const ranked = usesWords ? await rankSkills(skillet, prompt, found) : []
  const skills = await trustBest(skillet, found, ranked)
  const chosen = decideActivation({ prompt: asked, settings, skills, ranked, loaded })
  return { skills: found.map(({ skill }) => skill), chosen }
}

interface Candidate {
  readonly skill: CatalogSkill
  readonly fact: ActivationSkill
}

/** The skills that the model may use, and the rules that they have of their own. */
async function gatherSkills(skillet: Session, asked: string, host: HostId): Promise<readonly Candidate[]> {
  const { skills } = await skillet.catalog(host)
  const listed = await skillet.copies(host)
  const headers = new Map(
    listed.flatMap(({ listing }) => listing.skills.map(({ path, summary }) => [path, summary.header] as const)),
  )
  const usable = skills.filter((skill) => isUsable(skill) && skill.status !== "user-only" && isPlainName(skill.name))
  const files = listNamedFiles(asked)
  const touches = await openTouches(files)
  return Promise.all(
    usable.map(async (skill) => {
      const { triggers = [], paths } = headers.get(skill.path) ?? {}
      const file = paths === undefined ? undefined : touches(paths)
      const hasRule = triggers.length > 0 || file !== undefined
      const isTrusted = hasRule && (await isSkillTrusted(skillet, skill))
      return { skill, fact: { name: skill.name, isTrusted, triggers, file } }
    }),
  )
}

/** The facts of all skills; for the best of those that fit by their words it must be known whether it is trusted. */
async function trustBest(
  skillet: Session,
  skills: readonly Candidate[],
  ranked: readonly RankedActivation[],
): Promise<readonly ActivationSkill[]> {
  const best = ranked[0]?.at
  const isTrusted =
    best !== undefined && skills[best] !== undefined && (await isSkillTrusted(skillet, skills[best].skill))
  return skills.map(({ fact }, at) => (at === best ? { ...fact, isTrusted } : fact))
}

/** Which of the files in a prompt matches a skill's paths. The code for it is loaded only if there are any. */
async function openTouches(files: readonly string[]): Promise<(paths: readonly string[]) => string | undefined> {
  if (files.length === 0) return () => undefined
  const [{ openTouchCheck }, { readPaths }] = await Promise.all([
    import("../../catalog/open-touch-check.ts"),
    import("../../catalog/path-patterns.ts"),
  ])
  const checks = files.map((file) => ({ file, isTouched: openTouchCheck([file]) }))
  return (paths) => {
    const { patterns } = readPaths(paths)
    return patterns.length === 0 ? undefined : checks.find(({ isTouched }) => isTouched(patterns))?.file
  }
}

/** Whether a skill may act without being asked: as its hooks may, by the table of trust, with the bytes it has now. */
export async function isSkillTrusted(skillet: Session, { path }: CatalogSkill): Promise<boolean> {
  const [{ readSkillTrust }, { allows }] = await Promise.all([
    import("../../catalog/io/skills/read-trust.ts"),
    import("../../trust/trust-state.ts"),
  ])
  const found = await readSkillTrust(skillet, path)
  return found !== undefined && allows(found.state.trust, "hooks")
}

async function rankSkills(
  skillet: Session,
  { asked, host }: Pick<PromptAsked, "asked" | "host">,
  skills: readonly Candidate[],
) {
  const { matchSkills } = await import("../../catalog/io/skills/match-skills.ts")
  const answer = await matchSkills(skillet, asked, { limit: MOST_RANKED, host })
  return answer.skills.flatMap(({ path, worth, words }) => {
    const at = skills.findIndex(({ skill }) => skill.path === path)
    return at === -1 ? [] : [{ at, worth, words }]
  })
}
