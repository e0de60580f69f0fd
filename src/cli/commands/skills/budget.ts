import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { UNLISTED } from "../../../catalog/catalog.ts"
import type { EntriesCost } from "../../../catalog/io/install/estimate-entries.ts"
import { profiles as hostProfiles } from "../../../hosts/profiles.ts"
import { isForModel, listForModel, type Listing, type ListingEntry } from "../../../catalog/listing.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderTable } from "../../terminal/table.ts"

export const budget = defineCommand({
  more: "A skill is listed with its whole description, a part of it, only its name, or not at all.",
  usage: "[--host H] [--window TOKENS] [--skills A,B]",
  examples: [
    { line: "skillet budget --host claude", about: "at the usual window of 200,000 tokens" },
    { line: "skillet budget --host claude --window 1000000", about: "at a larger one" },
    { line: "skillet budget --host codex --skills planner,verify", about: "what two skills of Skillet would cost" },
  ],
  options: {
    window: { kind: "number", value: "TOKENS", about: "the model's context window" },
    all: { kind: "flag", about: "every entry, not only the longest" },
    skills: { kind: "text", value: "A,B", about: "what these skills of Skillet would cost, each (see init --skills)" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    const listing = await skillet.listing(options.window === undefined ? {} : { window: options.window })
    const bundled = await estimateBundled(skillet, options)
    const profile = await measureProfile(skillet, options.window)
    const saved = profile === undefined ? {} : { profile }
    if (options.json === true) io.json({ host: skillet.host, ...listing, bundled, ...saved })
    else
      io.out(
        [
          ...renderListing(listing, io, options.all === true),
          ...describeProfile(profile),
          ...describeBundled(bundled, options),
        ].join("\n"),
      )
    return 0
  },
})

/** What profiles that are in use save. */
interface ProfileSaving {
  readonly names: readonly string[]
  readonly skills: number
  /** The tokens of the listing without them. */
  readonly without: number
  readonly saved: number
}

async function measureProfile(skillet: Skillet, window: number | undefined): Promise<ProfileSaving | undefined> {
  const { profiles = [] } = await skillet.settings()
  if (profiles.length === 0) return undefined
  const { catalog, settings } = await skillet.withoutProfiles()
  const without = listForModel(catalog, hostProfiles[skillet.host], { settings: settings.listing, window }).tokens
  const { tokens } = await skillet.listing(window === undefined ? {} : { window })
  const off = new Set(profiles.flatMap((one) => [...one.off]))
  return { names: profiles.map(({ name }) => name), skills: off.size, without, saved: without - tokens }
}

function describeProfile(profile: ProfileSaving | undefined): readonly string[] {
  if (profile === undefined) return []
  const { names, skills, without, saved } = profile
  const which = `${names.length === 1 ? "Profile" : "Profiles"} ${names.map(toVisibleLine).join(", ")}`
  return [
    "",
    `${which}: ${formatCount(skills, "skill")} off, which saves about ${groupDigits(saved)} of ${groupDigits(without)} tokens`,
  ]
}

/** What skills that come with Skillet would cost, if the host does not list them. */
interface BundledCost {
  readonly skills: number
  readonly tokens: number
  /** Each of the skills that were named. */
  readonly each?: EntriesCost["skills"] | undefined
}

interface BundledAsked {
  readonly skills?: string
  readonly window?: number
}

async function estimateBundled(skillet: Skillet, { skills, window }: BundledAsked): Promise<BundledCost> {
  const { host, authoring } = skillet
  const named = skills?.split(",").map((name) => name.trim())
  if (host === "open") {
    if (named === undefined) return { skills: 0, tokens: 0 }
    throw new UsageError("the host open lists the skills of Skillet already", "name another host with --host")
  }
  const forModel = (await skillet.bundled()).catalog.skills.filter(isForModel).map(({ name }) => name)
  const cost = await authoring.estimate({ host, names: named ?? forModel, window })
  return { skills: cost.skills.length, tokens: cost.tokens, each: named === undefined ? undefined : cost.skills }
}

function describeBundled({ skills, tokens, each }: BundledCost, { skills: named }: BundledAsked): readonly string[] {
  if (skills === 0) return []
  if (named === undefined)
    return [
      "",
      `${formatCount(skills, "more skill")} for the model: ${UNLISTED}; all of them would cost about ${groupDigits(tokens)} tokens`,
    ]
  return [
    "",
    `Installed with init --skills ${named}: about ${groupDigits(tokens)} tokens`,
    ...(each ?? []).map(renderCost),
  ]
}

function renderCost({ name, tokens }: EntriesCost["skills"][number]): string {
  return `  ${name}  ${groupDigits(tokens)}`
}

const SHOWN = 15

function renderListing(listing: Listing, io: Io, all: boolean): readonly string[] {
  const dearest = all
    ? listing.entries
    : [...listing.entries].sort((a, b) => b.wanted - a.wanted || (a.name < b.name ? -1 : 1)).slice(0, SHOWN)
  const table = renderTable(
    dearest,
    [
      { title: "SKILL", text: ({ shown }: ListingEntry) => toVisibleLine(shown), ownLine: true },
      { title: "SHOWN", text: ({ state }) => shortWords[state] },
      {
        title: "CHARACTERS",
        text: ({ characters, wanted }) => (characters === wanted ? String(wanted) : `${characters} of ${wanted}`),
        align: "right",
      },
      { title: "TEXT", text: ({ text }) => toVisibleLine(text ?? ""), fills: true, drops: 1 },
    ],
    io.width,
  )
  const rest = listing.entries.length - dearest.length
  return [
    ...summary(listing),
    "",
    ...(listing.entries.length === 0 ? [] : [all ? "As listed:" : "What costs most:", ...table]),
    ...(rest > 0 ? [`and ${groupDigits(rest)} more; --all shows them`] : []),
  ]
}

function summary(listing: Listing): readonly string[] {
  const count = (state: ListingEntry["state"]) => listing.entries.filter((entry) => entry.state === state).length
  const states = (["whole", "cut", "bare", "missing"] as const).flatMap((state) =>
    count(state) === 0 ? [] : [`${groupDigits(count(state))} ${words[state]}`],
  )
  const limit =
    listing.limit === undefined
      ? "this agent sets no limit"
      : `of at most ${groupDigits(listing.limit)} ${listing.unit}`
  const { ownTokens, ownCharacters } = listing
  const ownSize = ownTokens > 0 ? `${groupDigits(ownTokens)} tokens` : `${groupDigits(ownCharacters)} characters`
  const isOwn = ownTokens > 0 || ownCharacters > 0
  const own = isOwn
    ? [`The agent's own entries are not in these numbers; they take about ${ownSize} of the limit first.`]
    : []
  return [
    `${formatCount(listing.entries.length, "skill")} for the model: ${states.join(", ") || "none"}`,
    `${groupDigits(listing.characters)} characters, about ${groupDigits(listing.tokens)} tokens, ${limit}`,
    ...own,
  ]
}

const words = { whole: "whole", cut: "cut short", bare: "by name only", missing: "not shown at all" } as const
const shortWords = { whole: "whole", cut: "cut", bare: "name", missing: "no" } as const
