import { type Next, outcomes } from "../outcome.ts"
import type { GuidanceBlock, Step, StepKind, WaitStep } from "../workflow.ts"
import { askedKeys, readAsked, readItems, readJoin } from "./read-asked.ts"
import { readEvidence, readReviewLoop } from "./read-gate.ts"
import { readQuestionsField } from "./read-questions.ts"
import { readSchema } from "./read-schema.ts"
import { readTable } from "./read-table.ts"
import { type StepText, orderActions } from "./step-text.ts"
import {
  type FaultList,
  type YamlField,
  type YamlFields,
  readChoiceField,
  readCountField,
  addFault,
  readMapField,
  readFlagField,
  dropUndefined,
  isNothing,
  readListField,
  readTextField,
  readWordsField,
  addWrongValue,
} from "./yaml/read-fields.ts"

const everyKey = "id title kind phase reads writes next on-error max-rounds cheaper resources".split(" ")

/** The keys of each kind, besides those of every step. */
const ownKeys: Readonly<Record<StepKind, readonly string[]>> = {
  do: ["output-required", "output", "places"],
  dispatch: [...askedKeys, "review", "retries", "output", "places"],
  fanout: ["items", "join", "review", "retries", "output", "places"],
  gate: ["evidence", "loop", "override"],
  ask: ["questions"],
  compute: ["compute"],
  wait: ["until"],
}

const needed: Readonly<Partial<Record<StepKind, string>>> = {
  dispatch: "agent",
  fanout: "items",
  gate: "evidence",
  ask: "questions",
  compute: "compute",
  wait: "until",
}

const kinds = Object.keys(ownKeys) as readonly StepKind[]

/** What the reader of a step needs besides its lines. */
export interface StepBook {
  readonly faults: FaultList
  /** The text of a step's file; reports a missing file. */
  text(id: string, wanted: { readonly line: number; readonly isNeeded: boolean }): StepText | undefined
  /** Reports a prompt in a step's file that no agent gets. */
  prompt(id: string, found: { readonly line: number; readonly isUsed: boolean }): void
  /** Whether a resource of this name exists; reports a missing one. */
  resource(name: string, line: number): boolean
}

export function readStep(field: YamlField, book: StepBook): Step | undefined {
  const { faults } = book
  const kind = readKind(field, faults)
  const own = needed[kind]
  const expected = {
    what: `a step of kind ${kind}`,
    keys: [...everyKey, ...ownKeys[kind]],
    required: ["id", ...(own === undefined ? [] : [own])],
    hint: explainKey,
  }
  const fields = readMapField(field, expected, faults)
  const id = readTextField(fields?.get("id"), faults)
  if (fields === undefined || id === undefined) return undefined
  const text = book.text(id, { line: fields.get("id")?.line ?? field.line, isNeeded: needsText(kind, fields) })
  const promptLine = text?.sectionLines.get("prompt")
  if (promptLine !== undefined) book.prompt(id, { line: promptLine, isUsed: usesPrompt(kind, fields) })
  return assemble(kind, { id, fields, text, book })
}

function readKind(field: YamlField, faults: FaultList): StepKind {
  const { node } = field
  const entry = node.kind === "map" ? node.entries.get("kind") : undefined
  if (entry === undefined || isNothing(entry.node)) return "do"
  return readChoiceField({ name: "kind", ...entry }, kinds, faults) ?? "do"
}

function explainKey(key: string): string | undefined {
  const owner = kinds.find((kind) => ownKeys[kind].includes(key))
  return owner === undefined ? undefined : `it belongs to a step of kind ${owner}: add kind: ${owner}`
}

function needsText(kind: StepKind, fields: YamlFields): boolean {
  return kind === "do" || listAskedKeys(kind, fields).some((asked) => !asked.has("prompt") && !asked.has("workflow"))
}

function usesPrompt(kind: StepKind, fields: YamlFields): boolean {
  return listAskedKeys(kind, fields).some((asked) => !asked.has("prompt"))
}

/** The keys of every agent that a step asks. */
function listAskedKeys(kind: StepKind, fields: YamlFields): readonly { has(key: string): boolean }[] {
  if (kind === "dispatch") return [fields]
  if (kind !== "fanout") return []
  const items = fields.get("items")?.node
  const ask = items?.kind === "map" ? items.entries.get("ask")?.node : undefined
  const asked = items?.kind === "list" ? items.items : ask === undefined ? [] : [ask]
  return asked.flatMap((one) => (one.kind === "map" ? [one.entries] : []))
}

interface Parts {
  readonly id: string
  readonly fields: YamlFields
  readonly text: StepText | undefined
  readonly book: StepBook
}

function assemble(kind: StepKind, parts: Parts): Step {
  const { fields, text, book } = parts
  const { faults } = book
  const every = everyStep(kind, parts)
  const output = fields.has("output") ? { output: readSchema(fields.get("output"), faults) } : {}
  const reviewing = {
    ...dropUndefined({
      review: readTextField(fields.get("review"), faults),
      retries: readCountField(fields.get("retries"), faults),
    }),
    ...output,
  }
  switch (kind) {
    case "do":
      return {
        kind,
        ...every,
        ...dropUndefined({ outputRequired: readFlagField(fields.get("output-required"), faults) }),
        ...output,
      }
    case "dispatch":
      return { kind, ...every, ...readAsked(fields, text?.prompt, faults), ...reviewing }
    case "fanout": {
      const items = readItems(fields.get("items"), text?.prompt, faults)
      return { kind, ...every, items, join: readJoin(fields.get("join"), faults), ...reviewing }
    }
    case "gate": {
      const loop = readReviewLoop(fields.get("loop"), faults)
      const override = readChoiceField(fields.get("override"), ["person"], faults)
      return {
        kind,
        ...every,
        evidence: readEvidence(fields.get("evidence"), faults),
        ...dropUndefined({ loop, override }),
      }
    }
    case "ask":
      return { kind, ...every, questions: readQuestionsField(fields.get("questions"), faults) }
    case "compute":
      return { kind, ...every, compute: readTable(fields.get("compute"), faults) }
    case "wait":
      return { kind, ...every, until: readUntil(fields.get("until"), faults) }
  }
}

function everyStep(kind: StepKind, { id, fields, text, book }: Parts) {
  const { faults } = book
  const title = text?.title ?? readTextField(fields.get("title"), faults)
  if (title === undefined) {
    const message = `step "${id}" has no title`
    addFault(faults, "workflow.missing-key", { line: fields.get("id")?.line ?? 1, message, fix: "add title: …" })
  }
  return {
    id,
    title: title ?? id,
    actions: orderActions(text, readResources(fields.get("resources"), book)),
    next: readNext(kind, fields, faults),
    ...dropUndefined({
      phase: readTextField(fields.get("phase"), faults),
      reads: readWordsField(fields.get("reads"), faults),
      writes: readWordsField(fields.get("writes"), faults),
      onError: readTextField(fields.get("on-error"), faults),
      maxRounds: readCountField(fields.get("max-rounds"), faults, 1),
      cheaper: readTextField(fields.get("cheaper"), faults),
      places: readChoiceField(fields.get("places"), ["unchecked"], faults),
    }),
  }
}

/**
 * A single word is the transition for ok; after a review it is for both results, and a failed gate leads back to the
 * work.
 */
function readNext(kind: StepKind, fields: YamlFields, faults: FaultList): Next {
  const field = fields.get("next")
  if (field === undefined || isNothing(field.node)) return {}
  if (field.node.kind === "scalar") {
    const to = String(field.node.value)
    if (fields.has("review") && (kind === "dispatch" || kind === "fanout")) return { ok: to, fail: to }
    const loop = fields.get("loop")?.node
    const work = loop?.kind === "map" ? loop.entries.get("work")?.node : undefined
    if (kind === "gate" && work?.kind === "scalar") return { ok: to, fail: String(work.value) }
    return { ok: to }
  }
  const targets = [...outcomes, "default"] as const
  const ways = readMapField(field, { what: "next", keys: targets }, faults)
  const found = targets.map((outcome) => [outcome, readTextField(ways?.get(outcome), faults)] as const)
  return Object.fromEntries(found.filter(([, to]) => to !== undefined))
}

function readResources(field: YamlField | undefined, book: StepBook): readonly GuidanceBlock[] {
  return readListField(field, book.faults).flatMap((entry): readonly GuidanceBlock[] => {
    const expected = { what: "an entry of resources", keys: ["name", "purpose"], required: ["name"] }
    const fields = entry.node.kind === "map" ? readMapField(entry, expected, book.faults) : undefined
    const name = readTextField(entry.node.kind === "map" ? fields?.get("name") : entry, book.faults)
    if (name === undefined || !book.resource(name, entry.line)) return []
    const purpose = readTextField(fields?.get("purpose"), book.faults)
    return [{ kind: "resource", name, purpose: purpose ?? "to be applied in this step" }]
  })
}

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** `reported`, or a time such as `90s` or `10m`. */
function readUntil(field: YamlField | undefined, faults: FaultList): WaitStep["until"] {
  const text = readTextField(field, faults)
  const time = /^(\d{1,6})\s*([smhd])$/.exec(text ?? "")
  if (time !== null) return { seconds: Number(time[1]) * seconds[time[2] as keyof typeof seconds] }
  if (field !== undefined && text !== undefined && text !== "reported")
    addWrongValue(field, "reported or a time such as 90s, 10m, 2h or 1d", faults)
  return { reported: true }
}
