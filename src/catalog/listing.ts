import type { HostProfile, ListingRule } from "../hosts/profile.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import { collapseSpaces } from "../text/collapse-spaces.ts"
import type { Catalog, CatalogSkill } from "./catalog.ts"
import { type LineRenderer, type ListingEntry, openEntryLines } from "./listing/entry-line.ts"
import { countLineTokens, fitRoundRobin } from "./listing/fit-round-robin.ts"
import type { ListingSettings } from "../settings/settings.ts"

export type { ListingEntry } from "./listing/entry-line.ts"

/** What the host's model sees of the catalog. */
export interface Listing {
  readonly entries: readonly ListingEntry[]
  /** Of all entries as shown. */
  readonly characters: number
  /** The sum of all entries: the one number that every command shows for a listing. */
  readonly tokens: number
  /** What the host's own entries take besides, if it counts its limit in tokens. */
  readonly ownTokens: number
  /** The host's limit for the listing, in `unit`; undefined if it has none. */
  readonly limit?: number | undefined
  readonly unit: "characters" | "tokens"
  /** About how much of the limit the host's own entries use first. */
  readonly ownCharacters: number
}

export interface ListingOptions {
  readonly settings: ListingSettings
  /** The context window, in tokens. */
  readonly window?: number | undefined
}

/** The listing that a host makes for its model, within its budget. */
export function listForModel(catalog: Catalog, profile: HostProfile, options: ListingOptions): Listing {
  const skills = catalog.skills.filter((skill) => isForModel(skill) || skill.isListed === true)
  const renderLine = openEntryLines(profile.listing.format, skills)
  const drafts = skills.map((skill) => draftEntry(skill, { profile, settings: options.settings, renderLine }))
  const limit = decideLimit(profile, options)
  const fitted = fit(drafts, { limit, budget: profile.listing.budget, renderLine })
  const isCounted = fitted.tokens !== undefined
  const entries = fitted.entries.map((entry) => {
    if (entry.state === "missing") return { ...entry, tokens: 0 }
    const line = renderLine(entry)
    return { ...entry, tokens: isCounted ? countLineTokens(line) : estimateTokens(line) }
  })
  const shown = entries.filter(({ state }) => state !== "missing")
  const tokens = entries.reduce((sum, entry) => sum + entry.tokens, 0)
  return {
    entries,
    characters: shown.reduce((sum, entry) => sum + renderLine(entry).length + 1, 0),
    tokens,
    ownTokens: fitted.tokens === undefined ? 0 : fitted.tokens - tokens,
    limit,
    unit: fitted.unit,
    ownCharacters: fitted.own,
  }
}

export function isForModel(skill: CatalogSkill): boolean {
  return skill.status === "active" || skill.status === "name-only" || skill.status === "model-only"
}

export function isForUser(skill: CatalogSkill): boolean {
  return skill.status === "active" || skill.status === "name-only" || skill.status === "user-only"
}

function decideLimit(profile: HostProfile, options: ListingOptions): number | undefined {
  const { budget } = profile.listing
  if (options.settings.characters !== undefined) return options.settings.characters
  if (budget === undefined) return undefined
  const tokens = (options.settings.share ?? budget.share) * (options.window ?? budget.window)
  return Math.floor(budget.over === "bare-names" ? tokens * budget.charactersPerToken : tokens)
}

interface Drafting {
  readonly profile: HostProfile
  readonly settings: ListingSettings
  readonly renderLine: (entry: Pick<ListingEntry, "shown" | "path" | "text">) => string
}

function draftEntry(skill: CatalogSkill, { profile, settings, renderLine }: Drafting): ListingEntry {
  const shown = profile.naming === "folder" && skill.title !== undefined ? `${skill.name} (${skill.title})` : skill.name
  const said = skill.whenToUse === undefined ? skill.description : `${skill.description} - ${skill.whenToUse}`
  const whole = spaced(said, profile.listing.spaces) + (skill.note ?? "")
  const text = cut(whole, profile.listing, settings)
  const escaped = profile.listing.escapesAngles ? text.replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text
  const bare = skill.status === "name-only"
  const entry = {
    name: skill.name,
    shown,
    path: skill.path,
    text: bare ? null : escaped,
    state: bare ? "bare" : text === whole ? "whole" : "cut",
  } as const
  const characters = renderLine(entry).length + 1
  return { ...entry, tokens: 0, characters, wanted: characters - text.length + whole.length }
}

function spaced(text: string, spaces: ListingRule["spaces"]): string {
  switch (spaces) {
    case "one-line":
      return text.replace(/\s*\n\s*/g, " ").trim()
    case "replaced":
      return text.trim().replaceAll(UNSEEN, " ")
    case "single":
      return collapseSpaces(text)
    case "kept":
      return text
  }
}

/** Invisible characters, except those that join emoji. */
const UNSEEN =
  /(?:(?<!\p{Extended_Pictographic}|\p{Extended_Pictographic}\ufe0f)(?:\u200d|\ufe0f)|(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800])+/gu

function cut(text: string, { entry }: ListingRule, settings: ListingSettings): string {
  const most = settings.entryCharacters ?? entry?.characters
  if (most === undefined || text.length <= most) return text
  const letters = [...text]
  const { ending } = entry ?? { ending: "…" }
  return letters.length <= most ? text : `${letters.slice(0, most - ending.length).join("")}${ending}`
}

interface Fitting {
  readonly limit: number | undefined
  readonly budget: ListingRule["budget"]
  readonly renderLine: Drafting["renderLine"]
}

interface Fitted {
  readonly entries: readonly ListingEntry[]
  readonly unit: Listing["unit"]
  readonly own: number
  readonly tokens?: number | undefined
}

function fit(entries: readonly ListingEntry[], { limit, budget, renderLine }: Fitting): Fitted {
  if (limit === undefined) return { entries, unit: "characters", own: 0 }
  if (budget?.over === "round-robin") {
    return { unit: "tokens", own: 0, ...fitRoundRobin(entries, { limit, own: budget.own, renderLine }) }
  }
  const own = budget?.ownCharacters ?? 0
  return { entries: fitInOrder(entries, limit - own, renderLine), unit: "characters", own }
}

/**
 * Every name stays. In order, each entry keeps its text if there is room, so a short text may follow an entry without
 * one.
 */
function fitInOrder(
  entries: readonly ListingEntry[],
  limit: number,
  renderLine: LineRenderer,
): readonly ListingEntry[] {
  const total = entries.reduce((sum, { characters }) => sum + characters, 0)
  if (total <= limit) return entries
  const bare = entries.map((entry) => renderLine({ ...entry, text: null }).length + 1)
  let left = limit - bare.reduce((sum, characters) => sum + characters, 0)
  return entries.map((entry, at) => {
    const name = bare[at] ?? 0
    const cost = entry.characters - name
    if (cost <= left) {
      left -= cost
      return entry
    }
    return { ...entry, text: null, state: "bare", characters: name }
  })
}
