import type { CatalogSkill } from "../catalog/catalog.ts"
import { viewSkill } from "../catalog/view-skill.ts"
import type { HostId, HostProfile } from "../hosts/profile.ts"
import { hostIds, profiles } from "../hosts/profiles.ts"
import { SkilletError } from "../problem/failure.ts"
import { nearestNames } from "../text/nearest-names.ts"
import { isQualified, parseSkillRef } from "../skill/reference.ts"
import type { SourceKind } from "../skill/source-kind.ts"
import type { Skillet } from "./open-skillet.ts"
import { nextFor } from "./show-skill.ts"

/** Why a name means what it means: every copy there is, the rule that chose, and what each host would do. */
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
  /** winner, shadowed, duplicate: for the session's host. unseen: that host does not look there. */
  readonly fate: "winner" | "shadowed" | "duplicate" | "unseen"
  readonly rule: string
  /** The hosts that would use this very copy. */
  readonly usedBy: readonly HostId[]
}

export interface HostAnswer {
  readonly host: HostId
  readonly title: string
  /** What it does with the name, in a sentence. */
  readonly answer: string
  /** The copies it would use or list; empty when it sees none. */
  readonly paths: readonly string[]
}

export async function explainName(skillet: Skillet, ref: string): Promise<Explanation> {
  const name = await nameMeant(skillet, ref)
  const copies = new Map<string, ExplainedCopy>()
  const hosts: HostAnswer[] = []
  for (const id of [skillet.host, ...hostIds.filter((other) => other !== skillet.host)]) {
    for (const copy of await copiesFor(skillet, id, name)) {
      const before = copies.get(copy.path)
      const usedBy = [...(before?.usedBy ?? []), ...copy.usedBy]
      copies.set(copy.path, { ...(before ?? (id === skillet.host ? copy : unseen(copy, skillet.host))), usedBy })
    }
    hosts.push(await answerOf(skillet, profiles[id], name))
  }
  if (copies.size === 0) throw await notFound(skillet, ref)
  return {
    name,
    host: skillet.host,
    copies: [...copies.values()],
    hosts: hostIds.flatMap((id) => hosts.filter(({ host }) => host === id)),
  }
}

/** A path or an alias stands for the name of the skill it leads to; a copy must be there, for one host at least. */
async function nameMeant(skillet: Skillet, ref: string): Promise<string> {
  const parsed = parseSkillRef(ref)
  const isCopy = "ref" in parsed && isQualified(parsed.ref)
  for (const id of isCopy ? [skillet.host, ...hostIds] : [skillet.host]) {
    const resolved = await skillet.resolve(ref, id)
    if (resolved.kind === "winner" || resolved.kind === "shadowed") return resolved.skill.name
  }
  if (isCopy) throw await notFound(skillet, ref)
  if ("wrong" in parsed)
    throw new SkilletError("ref.bad-name", parsed.wrong, { retry: "no", next: "skillet list shows the names" })
  return parsed.ref.name
}

async function copiesFor(skillet: Skillet, id: HostId, name: string): Promise<readonly ExplainedCopy[]> {
  const catalog = await skillet.catalog(id)
  const winners = catalog.skills.filter((skill) => isCalled(skill, name))
  return [
    ...winners.map((skill) => ({
      ...place(skill),
      fate: "winner" as const,
      rule: skill.status === "active" ? ruleOf(skill, profiles[id]) : `${skill.status}: ${skill.reason ?? ""}`,
      usedBy: isUsed(skill) && (profiles[id].clash !== "random" || skill.shadows.length === 0) ? [id] : [],
    })),
    ...catalog.shadowed
      .filter((skill) => skill.name === name)
      .map((skill) => ({ ...place(skill), fate: "shadowed" as const, rule: skill.rule, usedBy: [] })),
    ...catalog.duplicates
      .filter((skill) => skill.name === name || skill.of === name)
      .map((skill) => ({
        ...place({ ...skill, ref: `${skill.name}@${skill.source}`, description: "" }),
        fate: "duplicate" as const,
        rule: skill.rule,
        usedBy: [],
      })),
  ]
}

function place({
  ref,
  source,
  path,
  description,
}: {
  readonly ref: string
  readonly source: SourceKind
  readonly path: string
  readonly description: string
}) {
  return { ref, source, path, description }
}

function isCalled(skill: CatalogSkill, name: string): boolean {
  return skill.name === name || skill.name.endsWith(`:${name}`) || skill.aliases?.includes(name) === true
}

function isUsed(skill: CatalogSkill): boolean {
  return skill.status !== "off" && skill.status !== "skipped"
}

function ruleOf(skill: CatalogSkill, profile: HostProfile): string {
  if (skill.shadows.length > 0) return `first in the order of ${profile.title}`
  return "the only copy of this name"
}

function unseen(copy: ExplainedCopy, host: HostId): ExplainedCopy {
  return { ...copy, fate: "unseen", rule: `${profiles[host].title} does not look there` }
}

async function answerOf(skillet: Skillet, profile: HostProfile, name: string): Promise<HostAnswer> {
  const catalog = await skillet.catalog(profile.id)
  const skills = catalog.skills.filter((skill) => isCalled(skill, name))
  const paths = skills.map(({ path }) => path)
  const answer = { host: profile.id, title: profile.title, paths }
  const [only, second] = skills
  if (only === undefined) return { ...answer, answer: await whyNot(skillet, profile, name) }
  if (second === undefined) return { ...answer, answer: sentenceFor(only) }
  if (profile.clash === "first")
    return { ...answer, answer: skills.map((skill) => `${skill.name}: ${sentenceFor(skill)}`).join("; ") }
  return { ...answer, answer: profile.clashText }
}

function sentenceFor(skill: CatalogSkill): string {
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
async function whyNot(skillet: Skillet, profile: HostProfile, name: string): Promise<string> {
  for (const { listing } of await skillet.copies(profile.id)) {
    const found = listing.skills.find((skill) => skill.name === name || skill.summary.header.name === name)
    if (found !== undefined) return `knows it as ${viewSkill(profile, found).name}`
  }
  return "does not see it"
}

async function notFound(skillet: Skillet, ref: string): Promise<SkilletError> {
  const names = (await Promise.all(hostIds.map((id) => skillet.catalog(id)))).flatMap(({ skills }) =>
    skills.map(({ name }) => name),
  )
  const resolved = await skillet.resolve(ref)
  const found = resolved.kind === "missing" ? resolved : { copies: [], near: [] }
  const near = found.near.length > 0 ? found.near : nearestNames(ref, names)
  const next =
    nextFor({ kind: "missing", copies: found.copies, near }) ?? "skillet list --all shows every name there is"
  return new SkilletError("skill.not-found", `no agent would find a skill called "${ref}" from here`, {
    retry: "no",
    next,
  })
}
