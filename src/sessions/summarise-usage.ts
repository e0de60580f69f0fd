import type { DigestedUse, SessionDigest } from "./digest-session.ts"
import { type NamedSkill, openUsedNames } from "./resolve-used-name.ts"
import { type AgentHost, agentHosts, type SkillUser } from "./session.ts"

/** A skill that an agent lists today. */
export interface ListedSkill extends NamedSkill {
  /** What its entry costs in each session, as `budget` counts. */
  readonly tokens: number
  /** Whether the model sees it. */
  readonly isListed: boolean
}

/** How one skill was used by one agent. */
export interface SkillUsage {
  readonly skill: string
  readonly host: AgentHost
  /** The file, if it is another skill than the one of this name that the agent has here. */
  readonly elsewhere?: string | undefined
  /** Whether the agent still has it here. */
  readonly isHere: boolean
  /** Other names that transcripts have for it. */
  readonly otherNames: readonly string[]
  /** In how many sessions it was in the listing; undefined if this agent's transcripts do not show that. */
  readonly offered?: number | undefined
  readonly invoked: Readonly<Record<SkillUser, number>>
  /** Invocations that failed. */
  readonly failed: number
  /** How many of the invocations were in sub-agents. */
  readonly inSubAgents: number
  readonly followed: Readonly<Record<DigestedUse["followed"], number>>
  /** Of the texts that models got. */
  readonly tokens: number
  /** What its entry costs in each session now. */
  readonly entryTokens?: number | undefined
  readonly last?: number | undefined
}

/** The file of the skill that a transcript means by a path, if it is another one of that name than the agent's here. */
type FindNamesake = (host: AgentHost, name: string, path: string) => string | undefined

interface UsageFacts {
  readonly digests: readonly SessionDigest[]
  readonly skills: Readonly<Partial<Record<AgentHost, readonly ListedSkill[]>>>
  readonly findNamesake?: FindNamesake | undefined
  /** What happened before does not count. */
  readonly since?: number | undefined
}

/** The usage of every skill that an agent lists or that was ever used, most used first. */
export function summariseUsage({ digests, skills, since = 0, findNamesake }: UsageFacts): readonly SkillUsage[] {
  const rows = agentHosts.flatMap((host) =>
    summariseHost(host, {
      digests: digests.filter((one) => one.host === host),
      skills: skills[host] ?? [],
      since,
      findNamesake: (name, path) => findNamesake?.(host, name, path),
    }),
  )
  return rows.sort(
    (a, b) =>
      countInvoked(b) - countInvoked(a) ||
      (b.last ?? 0) - (a.last ?? 0) ||
      compare(a.skill, b.skill) ||
      compare(a.host, b.host) ||
      compare(a.elsewhere ?? "", b.elsewhere ?? ""),
  )
}

export function countInvoked({ invoked }: Pick<SkillUsage, "invoked">): number {
  return invoked.person + invoked.model + invoked.hook
}

interface HostFacts {
  readonly digests: readonly SessionDigest[]
  readonly skills: readonly ListedSkill[]
  readonly since: number
  readonly findNamesake: (name: string, path: string) => string | undefined
}

function summariseHost(host: AgentHost, { digests, skills, since, findNamesake }: HostFacts): readonly SkillUsage[] {
  const findName = openUsedNames(skills)
  const counts = new Map<string, ReturnType<typeof startCount>>()
  const count = (skill: string, elsewhere?: string) => {
    const key = JSON.stringify([skill, elsewhere])
    const found = counts.get(key) ?? startCount(skill, elsewhere)
    counts.set(key, found)
    return found
  }
  for (const { name, isListed } of skills) if (isListed) count(name)
  const inTime = digests.filter(({ ended }) => (ended ?? 0) >= since)
  for (const { id, parent, offered } of inTime)
    for (const name of offered) count(findName(name) ?? name).offered.add(parent ?? id)
  for (const { use, parent } of listUses(inTime, since)) {
    const skill = findName(use.name, use.path) ?? use.name
    const row = count(skill, use.path === undefined ? undefined : findNamesake(skill, use.path))
    row.names.add(use.name)
    if (use.outcome === "failed") row.failed++
    else {
      row.invoked[use.by]++
      row.followed[use.followed]++
      row.tokens += use.tokens ?? 0
      if (parent !== undefined) row.inSubAgents++
      row.last = Math.max(row.last ?? 0, use.at ?? 0) || undefined
    }
  }
  const showsOffer = inTime.some((one) => one.showsOffer)
  return [...counts.values()].map(({ offered, names, ...row }) => {
    const { skill, elsewhere } = row
    const listed = elsewhere === undefined ? skills.find(({ name }) => name === skill) : undefined
    return {
      ...row,
      host,
      isHere: listed !== undefined,
      otherNames: [...names].filter((name) => name !== skill),
      // A listing has names only: which of several skills of one name it means is not known.
      offered: showsOffer && elsewhere === undefined ? offered.size : undefined,
      entryTokens: listed?.isListed === true ? listed.tokens : undefined,
    }
  })
}

function startCount(skill: string, elsewhere: string | undefined) {
  return {
    skill,
    elsewhere,
    offered: new Set<string>(),
    names: new Set<string>(),
    invoked: { person: 0, model: 0, hook: 0 },
    failed: 0,
    inSubAgents: 0,
    followed: { yes: 0, no: 0, unknown: 0 },
    tokens: 0,
    last: undefined as number | undefined,
  }
}

/** Each use once: the transcript of a session that was forked or continued may have those of the one before. */
function listUses(digests: readonly SessionDigest[], since: number) {
  const seen = new Set<string>()
  return digests.flatMap(({ uses, parent }) =>
    uses.flatMap((use) => {
      if ((use.at ?? since) < since || (use.key !== "" && seen.has(use.key))) return []
      seen.add(use.key)
      return [{ use, parent }]
    }),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
