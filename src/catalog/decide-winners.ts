import type { HostProfile, ListOrder } from "../hosts/profile.ts"
import type { FoundSkill, SkillSource, SourceListing } from "./skill-source.ts"
import type { SourceKind } from "../skill/place.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { formatSkillRef, isQualified, parseSkillRef } from "../skill/reference.ts"
import { compareInEnglish } from "./compare-in-english.ts"
import type { Catalog, CatalogSkill, DuplicateSkill, ShadowedSkill } from "./catalog.ts"
import { type StatusContext, decideStatus, findStraySwitches } from "./decide-status.ts"
import { type HostView, viewForHost } from "./view-for-host.ts"

/** One source and what it contained; sources are in the host's order, the winning ones first. */
export interface ListedSource {
  readonly source: Pick<SkillSource, "kind" | "label" | "trust" | "scope" | "files" | "digests">
  readonly listing: SourceListing
}

/** One skill of one source, as the host sees it. */
interface Copy {
  readonly found: FoundSkill
  readonly view: HostView
  readonly source: ListedSource["source"]
  readonly name: string
  readonly note?: string | undefined
}

/**
 * Decides which copy of each name wins. Every file that was found is returned: as a winner, shadowed, or a duplicate.
 */
export function decideWinners(profile: HostProfile, listed: readonly ListedSource[], context: StatusContext): Catalog {
  const decided = decideClashes(profile, listed)
  const winners = inListOrder(profile.order, decided.winners)
  const titled = haveTitles(profile, winners)
  const refs = assignRefs(contested(winners, decided), decided.losers)
  const hidden = groupByWinner(decided.losers)
  const problems = listed.flatMap(({ listing }) => listing.problems)
  const skills = winners.map((copy) => {
    const shadows = hidden.get(copy)?.map((loser) => refs.get(loser.copy) ?? "") ?? []
    const shown = titled.has(copy) ? copy : { ...copy, view: withoutTitle(copy.view) }
    return settle(shown, { context, ref: refs.get(copy) ?? plainRef(copy), shadows, problems })
  })
  const shadowed = decided.losers.map((loser) => shadowedSkill(profile, loser, refs))
  const stray = findStraySwitches(
    context.settings,
    [...decided.winners, ...decided.losers.map(({ copy }) => copy)].flatMap(({ name, view }) => [
      name,
      view.title ?? name,
    ]),
  )
  const { duplicates } = decided
  return { host: profile.id, skills, shadowed, duplicates, problems: [...reportOnce(problems, duplicates), ...stray] }
}

/** A problem of a file that was reached twice is reported where the file was found first, and not again. */
function reportOnce(problems: readonly Problem[], duplicates: readonly DuplicateSkill[]): readonly Problem[] {
  if (duplicates.length === 0) return problems
  const firstOf = new Map(duplicates.map(({ path, first }) => [path, first]))
  const toKey = ({ code, line, message }: Problem, path: string) => JSON.stringify([path, code, line, message])
  const reported = new Set(problems.map((problem) => toKey(problem, problem.path)))
  return problems.filter((problem) => {
    const first = firstOf.get(problem.path)
    return first === undefined || !reported.has(toKey(problem, first))
  })
}

/** The copies whose second name is free: no other has it as its name, and no earlier one as its second. */
function haveTitles({ ownNames = [] }: HostProfile, winners: readonly Copy[]): ReadonlySet<Copy> {
  const taken = new Set([...ownNames, ...winners.map(({ name }) => name)])
  return new Set(
    winners.filter(({ view }) => {
      if (view.title === undefined || taken.has(view.title)) return false
      taken.add(view.title)
      return true
    }),
  )
}

function withoutTitle(view: HostView): HostView {
  const { title = "" } = view
  const isOfTitle = (alias: string) => alias === title || title.endsWith(`:${alias}`)
  return { ...view, title: undefined, aliases: view.aliases?.filter((alias) => !isOfTitle(alias)) }
}

interface Decided {
  readonly winners: readonly Copy[]
  readonly losers: readonly Loser[]
  readonly duplicates: readonly DuplicateSkill[]
  /** Names that several winners have. */
  readonly twice: ReadonlySet<string>
}

/** Goes through all copies in the order in which the host reads them. */
function decideClashes(profile: HostProfile, listed: readonly ListedSource[]): Decided {
  const winners: Copy[] = []
  const losers: Loser[] = []
  const duplicates: DuplicateSkill[] = []
  const twice = new Set<string>()
  const names = new Set<string>()
  const byName = new Map<string, Copy>()
  const byFile = new Map<string, Copy>()
  const isTaken = ({ view }: Copy) => view.skip === undefined || profile.reading === undefined
  for (const copy of listCopies(profile, listed)) {
    const earlier = byFile.get(copy.found.realPath)
    if (earlier !== undefined && (isTaken(earlier) || !isTaken(copy))) {
      if (profile.clash === "last" && byName.get(copy.name) === earlier) {
        winners[winners.indexOf(earlier)] = copy
        byName.set(copy.name, copy)
        byFile.set(copy.found.realPath, copy)
        duplicates.push(describeDuplicate(earlier.found, earlier.source, copy))
      } else duplicates.push(describeDuplicate(copy.found, copy.source, earlier))
      continue
    }
    const named = scoped(profile, copy, byName)
    byFile.set(named.found.realPath, named)
    const before = byName.get(named.name)
    // A file that the host does not accept hides no other file, and none hides it.
    if (before === undefined || !isTaken(named)) {
      if (isTaken(named)) byName.set(named.name, named)
      if (names.has(named.name)) twice.add(named.name)
      names.add(named.name)
      winners.push(named)
    } else if (profile.clash === "all") {
      twice.add(named.name)
      winners.push(named)
    } else if (profile.clash === "last") {
      // The replacement takes the place of what it replaces.
      winners[winners.indexOf(before)] = named
      byName.set(named.name, named)
      losers.push({ copy: before, winner: named })
    } else losers.push({ copy: named, winner: before })
  }
  return { winners, losers: withFinalWinners(losers, byName), duplicates, twice }
}

/** If the last one wins, the copy that replaced another may itself have been replaced. */
function withFinalWinners(losers: readonly Loser[], byName: ReadonlyMap<string, Copy>): readonly Loser[] {
  return losers.map(({ copy, winner }) => ({ copy, winner: byName.get(winner.name) ?? winner }))
}

function* listCopies(profile: HostProfile, listed: readonly ListedSource[]): Generator<Copy> {
  for (const { source, listing } of listed) {
    for (const found of inReadingOrder(profile.order, listing.skills)) {
      const view = viewForHost(profile, found)
      yield { found, view, source, name: view.name }
    }
  }
}

interface Loser {
  readonly copy: Copy
  readonly winner: Copy
}

function groupByWinner(losers: readonly Loser[]): ReadonlyMap<Copy, readonly Loser[]> {
  const groups = new Map<Copy, Loser[]>()
  for (const loser of losers) {
    const group = groups.get(loser.winner)
    if (group === undefined) groups.set(loser.winner, [loser])
    else group.push(loser)
  }
  return groups
}

/**
 * In a directory that is only meant for a part of the project, a name that is taken gets that part's prefix instead of
 * losing.
 */
function scoped(profile: HostProfile, copy: Copy, taken: ReadonlyMap<string, Copy>): Copy {
  const { scope } = copy.source
  if (scope === undefined || profile.clash !== "first") return copy
  const isNested = copy.source.kind === "project"
  const nested = isNested && profile.nestedNote !== undefined
  const view = nested ? { ...copy.view, paths: undefined } : copy.view
  const fill = (note: string | undefined) => note?.replaceAll("{scope}", scope).replaceAll("{name}", copy.name)
  if (!taken.has(copy.name)) return { ...copy, view, note: isNested ? fill(profile.nestedNote) : undefined }
  return { ...copy, view, name: `${scope}:${copy.name}`, note: fill(profile.scopedNote) }
}

function inReadingOrder(order: ListOrder, skills: readonly FoundSkill[]): readonly FoundSkill[] {
  const inside = order.by === "places" ? order.inside : "letters"
  switch (inside) {
    case "letters":
      return [...skills].sort((a, b) => byLetters(a.name, b.name) || byLetters(a.path, b.path))
    case "locale":
      return [...skills].sort((a, b) => compareInEnglish(a.name, b.name) || byLetters(a.path, b.path))
    case "descending":
      return [...skills].sort((a, b) => measureDepth(a) - measureDepth(b) || byLetters(findFolder(b), findFolder(a)))
  }
}

/** A SKILL.md directly in the skill directory comes before those in subdirectories. */
function measureDepth({ path }: FoundSkill): number {
  return path.split("/").length
}

function findFolder({ path }: FoundSkill): string {
  return path.slice(0, path.lastIndexOf("/"))
}

function inListOrder(order: ListOrder, copies: readonly Copy[]): readonly Copy[] {
  switch (order.by) {
    case "places":
      return (order.together ?? []).reduce(sortedTogether, copies)
    case "names":
      return [...copies].sort((a, b) => compareInEnglish(a.name, b.name))
    case "levels": {
      const level = ({ source }: Copy) => order.levels.indexOf(source.kind)
      return [...copies].sort(
        (a, b) => level(a) - level(b) || byCodePoints(a.name, b.name) || byCodePoints(a.found.path, b.found.path),
      )
    }
  }
}

/** The copies from one kind of directory, sorted by name, where the first of them was. */
function sortedTogether(copies: readonly Copy[], kind: SourceKind): readonly Copy[] {
  const sorted = copies.filter(({ source }) => source.kind === kind).sort((a, b) => compareInEnglish(a.name, b.name))
  const at = copies.findIndex(({ source }) => source.kind === kind)
  return copies.flatMap((copy, index) => (index === at ? sorted : copy.source.kind === kind ? [] : [copy]))
}

function byLetters(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** In the order of their UTF-8 bytes, which differs from JavaScript's comparison beyond U+FFFF. */
function byCodePoints(a: string, b: string): number {
  if (!/[\ud800-\udfff]/.test(a + b)) return byLetters(a, b)
  const [one, other] = [[...a], [...b]]
  const at = one.findIndex((letter, index) => letter !== other[index])
  if (at === -1 || other[at] === undefined) return one.length - other.length
  return (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? 0)
}

/** A winner is addressed by its name; every other copy by its source, with a number if the source has several. */
function assignRefs(copies: readonly Copy[], losers: readonly Loser[]): ReadonlyMap<Copy, string> {
  const refs = new Map<Copy, string>()
  const lost = new Set(losers.map(({ copy }) => copy))
  const plain = plainOwners(copies.filter((copy) => !lost.has(copy)))
  const numbered = new Map<string, number>()
  for (const copy of copies) {
    const { name } = copy
    const source = copy.source.kind
    const place = `${name}@${source}`
    const nth = (numbered.get(place) ?? 0) + 1
    numbered.set(place, nth)
    refs.set(
      copy,
      plain.get(name) === copy ? plainRef(copy) : formatSkillRef(nth === 1 ? { name, source } : { name, source, nth }),
    )
  }
  return refs
}

/** The plain name means the first copy that the host accepts. */
function plainOwners(copies: readonly Copy[]): ReadonlyMap<string, Copy> {
  const owners = new Map<string, Copy>()
  for (const copy of copies) {
    const owner = owners.get(copy.name)
    if (owner === undefined || (owner.view.skip !== undefined && copy.view.skip === undefined))
      owners.set(copy.name, copy)
  }
  return owners
}

/** A skill called `deploy@user` is not the user's copy of deploy, and must not be mistaken for it. */
function plainRef({ name, source }: Copy): string {
  if (!name.includes("@")) return name
  const parsed = parseSkillRef(name)
  return "ref" in parsed && isQualified(parsed.ref) ? formatSkillRef({ name, source: source.kind }) : name
}

/** Only names with several copies need more than the name to identify one. */
function contested(
  winners: readonly Copy[],
  { losers, twice }: { readonly losers: readonly Loser[]; readonly twice: ReadonlySet<string> },
): readonly Copy[] {
  const names = new Set([...twice, ...losers.map(({ copy }) => copy.name)])
  if (names.size === 0) return []
  return [...winners.filter(({ name }) => names.has(name)), ...losers.map(({ copy }) => copy)]
}

interface Settling {
  readonly context: StatusContext
  readonly ref: string
  readonly shadows: readonly string[]
  /** Where problems are reported. */
  readonly problems: Problem[]
}

function settle(copy: Copy, how: Settling): CatalogSkill {
  const { found, view, source } = copy
  const standing = decideStatus({ found, view, name: copy.name, kind: source.kind }, how.context)
  for (const wrong of standing.problems) how.problems.push(placeProblem(found.path, wrong))
  return {
    name: copy.name,
    ref: how.ref,
    source: source.kind,
    description: view.description,
    path: found.path,
    tokens: found.tokens,
    status: standing.status,
    reason: standing.reason,
    isListed: standing.isListed,
    isNamed: standing.isNamed,
    shadows: how.shadows,
    title: view.title,
    aliases: view.aliases,
    whenToUse: view.whenToUse,
    paths: standing.paths,
    form: found.form,
    plugin: found.plugin?.name,
    trust: source.trust,
    note: copy.note,
  }
}

function shadowedSkill(profile: HostProfile, loser: Loser, refs: ReadonlyMap<Copy, string>): ShadowedSkill {
  const { copy, winner } = loser
  return {
    name: copy.name,
    ref: refs.get(copy) ?? copy.name,
    source: copy.source.kind,
    description: copy.view.description,
    path: copy.found.path,
    by: refs.get(winner) ?? winner.name,
    rule: nameClashRule(profile, winner.source, copy.source),
  }
}

function nameClashRule(profile: HostProfile, winner: ListedSource["source"], loser: ListedSource["source"]): string {
  if (profile.clash === "random") return `${profile.title} uses one of them at random`
  if (profile.clash === "last")
    return winner.label === loser.label
      ? "the last by path in the same directory"
      : `${profile.title} reads ${winner.label} after ${loser.label}, and the last one wins`
  if (loser.kind === "commands" && winner.kind !== "commands") return "skills take precedence over commands"
  if (winner.kind !== loser.kind) return `${winner.kind} takes precedence over ${loser.kind}`
  if (winner.label !== loser.label) return `${winner.label} is searched before ${loser.label}`
  return "the first by path in the same directory"
}

function describeDuplicate(found: FoundSkill, source: ListedSource["source"], earlier: Copy): DuplicateSkill {
  return {
    name: found.name,
    source: source.kind,
    path: found.path,
    realPath: found.realPath,
    of: earlier.name,
    first: earlier.found.path,
    rule: `the same file as ${earlier.found.path}, which was found first`,
  }
}
