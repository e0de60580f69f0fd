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
  switch (items.kind) {
    case "list":
      return items.items.map((item) => fillAsk(item, { ...scope, item: { name: item.item } }))
    case "computed":
      return items.compute(inputs)
    case "count":
      return numbered(Number(inputs.params[items.param] ?? 0)).map((number) => fillItem(items.ask, { number }, scope))
    case "each":
      return splitEntries(inputs.values[items.of]).map((entry, at) =>
        fillItem(items.ask, toItemFields(entry, at + 1), scope),
      )
  }
}

function fillItem(
  ask: Asked,
  item: Readonly<Record<string, unknown>>,
  scope: Readonly<Record<string, unknown>>,
): FanoutItem {
  return fillAsk({ ...ask, item: String(item["number"]) }, { ...scope, item })
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
