import type { HostId, HostProfile } from "../../hosts/profile.ts"
import type { SourceKind } from "../../skill/place.ts"
import { listsBundledSkills } from "../../hosts/bundled.ts"
import { type Catalog, type CatalogSkill, isBundled, isUsable, UNLISTED } from "../catalog.ts"
import type { ListedSource } from "../decide-winners.ts"
import { viewForHost } from "../view-for-host.ts"

/** Why a name means what it means: every copy, the rule that decided, and what each host would do. */
export interface Explanation {
  readonly name: string
  readonly host: HostId
  readonly copies: readonly ExplainedCopy[]
  readonly hosts: readonly HostAnswer[]
}

export interface ExplainedCopy {
  readonly ref: string
  readonly source: SourceKind
  readonly path: string
  readonly description: string
  /** winner, shadowed, duplicate, skipped: for the session's host. unseen: that host does not look there. */
  readonly fate: "winner" | "shadowed" | "duplicate" | "skipped" | "unseen"
  readonly rule: string
  /** The hosts that would use exactly this copy. */
  readonly usedBy: readonly HostId[]
  /** The hosts that use one of several at random, and it could be this one. */
  readonly atRandomBy: readonly HostId[]
}

export interface HostAnswer {
  readonly host: HostId
  readonly title: string
  /** What it does with the name, in a sentence. */
  readonly answer: string
  /** The copies it would use or list, then those it skips; empty if it sees none. */
  readonly paths: readonly string[]
}

/** What one host has. */
export interface HostCatalog {
  readonly profile: HostProfile
  readonly catalog: Catalog
  readonly listed: readonly ListedSource[]
}

/** Explains a name; `hosts` begins with the one whose rules apply. No copies means that no host has it. */
export function explainForHosts(asked: string, hosts: readonly [HostCatalog, ...HostCatalog[]]): Explanation {
  const name = asked.trim()
  const [{ profile: own }] = hosts
  const copies = new Map<string, ExplainedCopy>()
  for (const host of hosts) {
    for (const copy of listCopies(host, name)) {
      const before = copies.get(copy.path)
      const usedBy = [...(before?.usedBy ?? []), ...copy.usedBy]
      const atRandomBy = [...(before?.atRandomBy ?? []), ...copy.atRandomBy]
      copies.set(copy.path, {
        ...(before ?? (host.profile === own ? copy : unseen(copy, hosts[0], host))),
        usedBy,
        atRandomBy,
      })
    }
  }
  return { name, host: own.id, copies: [...copies.values()], hosts: hosts.map((host) => answerForHost(host, name)) }
}

function listCopies({ profile, catalog }: HostCatalog, name: string): readonly ExplainedCopy[] {
  return [
    ...usedFirst(catalog.skills.filter((skill) => isCalled(skill, name))).map((skill) => ({
      ...pickIdentity(skill),
      fate: skill.status === "skipped" ? ("skipped" as const) : ("winner" as const),
      rule: nameRule(skill, profile),
      usedBy: isUsable(skill) && !isAtRandom(skill, profile) ? [profile.id] : [],
      atRandomBy: isUsable(skill) && isAtRandom(skill, profile) ? [profile.id] : [],
    })),
    ...catalog.shadowed
      .filter((skill) => skill.name.trim() === name)
      .map((skill) => ({
        ...pickIdentity(skill),
        fate: "shadowed" as const,
        rule: skill.rule,
        usedBy: [],
        atRandomBy: profile.clash === "random" ? [profile.id] : [],
      })),
    ...catalog.duplicates
      .filter((skill) => skill.name === name || skill.of === name)
      .map((skill) => ({
        ...pickIdentity({ ...skill, ref: `${skill.name}@${skill.source}`, description: "" }),
        fate: "duplicate" as const,
        rule: skill.rule,
        usedBy: [],
        atRandomBy: [],
      })),
  ]
}

function isAtRandom({ shadows }: CatalogSkill, { clash }: HostProfile): boolean {
  return clash === "random" && shadows.length > 0
}

function pickIdentity({
  ref,
  source,
  path,
  description,
}: Pick<ExplainedCopy, "ref" | "source" | "path" | "description">) {
  return { ref, source, path, description }
}

function isCalled(skill: CatalogSkill, name: string): boolean {
  return skill.name.trim() === name || skill.name.endsWith(`:${name}`) || skill.aliases?.includes(name) === true
}

/** The host's order, except that a copy it uses never comes after one it skips. */
function usedFirst(skills: readonly CatalogSkill[]): readonly CatalogSkill[] {
  return [...skills.filter(isUsable), ...skills.filter((skill) => !isUsable(skill))]
}

function nameRule(skill: CatalogSkill, profile: HostProfile): string {
  const reason = skill.reason ?? ""
  if (skill.status === "active") return explainWinner(skill, profile)
  return skill.status === "skipped" || reason.startsWith(skill.status) ? reason : `${skill.status}: ${reason}`
}

function explainWinner(skill: CatalogSkill, profile: HostProfile): string {
  if (skill.shadows.length === 0) return "the only copy of this name"
  switch (profile.clash) {
    case "first":
    case "all":
      return `first in ${profile.title}'s search order`
    case "last":
      return `read last by ${profile.title}, and the last one wins`
    case "random":
      return `${profile.title} uses one of them at random`
  }
}

function unseen(copy: ExplainedCopy, { profile, catalog }: HostCatalog, finder: HostCatalog): ExplainedCopy {
  const other = [...catalog.skills, ...catalog.shadowed].find(({ path }) => path === copy.path)
  if (other === undefined && isBundled(copy) && listsBundledSkills(finder.profile))
    return { ...copy, fate: "unseen", rule: UNLISTED }
  const rule =
    other === undefined ? `${profile.title} does not look there` : `${profile.title} calls it ${other.name.trim()}`
  return { ...copy, fate: "unseen", rule }
}

function answerForHost(host: HostCatalog, name: string): HostAnswer {
  const { profile, catalog } = host
  const skills = usedFirst(catalog.skills.filter((skill) => isCalled(skill, name)))
  const hidden = catalog.shadowed.filter((skill) => skill.name.trim() === name)
  const answer = { host: profile.id, title: profile.title, paths: skills.map(({ path }) => path) }
  const used = skills.filter(isUsable)
  if (skills.length === 0) return { ...answer, answer: whyNot(host, name) }
  if (profile.clash === "random" && used.length > 0 && hidden.length > 0)
    return { ...answer, paths: [...answer.paths, ...hidden.map(({ path }) => path)], answer: profile.clashText }
  const uses = profile.clash === "all" && used.length > 1 ? [profile.clashText] : writeSentences(used)
  if (skills.length === 1) return { ...answer, answer: skills.map(writeSentence).join("") }
  return { ...answer, answer: [...uses, ...skills.filter((skill) => !isUsable(skill)).map(explainRefusal)].join("; ") }
}

function writeSentences(used: readonly CatalogSkill[]): readonly string[] {
  return used.length === 1 ? used.map(writeSentence) : used.map((skill) => `${skill.ref}: ${writeSentence(skill)}`)
}

function explainRefusal({ status, ref, reason }: CatalogSkill): string {
  return `${status === "skipped" ? "skips" : "does not use"} ${ref}: ${reason ?? ""}`
}

function writeSentence(skill: CatalogSkill): string {
  const hides = skill.shadows.length === 0 ? "" : `, hiding ${skill.shadows.join(", ")}`
  switch (skill.status) {
    case "active":
      return `uses it${hides}`
    case "skipped":
      return `skips it: ${skill.reason ?? ""}`
    case "off":
      return `does not use it: ${skill.reason ?? ""}`
    case "conditional":
    case "name-only":
    case "user-only":
    case "model-only":
      return `${skill.status}: ${skill.reason ?? ""}${hides}`
  }
}

/** A copy may be there under another name: hosts differ in which name counts. */
function whyNot({ profile, listed }: HostCatalog, name: string): string {
  const isIt = (skill: ListedSource["listing"]["skills"][number]) =>
    skill.name === name || skill.summary.header.name?.trim() === name
  const found = listed.flatMap(({ listing }) => listing.skills.filter(isIt))[0]
  return found === undefined ? "does not see it" : `knows it as ${viewForHost(profile, found).name}`
}
