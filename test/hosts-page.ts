import type { HostProfile, ListingRule, PlaceRule } from "../src/hosts/profile.ts"
import { hostIds, profiles } from "../src/hosts/profiles.ts"

/** The tables in docs/hosts.md, which show the profiles as text. */
export function hostsTables(): string {
  return hostIds.map((id) => hostSection(profiles[id])).join("\n")
}

function hostSection(profile: HostProfile): string {
  const rows: readonly (readonly [string, string])[] = [
    ["observed in", profile.observed],
    [
      "reads, in this order",
      profile.places
        .filter(({ at }) => at !== "skills-dirs")
        .map(placeText)
        .join("; "),
    ],
    ["name", profile.naming === "folder" ? "the directory's name" : "`name` in the frontmatter"],
    ["several copies", profile.clashText],
    ["order of the listing", orderText(profile)],
    ["frontmatter", headerText(profile)],
    ["skips", profile.skips.join(", ") || "no other files"],
    ["listing", listingText(profile.listing)],
    ["its settings", settingsText(profile)],
  ]
  return [
    `### \`${profile.id}\``,
    "",
    "| property | value |",
    "| --- | --- |",
    ...rows.map(([what, how]) => `| ${what} | ${how.replaceAll("|", "\\|")} |`),
    "",
  ].join("\n")
}

function placeText({ at, folders, layout, unless = [] }: PlaceRule): string {
  const depth = layout.kind === "skills" && layout.depth > 1 ? `, ${layout.depth} deep` : ""
  const what =
    layout.kind === "plugins"
      ? `plugins${layout.amongSkills === true ? ` in \`${folders.join(" ")}\`` : ""} (${layout.part})`
      : folders.map((one) => `\`${one || "."}\``).join(" ")
  return `${at}: ${what}${depth}${unless.length === 0 ? "" : ` unless ${unless.join(" or ")}`}`
}

function orderText({ order }: HostProfile): string {
  switch (order.by) {
    case "names":
      return "all directories together, by name"
    case "levels":
      return `${order.levels.join(", ")}; then by name and path`
    case "places":
      return `one directory after another; in each, ${{ letters: "alphabetically", locale: "alphabetically by locale", descending: "in descending order" }[order.inside]}${(order.together ?? []).map((kind) => `; all ${kind} together`).join("")}`
  }
}

function headerText({ reading }: HostProfile): string {
  return reading === undefined ? "read with repairs, including of the fences" : `read as ${reading.dialect}`
}

function listingText({ entry, budget, format }: ListingRule): string {
  const most = entry === undefined ? "full texts" : `texts of at most ${entry.characters} characters`
  if (budget === undefined) return `${format}; ${most}; no limit was observed`
  const unit = budget.over === "bare-names" ? `characters, ${budget.charactersPerToken} per token` : "tokens of 4 bytes"
  const over =
    budget.over === "bare-names"
      ? "above that, the last texts are left out"
      : "above that, texts are shortened in turn, then names are left out"
  return `${format}; ${most}; ${budget.share * 100} % of the window in ${unit}; ${over}`
}

function settingsText({ settings = [], settingsVariables = [] }: HostProfile): string {
  const files = settings.map(({ at, files, unless = [] }) => {
    const names = files.map((file) => `\`${file}\``).join(" ")
    return `${at}: ${names}${unless.length === 0 ? "" : ` unless ${unless.join(" or ")}`}`
  })
  const variables = settingsVariables.map(
    ({ variable, holds }) =>
      `${variable}: ${{ path: "a file", text: "JSON", "listing-characters": "the characters of the listing" }[holds]}`,
  )
  return [...files, ...variables].join("; ") || "–"
}
