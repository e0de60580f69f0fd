import type { CodeNode } from "../code-tree.ts"
import type { Call, CodeView } from "../rules/code-view.ts"
import type { RecordEntry } from "../rules/tree-shapes.ts"
import { findOnlyValue } from "./render-code-value.ts"

/** An argument by position, by name, or as an option inside an object: `0`, `verify`, `cookie.secure`. */
export function findArgument(code: CodeView, call: Call, key: string): CodeNode | undefined {
  if (/^\d+$/.test(key)) return call.args[Number(key)]
  const [first = "", ...rest] = key.split(".")
  const start = call.keywords.get(first) ?? optionIn(code, [...call.args, ...spreadIn(call)], first)
  return rest.reduce<CodeNode | undefined>(
    (value, name) => (value === undefined ? undefined : optionIn(code, [value], name)),
    start,
  )
}

/** What Python's `**options` names. */
function spreadIn({ node }: Pick<Call, "node">): readonly CodeNode[] {
  const all = node.field("arguments")?.named ?? []
  return all.flatMap((one) => (one.kind === "dictionary_splat" ? one.named.slice(0, 1) : []))
}

function optionIn(code: CodeView, values: readonly CodeNode[], name: string): CodeNode | undefined {
  for (const value of values) {
    const found = readRecordEntries(code, value)?.find(({ key }) => key === name)
    if (found !== undefined) return found.value
  }
  return undefined
}

/** The entries of an object that is written here or where its name was assigned. */
export function readRecordEntries(code: CodeView, node: CodeNode): readonly RecordEntry[] | undefined {
  const shape = code.shape(node)
  if (shape.kind === "record") return shape.entries
  if (shape.kind === "wrap") return readRecordEntries(code, shape.inner)
  const named = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
  const inner = named === undefined ? undefined : code.shape(named)
  if (inner?.kind !== "record") return undefined
  return code.isPython ? [...addedLater(code, node), ...inner.entries] : inner.entries
}

/** `options["secure"] = True`, the last one first. */
function addedLater(code: CodeView, { text: name, start }: CodeNode): readonly RecordEntry[] {
  return code.tree
    .ofKind("assignment")
    .flatMap((node): readonly RecordEntry[] => {
      const [left, value] = [node.field("left"), node.field("right")]
      if (left === undefined || value === undefined || node.end > start) return []
      const key = /^(\w+)\[["']([\w-]+)["']\]$/.exec(left.text)
      return key?.[1] === name && key[2] !== undefined ? [{ key: key[2], value }] : []
    })
    .reverse()
}

/** Options that cannot be read here: `**options`, `...options`, or a name instead of an object. */
export function hasUnknownOptions(code: CodeView, { args, node }: Call): boolean {
  if (code.isPython) return spreadIn({ node }).some((one) => readRecordEntries(code, one) === undefined)
  const last = args.at(-1)
  if (last === undefined) return false
  if (last.kind === "spread_element") return true
  const entries = readRecordEntries(code, last)
  if (entries !== undefined) return entries.some(({ key }) => key === undefined)
  return (
    args.length > 1 &&
    /^(?:name|member|call)$/.test(code.shape(last).kind) &&
    /opt|conf|settings|props/i.test(last.text)
  )
}
