import { expect, test } from "vitest"
import { openCodeReader } from "../../../adapters/code/open-code-reader.ts"
import { openTaint } from "../open-taint.ts"
import type { Table } from "../table.ts"
import type { Trust } from "../value.ts"
import { tables } from "./tables.ts"

const reader = await openCodeReader()
const taint = openTaint(tables)
const everybody: readonly Trust[] = ["request", "remote", "archive", "document", "page", "local", "parameter"]

/** Every row with what its example must show: input at a sink, or none. */
const rows = tables.flatMap((table) => {
  const { inputs = [], types = [], handlers = [], passes = [], guards = [], sinks = [] } = table
  return [
    ...inputs.map((row) => ({ table, what: "input", row, harm: undefined, isFound: true })),
    ...types.map((row) => ({ table, what: "type", row, harm: undefined, isFound: true })),
    ...handlers.map((row) => ({ table, what: "handler", row, harm: undefined, isFound: true })),
    ...passes.map((row) => ({ table, what: "pass", row, harm: undefined, isFound: (row.cleans ?? []).length === 0 })),
    ...guards.map((row) => ({ table, what: "guard", row, harm: undefined, isFound: false })),
    ...sinks.map((row) => ({ table, what: "sink", row, harm: row.harm, isFound: true })),
  ].map((one) => ({ ...one, name: `${table.name}: ${one.what} ${one.row.example.replace(/\s+/g, " ").slice(0, 90)}` }))
})

test.each(rows)("$name", ({ table, row, harm, isFound }) => {
  const found = reached(row.example, table)
  expect(harm === undefined ? found.length > 0 : found.includes(harm)).toBe(isFound)
})

function reached(example: string, { language }: Table): readonly string[] {
  const isTsx = /<\w+ |[\w}]: (?:any|[A-Z]\w+)|@\w+\(/.test(example)
  const tree = reader.parse(example, language === "python" ? "python" : isTsx ? "tsx" : "javascript")
  if (!everybody.some((trust) => taint.mayHold(example, tree.language, trust))) return []
  return taint.analyse(tree, language === "python" ? "a.py" : "a.js").reached.map(({ harm }) => harm)
}
