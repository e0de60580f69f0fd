import type { ListingRule } from "../../hosts/profile.ts"

export interface ListingEntry {
  readonly name: string
  /** The name as the listing shows it. */
  readonly shown: string
  readonly path: string
  /** The text after the name; null when only the name is shown. */
  readonly text: string | null
  /** whole: the whole text. cut: a part. bare: only the name. missing: not even that. */
  readonly state: "whole" | "cut" | "bare" | "missing"
  readonly characters: number
  /** What it costs as shown: as the host counts tokens, if it does; otherwise an estimate. 0 if it is missing. */
  readonly tokens: number
  /** The size of the whole text. */
  readonly wanted: number
}

export type LineRenderer = (entry: Pick<ListingEntry, "shown" | "path" | "text">) => string

/** How a host writes an entry. Codex uses short aliases for directories, in the order in which they first occur. */
export function openEntryLines(
  format: ListingRule["format"],
  skills: readonly { readonly path: string }[],
): LineRenderer {
  switch (format) {
    case "lines":
      return ({ shown, text }) => (text === null ? `- ${shown}` : `- ${shown}: ${text}`)
    case "codex": {
      const roots = [...new Set(skills.map(({ path }) => findSkillRoot(path)))]
      return ({ shown, text, path }) => {
        const root = findSkillRoot(path)
        const file = `(file: r${roots.indexOf(root)}${path.slice(root.length)})`
        return text === null || text === "" ? `- ${shown}: ${file}` : `- ${shown}: ${text} ${file}`
      }
    }
    case "xml":
      return ({ shown, text, path }) =>
        [
          "  <skill>",
          `    <name>${shown}</name>`,
          `    <description>${text ?? ""}</description>`,
          `    <location>${path}</location>`,
          "  </skill>",
        ].join("\n")
  }
}

/** The skill directory that contains a file. */
function findSkillRoot(path: string): string {
  const end = path.lastIndexOf("/skills/")
  return end === -1 ? path.slice(0, Math.max(0, path.lastIndexOf("/"))) : path.slice(0, end + "/skills".length)
}
