import type { ItemAnswer } from "./workflow.ts"

/** A text with places to fill in, cut once. What is filled in is never cut again. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "place"; readonly path: string }

const PLACE = /\{\{\s*((?:params|values|item|run|loop)(?:\.[\w-]+)+)\s*\}\}/g

export function cutTemplate(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let from = 0
  for (const match of text.matchAll(PLACE)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) })
    parts.push({ kind: "place", path: match[1] ?? "" })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) })
  return parts
}

/** The places a text has, such as `values.plan`. */
export function placesIn(text: string): readonly string[] {
  return cutTemplate(text).flatMap((part) => (part.kind === "place" ? [part.path] : []))
}

export function fillTemplate(text: string, lookup: (path: string) => unknown): string {
  if (!text.includes("{{")) return text
  return cutTemplate(text)
    .map((part) => (part.kind === "text" ? part.text : shown(lookup(part.path))))
    .join("")
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value) && value.length > 0 && value.every(isAnswer)) return value.map(answerText).join("\n\n")
  return typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)
}

/** The answers of a fan-out are read as texts, each under its item's name. */
function isAnswer(value: unknown): value is ItemAnswer {
  return (
    typeof value === "object" && value !== null && ["item", "agent", "outcome", "text"].every((key) => key in value)
  )
}

function answerText({ item, agent, outcome, text }: ItemAnswer): string {
  return `### ${item} (${agent}, ${outcome})\n\n${text}`
}

/** Looks `values.plan.title` up in `{ values: { plan: … } }`, through own properties only. */
export function lookupIn(scope: Readonly<Record<string, unknown>>): (path: string) => unknown {
  return (path) => {
    let at: unknown = scope
    for (const name of path.split(".")) {
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined
      at = (at as Readonly<Record<string, unknown>>)[name]
    }
    return at
  }
}
