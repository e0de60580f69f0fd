import type { HostProfile } from "../hosts/profile.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import type { Catalog, CatalogSkill } from "./catalog.ts"
import type { ListingSettings } from "./settings.ts"

/** What the host's model is shown of the catalog. */
export interface Listing {
  readonly entries: readonly ListingEntry[]
  /** Of all entries as shown. */
  readonly characters: number
  readonly tokens: number
  /** Most characters the host gives to the listing; undefined when it has no limit. */
  readonly limit?: number | undefined
  /** About how many of those the host's own entries take first. */
  readonly ownCharacters: number
}

export interface ListingEntry {
  readonly name: string
  /** The name as the listing shows it. */
  readonly shown: string
  /** The text after the name; null when only the name is shown. */
  readonly text: string | null
  /** whole: all of its text. cut: a part. bare: the name alone. missing: not even that. */
  readonly state: "whole" | "cut" | "bare" | "missing"
  readonly characters: number
  /** What the whole text would take. */
  readonly wanted: number
}

export interface ListingOptions {
  readonly settings: ListingSettings
  /** The context window, in tokens. */
  readonly window?: number | undefined
}

/** The listing a host makes for its model, under its budget. */
export function listForModel(catalog: Catalog, profile: HostProfile, options: ListingOptions): Listing {
  const drafts = catalog.skills.filter(isForModel).map((skill) => draftEntry(skill, profile, options.settings))
  const limit = limitOf(profile, options)
  const ownCharacters = profile.listing.budget?.ownCharacters ?? 0
  const entries = limit === undefined ? drafts : fit(drafts, limit - ownCharacters, profile)
  const text = entries.filter(({ state }) => state !== "missing").map((entry) => entryLine(entry, profile))
  return {
    entries,
    characters: text.reduce((sum, line) => sum + line.length + 1, 0),
    tokens: estimateTokens(text.join("\n")),
    limit,
    ownCharacters,
  }
}

export function isForModel(skill: CatalogSkill): boolean {
  return skill.status === "active" || skill.status === "name-only" || skill.status === "model-only"
}

export function isForUser(skill: CatalogSkill): boolean {
  return skill.status === "active" || skill.status === "name-only" || skill.status === "user-only"
}

function limitOf(profile: HostProfile, options: ListingOptions): number | undefined {
  const { budget } = profile.listing
  if (options.settings.characters !== undefined) return options.settings.characters
  if (budget === undefined) return undefined
  return Math.floor(
    (options.settings.share ?? budget.share) * (options.window ?? budget.window) * budget.charactersPerToken,
  )
}

function draftEntry(skill: CatalogSkill, profile: HostProfile, settings: ListingSettings): ListingEntry {
  const shown = profile.naming === "folder" && skill.title !== undefined ? `${skill.name} (${skill.title})` : skill.name
  const whole =
    oneLine(skill.whenToUse === undefined ? skill.description : `${skill.description} - ${skill.whenToUse}`) +
    (skill.note ?? "")
  const most = settings.entryCharacters ?? profile.listing.entryCharacters ?? Number.POSITIVE_INFINITY
  const text = cutTo(whole, most)
  const escaped = profile.listing.escapesAngles ? text.replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text
  const bare = skill.status === "name-only"
  const entry = {
    name: skill.name,
    shown,
    text: bare ? null : escaped,
    state: bare ? "bare" : text === whole ? "whole" : "cut",
  } as const
  const characters = entryLine(entry, profile).length + 1
  return { ...entry, characters, wanted: characters - text.length + whole.length }
}

function fit(entries: readonly ListingEntry[], limit: number, profile: HostProfile): readonly ListingEntry[] {
  const total = entries.reduce((sum, { characters }) => sum + characters, 0)
  if (total <= limit) return entries
  return profile.listing.budget?.over === "cut-evenly"
    ? fitEvenly(entries, limit, profile)
    : fitInOrder(entries, limit, profile)
}

/** Every name stays; the first entries keep their text as long as there is room. */
function fitInOrder(entries: readonly ListingEntry[], limit: number, profile: HostProfile): readonly ListingEntry[] {
  let left = limit - entries.reduce((sum, entry) => sum + bareCharacters(entry, profile), 0)
  let full = false
  return entries.map((entry) => {
    const cost = entry.characters - bareCharacters(entry, profile)
    if (!full && cost <= left) {
      left -= cost
      return entry
    }
    full = true
    return bareEntry(entry, profile)
  })
}

/** All texts are cut to the same length; with no room even for that, names alone, and then no more names. */
function fitEvenly(entries: readonly ListingEntry[], limit: number, profile: HostProfile): readonly ListingEntry[] {
  const names = entries.reduce((sum, entry) => sum + bareCharacters(entry, profile), 0)
  const each = Math.floor((limit - names) / Math.max(1, entries.length)) - 2
  if (each > 0) return entries.map((entry) => cutEntry(entry, each, profile))
  let left = limit
  return entries.map((entry) => {
    const bare = bareEntry(entry, profile)
    left -= bare.characters
    return left >= 0 ? bare : { ...bare, state: "missing", characters: 0 }
  })
}

function cutEntry(entry: ListingEntry, most: number, profile: HostProfile): ListingEntry {
  if (entry.text === null || entry.text.length <= most) return entry
  const cut = { ...entry, text: entry.text.slice(0, most), state: "cut" } as const
  return { ...cut, characters: entryLine(cut, profile).length + 1 }
}

function bareEntry(entry: ListingEntry, profile: HostProfile): ListingEntry {
  return { ...entry, text: null, state: "bare", characters: bareCharacters(entry, profile) }
}

function bareCharacters(entry: ListingEntry, profile: HostProfile): number {
  return entryLine({ ...entry, text: null }, profile).length + 1
}

function entryLine(entry: Pick<ListingEntry, "shown" | "name" | "text">, profile: HostProfile): string {
  switch (profile.listing.format) {
    case "lines":
      return entry.text === null ? `- ${entry.shown}` : `- ${entry.shown}: ${entry.text}`
    case "codex":
      return `- ${entry.shown}${entry.text === null ? "" : `: ${entry.text}`} (file: r0/${entry.name}/SKILL.md)`
    case "xml":
      return `<skill><name>${entry.shown}</name><description>${entry.text ?? ""}</description></skill>`
  }
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ").trim()
}

function cutTo(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
