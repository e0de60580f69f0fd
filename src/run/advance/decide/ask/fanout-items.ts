import { isMap } from "../../../../text/is-map.ts"
import { readOutline } from "../../../../skill/body/read-outline.ts"
import { fillTemplate, openLookup } from "../../../../workflow/template.ts"
import type { Asked, FanoutItem, FanoutItems, Inputs, FanoutStep } from "../../../../workflow/workflow.ts"

/** What a fan-out asks of which agents, with prompts filled in. The same inputs always give the same items. */
export function planFanout(
  items: FanoutItems,
  inputs: Inputs,
  scope: Readonly<Record<string, unknown>>,
): readonly FanoutItem[] {
  if (items.kind === "computed") return items.compute(inputs)
  return listUnfilledItems(items, inputs).map(({ ask, fields }) => fillAsk(ask, { ...scope, item: fields }))
}

/** An item before its placeholders are filled in, and what `{{item.x}}` stands for in it. */
export interface UnfilledItem {
  readonly ask: FanoutItem
  readonly fields: Readonly<Record<string, unknown>>
}

export function listUnfilledItems(
  items: Exclude<FanoutItems, { kind: "computed" }>,
  inputs: Pick<Inputs, "params" | "values">,
): readonly UnfilledItem[] {
  switch (items.kind) {
    case "list":
      return items.items.map((ask) => ({ ask, fields: { name: ask.item } }))
    case "count":
      return numbered(Number(inputs.params[items.param] ?? 0)).map((number) => nameItem(items.ask, { number }))
    case "each":
      return splitEntries(inputs.values[items.of]).map((entry, at) => nameItem(items.ask, toItemFields(entry, at + 1)))
  }
}

function nameItem(ask: Asked, fields: Readonly<Record<string, unknown>>): UnfilledItem {
  return { ask: { ...ask, item: String(fields["number"]) }, fields }
}

export function fillAsk<T extends Asked>(asked: T, scope: Readonly<Record<string, unknown>>): T {
  const lookup = openLookup(scope)
  return {
    ...asked,
    ...(asked.prompt === undefined ? {} : { prompt: fillTemplate(asked.prompt, lookup) }),
    ...(asked.with === undefined
      ? {}
      : {
          with: Object.fromEntries(
            Object.entries(asked.with).map(([name, text]) => [name, fillTemplate(text, lookup)]),
          ),
        }),
  }
}

function numbered(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => at + 1)
}

/** The entries of a JSON list, or the items of a Markdown list. */
export function splitEntries(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== "string") return []
  return readOutline(value).items.flatMap(({ depth, text }) => (depth === 1 ? [text] : []))
}

function toItemFields(entry: unknown, number: number): Readonly<Record<string, unknown>> {
  if (isMap(entry)) return { ...(entry as Readonly<Record<string, unknown>>), number, text: JSON.stringify(entry) }
  return { number, text: typeof entry === "string" ? entry : JSON.stringify(entry) }
}

/**
 * Why a fan-out over a value cannot start with this many entries. Entries are never dropped, and an empty list is never
 * ignored.
 */
export function checkItemCount({ id, items, next }: FanoutStep, count: number): string | undefined {
  if (items.kind !== "each") return undefined
  if (count === 0 && next.skip === undefined) return `${items.of} has no entries, but ${id} starts one agent for each`
  return count > items.most
    ? `${items.of} has ${count} entries, but ${id} starts at most ${items.most} agents`
    : undefined
}
