import { isMap } from "../../text/is-map.ts"

export type Fields = Readonly<Record<string, unknown>>

/** The blocks of a message; a text alone is one block. */
export function listBlocks(content: unknown): readonly Fields[] {
  if (typeof content === "string") return [{ type: "text", text: content }]
  return Array.isArray(content) ? content.filter(isMap) : []
}

/** All texts of a content, whatever its form. */
export function joinTexts(content: unknown): string {
  return listBlocks(content)
    .map(({ text, content: inner }) => (typeof text === "string" ? text : typeof inner === "string" ? inner : ""))
    .filter((text) => text !== "")
    .join("\n")
}

export function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}

export function readAmount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0
}

/** A time in milliseconds from a text or a number. */
export function readTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : value
  return typeof time === "number" && Number.isFinite(time) && time > 0 ? time : undefined
}
