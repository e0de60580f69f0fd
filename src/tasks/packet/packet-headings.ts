import { lowerHeadings } from "../plan-excerpt.ts"

/** The titles of a packet's own sections. */
const titles: ReadonlySet<string> = new Set([
  "active plan",
  "context from orchestrator",
  "current skill",
  "current tasks",
  "guidelines",
  "new message",
  "orchestrator wake-up context",
  "recent activity",
  "recent messages",
  "recovery",
  "the task",
  "your current skill",
  "your current task",
  "your instructions",
  "your next action",
])

/** A skill keeps its headings, except those that could be mistaken for a section of the packet. */
export function lowerPacketHeadings(text: string): string {
  return text.split(/[\r\n]/).some(isPacketHeading) ? lowerHeadings(text, (title) => !isPacketHeading(title)) : text
}

export function isPacketHeading(title: string): boolean {
  const words = title.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
  return titles.has(words.join(" "))
}
