import type { Asked, ItemAnswer, Action, Step } from "./workflow.ts"

/** A text with placeholders, split once. Inserted text is never split again. */
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

/** The placeholders of a text, such as `values.plan`. */
export function listPlaceholders(text: string): readonly string[] {
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
export function openLookup(scope: Readonly<Record<string, unknown>>): (path: string) => unknown {
  return (path) => {
    let at: unknown = scope
    for (const name of path.split(".")) {
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined
      at = (at as Readonly<Record<string, unknown>>)[name]
    }
    return at
  }
}

/** A text of a step with placeholders. */
export interface FilledText {
  readonly field: string
  readonly text: string
  /** It is the prompt of each of many agents: there is an item. */
  readonly hasItem: boolean
}

export function listFilledTexts(step: Step): readonly FilledText[] {
  return [
    ...step.actions.flatMap((action, at) =>
      listActionTexts(action).map((text) => ({ field: `actions.${at}`, text, hasItem: false })),
    ),
    ...listAsked(step).flatMap(({ field, asked }) => [
      { field: `${field}prompt`, text: asked.prompt ?? "", hasItem: step.kind === "fanout" },
      ...Object.entries(asked.with ?? {}).map(([name, text]) => ({
        field: `${field}with.${name}`,
        text,
        hasItem: step.kind === "fanout",
      })),
    ]),
    ...textsByKind(step).map((text) => ({ ...text, hasItem: false })),
  ]
}

export function listActionTexts(action: Action): readonly string[] {
  if (typeof action === "string") return [action]
  switch (action.kind) {
    case "resource":
      return [action.purpose]
    case "open-question-guidance":
    case "factored-verification-rationale":
    case "orchestrator-constraint":
      return [action.text]
    case "expected-output":
      return [...action.items, action.whenIssues ?? ""]
    case "forbidden":
    case "verification-checklist":
    case "detection-questions":
    case "incorrect-behavior":
      return action.items
  }
}

function textsByKind(step: Step): readonly { readonly field: string; readonly text: string }[] {
  switch (step.kind) {
    case "gate":
      return [
        ...step.evidence.flatMap((evidence, at) => [
          ...("command" in evidence ? [{ field: `evidence.${at}.command`, text: evidence.command }] : []),
          ...("path" in evidence ? [{ field: `evidence.${at}.path`, text: evidence.path }] : []),
        ]),
        { field: "loop.passMessage", text: step.loop?.passMessage ?? "" },
      ]
    case "ask":
      return "from" in step.questions
        ? []
        : step.questions.map(({ text }, at) => ({ field: `questions.${at}.text`, text }))
    case "compute":
      return typeof step.compute === "function"
        ? []
        : step.compute.rows.flatMap(({ set }, at) =>
            Object.entries(set ?? {}).map(([name, text]) => ({ field: `compute.rows.${at}.set.${name}`, text })),
          )
    case "do":
    case "dispatch":
    case "fanout":
    case "wait":
      return []
  }
}

/** Everything a step asks of agents that the definition spells out, and where. */
export function listAsked(step: Step): readonly { readonly field: string; readonly asked: Asked }[] {
  if (step.kind === "dispatch") return [{ field: "", asked: step }]
  if (step.kind !== "fanout") return []
  switch (step.items.kind) {
    case "list":
      return step.items.items.map((asked, at) => ({ field: `items.items.${at}.`, asked }))
    case "each":
    case "count":
      return [{ field: "items.ask.", asked: step.items.ask }]
    case "computed":
      return []
  }
}
