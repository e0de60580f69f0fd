import { isDeepStrictEqual } from "node:util"
import { expect, test } from "vitest"
import { openCodeReader } from "../../io/open-code-reader.ts"
import type { CodeTree } from "../../code-tree.ts"
import { sketchBytes } from "../../patterns/sketch-bytes.ts"
import { openTaint, type TaintAnalysis } from "../open-taint.ts"
import type { Reached } from "../run/machine.ts"
import type { PassRow, Table } from "../table.ts"
import type { InputTrust } from "../value.ts"
import { taintTables } from "./taint-tables.ts"

const reader = await openCodeReader()
const taint = openTaint(taintTables)
const everybody: readonly InputTrust[] = ["request", "remote", "archive", "document", "page", "local", "parameter"]

const kinds = ["inputs", "types", "handlers", "passes", "guards", "sinks"] as const
type Row = NonNullable<Table[(typeof kinds)[number]]>[number]

/** Every row with what its example must show: input at a sink, or none. */
const rows = taintTables.flatMap((table) =>
  kinds.flatMap((kind) =>
    (table[kind] ?? []).map((row: Row) => ({
      table,
      kind,
      row,
      harm: "harm" in row ? row.harm : undefined,
      isFound: kind !== "guards" && !(kind === "passes" && stops(row)),
      name: `${table.name}: ${kind} ${row.example.replace(/\s+/g, " ").slice(0, 90)}`,
    })),
  ),
)

test.each(rows)("$name", ({ table, row, harm, isFound }) => {
  const tree = parsed(row, table)
  const trusts = taint.trustsIn(row.example, tree.language)
  const isRead = everybody.some((trust) => trusts.has(trust))
  const found = isRead ? reached(taint, tree).map((one) => one.harm) : []
  expect(harm === undefined ? found.length > 0 : found.includes(harm)).toBe(isFound)
})

test("a sketch of a file rules out nothing that is written in it", () => {
  const sketched = openTaint(taintTables)
  for (const { row, table } of rows) {
    const { language } = parsed(row, table)
    const sketch = sketchBytes(new TextEncoder().encode(row.example))
    expect(sketched.trustsIn(row.example, language, sketch)).toEqual(taint.trustsIn(row.example, language))
  }
})

test("each row is needed: without it, its example gives another result", () => {
  const idle = rows.filter(({ table, kind, row }) => {
    const others: Table = { ...table, [kind]: (table[kind] ?? []).filter((other: Row) => other !== row) }
    const spoken = taintTables.filter(({ language }) => language === table.language)
    const tree = parsed(row, table)
    const shown = (used: TaintAnalysis) =>
      reached(used, tree).map((one) => `${one.harm} ${one.taint.trust} ${one.taint.isSure}`)
    const without = openTaint(spoken.map((one) => (one === table ? others : one)))
    return isDeepStrictEqual(shown(without), shown(taint))
  })
  expect(idle.map(({ name }) => name)).toEqual([])
})

/** The result of such a call is harmless, known to be resolved, or something other than what was passed to it. */
function stops(row: Pick<PassRow, "cleans" | "resolves" | "ofObject" | "example">): boolean {
  return (row.cleans ?? []).length > 0 || row.resolves === true || row.ofObject === true
}

function parsed({ example }: Row, { language }: Table): CodeTree {
  const isTsx = /<\w+ |[\w}]: (?:any|[A-Z]\w+)|@\w+\(/.test(example)
  return reader.parse(example, language === "python" ? "python" : isTsx ? "tsx" : "javascript")
}

function reached(used: TaintAnalysis, tree: CodeTree): readonly Reached[] {
  return used.analyse(tree, tree.language === "python" ? "a.py" : "a.js").reached
}
