import { collectTaints, makeConstant, type Value, makeValue } from "../../value.ts"
import { foldCall } from "./fold.ts"

/** The path of a class created by `namedtuple`; its sketch contains the field names. */
export const TUPLE_MAKER = "(tuple maker)"

const lists = new Set(["collections.deque", "queue.Queue", "queue.LifoQueue", "queue.SimpleQueue", "asyncio.Queue"])
const copies = new Set(["list", "tuple", "iter", "copy.copy", "copy.deepcopy", "typing.cast"])

/** Python functions whose result follows from their arguments. */
export function callBuiltIn(
  path: string,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): Value | undefined {
  const [first] = args
  if (path === "re.compile" && first?.sketch !== undefined && collectTaints(first).length === 0)
    return toRegexValue(first)
  if (path === "dict" && (args.length === 0 || first?.fields !== undefined))
    return makeValue({
      taints: first?.taints ?? [],
      fields: new Map([...(first?.fields ?? []), ...named]),
      rest: first?.rest,
    })
  if (lists.has(path))
    return first?.length === undefined ? emptyList(first) : makeValue({ fields: first.fields, length: first.length })
  if (copies.has(path) && first?.length !== undefined) return first
  if (path === "functools.partial" && args.length === 1 && named.size === 0) return first
  if (path === "collections.namedtuple" || path === "namedtuple") return tupleMaker(args[1])
  if (path === "len" && first?.length !== undefined) return makeConstant(first.length)
  if (first?.constant === undefined || named.size > 0) return undefined
  const folded = foldCall(
    path,
    args.map(({ constant }) => constant),
  )
  return folded === undefined ? undefined : makeConstant(folded)
}

function emptyList(items: Value | undefined): Value {
  return items === undefined || items.constant !== undefined
    ? makeValue({ fields: new Map(), length: 0 })
    : makeValue({ taints: items.taints, rest: items.rest })
}

function tupleMaker(names: Value | undefined): Value | undefined {
  const listed = [...(names?.fields?.values() ?? [])].map(({ constant }) => constant)
  const text = typeof names?.constant === "string" ? names.constant.replaceAll(",", " ") : listed.join(" ")
  return makeValue({ path: TUPLE_MAKER, sketch: text.split(/\s+/).filter(Boolean).join(" ") })
}

/** A text as a regular expression. */
export function toRegexValue(value: Value | undefined): Value | undefined {
  return value === undefined ? undefined : makeValue({ path: "(regex)", sketch: value.sketch, head: "" })
}
