import { isForModel, type Listing, listForModel } from "../../catalog/listing.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { profiles } from "../../hosts/profiles.ts"
import type { Problem } from "../../problem/problem.ts"
import { type AgentHost, agentHosts } from "../session.ts"
import { countInvoked, type ListedSkill, type SkillUsage, summariseUsage } from "../summarise-usage.ts"
import { gatherSessions } from "./gather-sessions.ts"
import type { LookedPlace } from "./locate-transcripts.ts"
import { openNamesakes } from "./open-namesakes.ts"

export interface UsageOptions {
  /** In milliseconds: what happened before does not count. */
  readonly since?: number | undefined
  readonly hosts?: readonly AgentHost[] | undefined
}

export interface UsageReport {
  readonly rows: readonly SkillUsage[]
  readonly unused: readonly UnusedSkills[]
  /** What happened before did not count. */
  readonly since?: number | undefined
  readonly sessions: number
  readonly subAgents: number
  readonly first?: number | undefined
  readonly looked: readonly LookedPlace[]
  readonly read: number
  readonly known: number
  readonly problems: readonly Problem[]
}

/** The skills that an agent lists and that no transcript shows in use. */
export interface UnusedSkills {
  readonly host: AgentHost
  readonly skills: readonly { readonly name: string; readonly tokens: number }[]
  /** The tokens of the whole listing now, and without these skills. */
  readonly before: number
  readonly after: number
}

/** How skills were used, by the transcripts of this user on this machine. Nothing is sent anywhere. */
export async function showUsage(session: Session, { since, hosts }: UsageOptions = {}): Promise<UsageReport> {
  const gathered = await gatherSessions(session, { since, hosts })
  const withTranscripts = agentHosts.filter((host) =>
    gathered.looked.some((place) => place.host === host && (place.files ?? 0) > 0),
  )
  const skills: Partial<Record<AgentHost, readonly ListedSkill[]>> = {}
  for (const host of withTranscripts) skills[host] = await listSkills(session, host)
  const namesakes = new Map(withTranscripts.map((host) => [host, openNamesakes(skills[host] ?? [])] as const))
  const rows = summariseUsage({
    digests: gathered.sessions,
    skills,
    since,
    findNamesake: (host, name, path) => namesakes.get(host)?.(name)(path),
  })
  const main = gathered.sessions.filter(({ parent }) => parent === undefined)
  const starts = gathered.sessions.flatMap(({ started }) => started ?? [])
  return {
    rows,
    unused: await Promise.all(withTranscripts.map((host) => findUnused(session, host, rows))),
    since,
    sessions: main.length,
    subAgents: gathered.sessions.length - main.length,
    first: starts.length === 0 ? undefined : starts.reduce((least, one) => Math.min(least, one)),
    looked: gathered.looked,
    read: gathered.read,
    known: gathered.known,
    problems: gathered.problems,
  }
}

async function listSkills(session: Session, host: AgentHost): Promise<readonly ListedSkill[]> {
  const { skills } = await session.catalog(host)
  const costs = toCosts(await session.listing({ host }))
  return skills.map((skill) => ({
    name: skill.name,
    title: skill.title,
    aliases: skill.aliases,
    path: skill.path,
    tokens: costs.get(skill.path) ?? 0,
    isListed: isForModel(skill) || skill.isListed === true,
  }))
}

/** The same listing as that of `budget`, with and without the skills that were never used. */
async function findUnused(session: Session, host: AgentHost, rows: readonly SkillUsage[]): Promise<UnusedSkills> {
  const catalog = await session.catalog(host)
  const { listing } = await session.settings(host)
  const names = new Set(
    rows.flatMap((row) =>
      row.host === host && row.isHere && row.entryTokens !== undefined && countInvoked(row) + row.failed === 0
        ? [row.skill]
        : [],
    ),
  )
  const kept = { ...catalog, skills: catalog.skills.filter(({ name }) => !names.has(name)) }
  const list = (shown: typeof catalog) => listForModel(shown, profiles[host], { settings: listing })
  const now = list(catalog)
  const costs = toCosts(now)
  return {
    host,
    skills: catalog.skills.flatMap(({ name, path }) =>
      names.has(name) ? [{ name, tokens: costs.get(path) ?? 0 }] : [],
    ),
    before: now.tokens,
    after: list(kept).tokens,
  }
}

/** What each skill costs in a listing, by its path. */
function toCosts({ entries }: Listing): ReadonlyMap<string, number> {
  return new Map(entries.map(({ path, tokens }) => [path, tokens]))
}
