import type { HostProfile } from "../../hosts/profile.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import { fieldBySpelling, type HeaderField } from "../../skill/header/schema/fields.ts"
import { isKnownTool, listAgentsWithTool, readTool } from "../../skill/known-tools.ts"
import { groupDigits } from "../../text/format-count.ts"
import { findKey, readHeaderLines, type TextPosition } from "./header-cursor.ts"

/** A field in Markdown: what it means, and what each agent does with it. */
export function describeField(field: HeaderField): string {
  const { key, about, default: usual, needs } = field
  return [
    `**${key}**${usual === undefined ? "" : ` (default \`${usual}\`)`}`,
    "",
    about,
    "",
    ...hostIds
      .filter((id) => id !== "open")
      .map((id) => `- ${profiles[id].title}: ${describeReading(key, profiles[id])}`),
    `- Skillet: reads it${needs === undefined ? "" : "; it has an effect only in skills that are trusted"}`,
  ].join("\n")
}

/** What an agent does with a field, as its profile has it. */
function describeReading(key: string, profile: HostProfile): string {
  const { reads, naming, listing, skips } = profile
  if (reads !== undefined && !reads.includes(key)) return "ignores it"
  if (key === "name") return naming === "folder" ? "a second name; the directory's name counts" : "the name that counts"
  if (key !== "description") return "reads it"
  const most = listing.entry === undefined ? [] : [`cuts it after ${groupDigits(listing.entry.characters)} characters`]
  const without = skips.includes("no-description") ? ["skips a skill without it"] : []
  return ["shows it to the model", ...most, ...without].join("; ")
}

/** What is known about the word at a place of a skill, in Markdown; undefined if nothing is. */
export function describePosition(text: string, { line, character }: TextPosition): string | undefined {
  const header = readHeaderLines(text)
  const current = header?.[line]
  if (header === undefined || line === 0 || current === undefined) return undefined
  const key = findKey(header, line)
  const field = key === undefined ? undefined : fieldBySpelling.get(key)
  if (field === undefined) return undefined
  const word = findWord(current, character)
  const isKey = current.startsWith(`${key}`) && character <= (key?.length ?? 0)
  if (isKey || field.kind !== "tools" || word === undefined) return describeField(field)
  const tool = readTool(word)
  const agents = nameAgents(tool)
  if (agents !== "") return `**${tool}**\n\nA tool of ${agents}.`
  return isKnownTool(tool) ? describeField(field) : `**${tool}**\n\nNo agent is known to have a tool of this name.`
}

function findWord(line: string, character: number): string | undefined {
  const [before = ""] = /[\w.:*/-]*$/.exec(line.slice(0, character)) ?? []
  const [after = ""] = /^[\w.:*/-]*/.exec(line.slice(character)) ?? []
  return before + after === "" ? undefined : before + after
}

/** `Claude Code, opencode` */
export function nameAgents(tool: string): string {
  return listAgentsWithTool(tool)
    .map((agent) => profiles[agent].title)
    .join(", ")
}
