import type { HostProfile, ListingRule, PlaceRule } from "../src/hosts/profile.ts"
import { hostIds, profiles } from "../src/hosts/profiles.ts"

/** The tables of docs/hosts.md that are the profiles in words. */
export function hostsTables(): string {
  return hostIds.map((id) => hostSection(profiles[id])).join("\n")
}

function hostSection(profile: HostProfile): string {
  const rows: readonly (readonly [string, string])[] = [
    ["observed with", profile.observed],
    [
      "reads, in this order",
      profile.places
        .filter(({ at }) => at !== "skills-dirs")
        .map(placeText)
        .join("; "),
    ],
    ["name", profile.naming === "folder" ? "the directory's" : "`name` in the frontmatter"],
    ["several copies", profile.clashText],
    ["order of the listing", orderText(profile)],
    ["frontmatter", headerText(profile)],
    ["skips", profile.skips.join(", ") || "nothing more"],
    ["listing", listingText(profile.listing)],
    ["its settings", settingsText(profile)],
  ]
  return [
    `### \`${profile.id}\``,
    "",
    "| what | how |",
    "| --- | --- |",
    ...rows.map(([what, how]) => `| ${what} | ${how.replaceAll("|", "\\|")} |`),
    "",
  ].join("\n")
}

function placeText({ at, folders, layout, unless = [] }: PlaceRule): string {
  const depth = layout.kind === "skills" && layout.depth > 1 ? `, ${layout.depth} deep` : ""
  const what =
    layout.kind === "plugins" ? `plugins (${layout.part})` : folders.map((one) => `\`${one || "."}\``).join(" ")
  return `${at}: ${what}${depth}${unless.length === 0 ? "" : ` unless ${unless.join(" or ")}`}`
}

function orderText({ order }: HostProfile): string {
  switch (order.by) {
    case "names":
      return "all places together, by name"
    case "levels":
      return `${order.levels.join(", ")}; then by name and path`
    case "places":
      return `place after place, ${order.inside} inside each`
  }
}

function headerText({ reading }: HostProfile): string {
  return reading === undefined ? "read with repairs, also of the fences" : `read as ${reading.dialect}`
}

function listingText({ entry, budget, format }: ListingRule): string {
  const most = entry === undefined ? "texts whole" : `texts of at most ${entry.characters} characters`
  if (budget === undefined) return `${format}; ${most}; no limit was seen`
  const unit =
    budget.over === "bare-names" ? `characters, ${budget.charactersPerToken} for each token` : "tokens of 4 bytes"
  const over =
    budget.over === "bare-names" ? "over it the last texts go" : "over it texts are cut in turn, then names go"
  return `${format}; ${most}; ${budget.share * 100} % of the window in ${unit}; ${over}`
}

function settingsText({ id, settings = [], settingsVariables = [] }: HostProfile): string {
  if (id === "claude") return "`settings.json` and `settings.local.json` of the user, the project and the machine"
  const files = settings.map(({ at, files, unless = [] }) => {
    const names = files.map((file) => `\`${file}\``).join(" ")
    return `${at}: ${names}${unless.length === 0 ? "" : ` unless ${unless.join(" or ")}`}`
  })
  const variables = settingsVariables.map(
    ({ variable, holds }) => `${variable}: ${holds === "path" ? "a file" : "JSON"}`,
  )
  return [...files, ...variables].join("; ") || "–"
}
