import { isForModel } from "../../catalog/listing.ts"
import { explainName } from "../../catalog/io/skills/explain-name.ts"
import { matchSkills } from "../../catalog/io/skills/match-skills.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { HostId } from "../../hosts/profile.ts"
import type { ActivationMode } from "../../settings/activation-settings.ts"
import { explainPrompt, findProofLine, type PromptFate, type PromptFacts } from "../activation/explain-prompt.ts"
import { decideForPrompt } from "./decide-for-prompt.ts"

/** What a prompt would do with a skill, for each agent. */
export interface PromptExplanation {
  readonly name: string
  readonly prompt: string
  /** The agent whose rules apply. */
  readonly host: HostId
  readonly hosts: readonly HostPromptAnswer[]
}

export interface HostPromptAnswer {
  readonly host: HostId
  readonly title: string
  readonly fate: PromptFate
  readonly answer: string
  /** The line that proves it. */
  readonly proof?: { readonly path: string; readonly line: number; readonly text: string } | undefined
  /** What the hook for prompts would do: nothing, because it is off or the skill does not fit clearly enough. */
  readonly hook: { readonly mode: ActivationMode; readonly does: "nothing" | "name" | "body" }
}

export interface PromptQuestion {
  readonly prompt: string
  /** Only these agents (default: all). */
  readonly hosts?: readonly HostId[] | undefined
}

/** How many of the skills that fit are compared with the one in question. */
const MOST_RANKED = 1000

export async function explainForPrompt(
  skillet: Session,
  ref: string,
  { prompt, hosts }: PromptQuestion,
): Promise<PromptExplanation> {
  const explained = await explainName(skillet, ref)
  const asked = explained.hosts.filter(({ host }) => hosts === undefined || hosts.includes(host))
  const answers: HostPromptAnswer[] = []
  for (const { host, title, answer } of asked) {
    const facts = await gatherFacts(skillet, { host, name: explained.name, prompt, seen: answer })
    const { fate, answer: why, proof } = explainPrompt(facts)
    const line = proof === undefined ? undefined : await locateProof(skillet, proof)
    answers.push({ host, title, fate, answer: why, proof: line, hook: await askHook(skillet, facts, prompt) })
  }
  return { name: explained.name, prompt, host: skillet.host, hosts: answers }
}

interface Wanted {
  readonly host: HostId
  readonly name: string
  readonly prompt: string
  readonly seen: string
}

async function gatherFacts(skillet: Session, { host, name, prompt, seen }: Wanted): Promise<PromptFacts> {
  const { skills } = await skillet.catalog(host)
  const called = skills.filter(
    (one) => one.name.trim() === name || one.name.endsWith(`:${name}`) || one.aliases?.includes(name) === true,
  )
  const skill = called.find(isForModel) ?? called[0]
  const listing = await skillet.listing({ host })
  const match = await matchSkills(skillet, prompt, { limit: MOST_RANKED, host })
  const settings = (await skillet.settings(host)).activation
  const { skills: considered, chosen } = await decideForPrompt(skillet, {
    asked: prompt,
    settings: { ...settings, mode: "rules", skills: {} },
    loaded: [],
    host,
  })
  const rule = chosen.find(({ at }) => considered[at]?.path === skill?.path)
  const limit = listing.limit === undefined ? "no limit" : `limit ${listing.limit} ${listing.unit}`
  return {
    host,
    seen,
    skill: skill === undefined ? undefined : { ...skill, isForModel: isForModel(skill) || skill.isListed === true },
    entry: listing.entries.find(({ path }) => path === skill?.path),
    listing: `${listing.entries.length} skills, ${listing.characters} characters, ${limit}`,
    ranked: match.skills.filter(({ isUnlisted }) => isUnlisted !== true),
    among: match.among,
    settings,
    rule: rule?.because.join(", "),
  }
}

async function askHook(skillet: Session, { host, skill, settings }: PromptFacts, prompt: string) {
  const { mode } = settings
  if (skill === undefined || mode === "off") return { mode, does: "nothing" as const }
  const { skills, chosen } = await decideForPrompt(skillet, { asked: prompt, settings, loaded: [], host })
  const own = chosen.find(({ at }) => skills[at]?.path === skill.path)
  return { mode, does: own?.how ?? ("nothing" as const) }
}

/** A skill whose text cannot be read proves nothing; the catalog reports it. */
async function locateProof(
  skillet: Session,
  { path, words }: { readonly path: string; readonly words: readonly string[] },
) {
  return { path, ...findProofLine(await skillet.read(path), words) }
}
