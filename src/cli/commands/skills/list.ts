import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { type Catalog, type CatalogSkill, isUsable, UNLISTED } from "../../../catalog/catalog.ts"
import { BY_PROFILE } from "../../../catalog/decide-status.ts"
import { groupBy } from "../../../text/group-by.ts"
import type { HostComparison } from "../../../catalog/names/compare-hosts.ts"
import type { Listing } from "../../../catalog/listing.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { type SourceKind, sourceKinds } from "../../../skill/place.ts"
import { joinProblems, type Problem } from "../../../problem/problem.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions, commonOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { describeListed } from "../../terminal/describe-listed.ts"
import { summariseProblems } from "../../terminal/problems.ts"
import { type Column, renderTable } from "../../terminal/table.ts"

export const list = defineCommand({
  more: "Without --host it shows how each agent found on this machine sees every skill, unless an agent runs it or --json is given.",
  usage: "[--host H] [--source S] [--all]",
  examples: [
    { line: "skillet list", about: "every skill, for the agents of this machine" },
    { line: "skillet list --host claude --json", about: "what Claude Code sees, as JSON" },
    { line: "skillet list --host all --json", about: "what each agent sees, as JSON" },
    { line: "skillet list --source user --all", about: "including skills that are off, hidden or duplicates" },
  ],
  options: {
    source: { kind: "choice", values: sourceKinds, about: "only skills of this source" },
    all: { kind: "flag", about: "also skills that are off, shadowed or duplicates" },
    ...catalogOptions,
    host: {
      ...commonOptions.host,
      values: [...commonOptions.host.values, "all"] as const,
      about: "whose rules apply, or all agents at once",
    },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const isForAll = options.host === "all"
    const skillet = openWithOptions(isForAll ? { ...options, host: "auto" } : options, io)
    if (isForAll || showsAllAgents(options, skillet.host, io)) {
      const compared = await skillet.compareHosts({ onlyFound: !isForAll })
      if (compared.hosts.length > 0) {
        const shown = addProblems(selectSource(compared, options.source), await skillet.workflows.moduleProblems())
        if (options.json === true) io.json(shown)
        else await printComparison(shown, io, skillet.around.cwd)
        return 0
      }
    }
    const listing = await skillet.listing()
    const catalog = addProblems(
      ofSource(countAsListed(await skillet.catalog(), listing), options.source),
      await skillet.workflows.moduleProblems(),
    )
    const bundled = ofSource((await skillet.bundled()).catalog, options.source).skills
    if (options.json === true) io.json(bundled.length === 0 ? catalog : { ...catalog, bundled })
    else {
      printCatalog(catalog, io, { all: options.all === true, listing, bundled, source: options.source })
    }
    return 0
  },
})

/** What each skill costs in this listing, as `budget` counts: nothing if the listing does not have it. */
function countAsListed(catalog: Catalog, { entries }: Listing): Catalog {
  const costs = new Map(entries.map(({ path, tokens }) => [path, tokens]))
  return { ...catalog, skills: catalog.skills.map((skill) => ({ ...skill, tokens: costs.get(skill.path) ?? 0 })) }
}

/** Nobody named an agent, and none runs this command: then the open order is nobody's. */
function showsAllAgents(
  { host, json }: { readonly host?: string; readonly json?: boolean },
  inForce: HostId,
  { env }: Io,
): boolean {
  return host === undefined && json !== true && env["SKILLET_HOST"] === undefined && inForce === "open"
}

function selectSource(compared: HostComparison, source: string | undefined): HostComparison {
  if (source === undefined) return compared
  const skills = compared.skills.filter(({ copies }) => copies.some((copy) => copy.source === source))
  return {
    ...compared,
    skills,
    drifted: compared.drifted.filter((name) => skills.some((skill) => skill.name === name)),
  }
}

function ofSource(catalog: Catalog, source: string | undefined): Catalog {
  if (source === undefined) return catalog
  const isFromSource = (skill: { readonly source: string }) => skill.source === source
  return {
    ...catalog,
    skills: catalog.skills.filter(isFromSource),
    shadowed: catalog.shadowed.filter(isFromSource),
    duplicates: catalog.duplicates.filter(isFromSource),
  }
}

/** What is wrong with the settings is known already. */
function addProblems<Found extends Pick<Catalog, "problems">>(found: Found, more: readonly Problem[]): Found {
  return { ...found, problems: joinProblems(found.problems, more) }
}

async function printComparison(compared: HostComparison, io: Io, cwd: string): Promise<void> {
  const { renderComparison } = await import("../../terminal/render-comparison.ts")
  io.out(renderComparison(compared, io, cwd).join("\n"))
  printProblems(compared.problems, io)
}

function printProblems(problems: readonly Problem[], io: Io): void {
  if (problems.length > 0)
    io.err(`${summariseProblems(problems)}\n  ${renderHint("skillet doctor", io)} shows each with its fix`)
}

interface Row {
  readonly name: string
  readonly source: string
  readonly status: string
  readonly tokens: string
  readonly description: string
}

/** A name is never cut: the next command needs it. */
const columns: readonly Column<Row>[] = [
  { title: "NAME", text: ({ name }) => name, ownLine: true },
  { title: "SOURCE", text: ({ source }) => source, drops: 2 },
  { title: "STATUS", text: ({ status }) => status, drops: 3 },
  { title: "TOKENS", text: ({ tokens }) => tokens, align: "right", drops: 1 },
  { title: "DESCRIPTION", text: ({ description }) => description, fills: true, least: 24, drops: 4 },
]

interface Shown {
  readonly all: boolean
  /** What the model gets, as `budget` counts it. */
  readonly listing: Pick<Listing, "tokens" | "ownTokens">
  /** The skills that come with Skillet, if the host does not list them. */
  readonly bundled: readonly CatalogSkill[]
  /** If only skills of one source are shown. */
  readonly source?: string | undefined
}

function printCatalog(catalog: Catalog, io: Io, { all, listing, bundled, source }: Shown): void {
  const shown = catalog.skills.filter((skill) => all || isUsable(skill))
  const rows = [...shown.map(toRow), ...(all ? [...hiddenRows(catalog), ...bundled.map(toBundledRow)] : [])]
  if (rows.length > 0) io.out(renderTable(rows, columns, io.width).join("\n"))
  // How much of the listing a source takes depends on all others, so only the whole is counted.
  const isByProfile = ({ reason }: CatalogSkill) => reason?.startsWith(BY_PROFILE) === true
  const counts = summariseCounts({ ...catalog, skills: catalog.skills.filter((skill) => !isByProfile(skill)) })
  const byProfile = countByReason(catalog.skills.filter(isByProfile))
  const listed = source === undefined ? [describeListed(listing)] : []
  io.out(`${rows.length > 0 ? "\n" : ""}${[counts, ...byProfile, ...listed].join(" · ")}`)
  const more = bundled.filter(isUsable).length
  if (more > 0) io.out(`${formatCount(more, "more skill")}: ${UNLISTED}${all ? "" : "; --all shows them"}`)
  printProblems(catalog.problems, io)
}

/** `280 off by profile front` */
function countByReason(skills: readonly CatalogSkill[]): readonly string[] {
  return [...groupBy(skills, ({ reason = "" }) => reason)].map(
    ([reason, all]) => `${groupDigits(all.length)} ${toVisibleLine(reason)}`,
  )
}

function toRow(skill: CatalogSkill): Row {
  return {
    name: toVisibleLine(skill.ref),
    source: skill.source,
    status: skill.status === "active" ? "" : skill.status,
    tokens: String(skill.tokens),
    description: toVisibleLine(skill.description),
  }
}

function toBundledRow(skill: CatalogSkill): Row {
  return { ...toRow(skill), status: "not listed", tokens: "" }
}

function hiddenRows(catalog: Catalog): readonly Row[] {
  return [
    ...catalog.shadowed.map(({ ref, source, by, description }) => ({
      name: toVisibleLine(ref),
      source,
      status: `shadowed by ${toVisibleLine(by)}`,
      tokens: "",
      description: toVisibleLine(description),
    })),
    ...catalog.duplicates.map(({ name, source, of, path }) => ({
      name: toVisibleLine(name),
      source,
      status: `same file as ${toVisibleLine(of)}`,
      tokens: "",
      description: toVisibleLine(path),
    })),
  ]
}

/** `12 skills (9 project, 3 user) · 2 conditional · 1 shadowed` */
export function summariseCounts(catalog: Catalog): string {
  const usable = catalog.skills.filter(isUsable)
  const bySource = sourceKinds.flatMap((kind) =>
    sourceCount(usable.filter(({ source }) => source === kind).length, kind),
  )
  const sources =
    bySource.length > 1 ? ` (${bySource.join(", ")})` : bySource.length === 1 ? ` (${usable[0]?.source})` : ""
  const byStatus = (["conditional", "name-only", "user-only", "model-only"] as const).flatMap((wanted) =>
    counted(usable.filter(({ status }) => status === wanted).length, wanted),
  )
  const closed = (["off", "skipped"] as const).flatMap((wanted) =>
    counted(catalog.skills.filter(({ status }) => status === wanted).length, wanted),
  )
  return [
    `${groupDigits(usable.length)} skill${usable.length === 1 ? "" : "s"}${sources}`,
    ...byStatus,
    ...closed,
    ...counted(catalog.shadowed.length, "shadowed"),
    ...counted(catalog.duplicates.length, "reached twice"),
  ].join(" · ")
}

/** One kind is named by a plural. */
function sourceCount(count: number, kind: SourceKind): readonly string[] {
  return counted(count, kind === "commands" && count === 1 ? "command" : kind)
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${groupDigits(count)} ${what}`]
}
