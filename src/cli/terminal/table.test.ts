import { expect, test } from "vitest"
import { type Column, renderTable } from "./table.ts"

const columns: readonly Column<{ readonly name: string; readonly text: string }>[] = [
  { title: "NAME", text: ({ name }) => name },
  { title: "SIZE", text: () => "12", drops: 1 },
  { title: "TEXT", text: ({ text }) => text, fills: true, drops: 2 },
]
const rows = [{ name: "a-name-that-is-needed-whole", text: "some words" }]

test("a table that is too wide drops columns and never cuts a name", () => {
  expect(renderTable(rows, columns, 60)).toEqual([
    "NAME                         SIZE  TEXT",
    "a-name-that-is-needed-whole  12    some words",
  ])
  expect(renderTable(rows, columns, 42)).toEqual([
    "NAME                         TEXT",
    "a-name-that-is-needed-whole  some words",
  ])
  expect(renderTable(rows, columns, 20)).toEqual(["NAME", "a-name-that-is-needed-whole"])
})

test("a name that would leave no room for the rest gets its own line, and the others keep their columns", () => {
  const named = columns.map((column) => (column.title === "NAME" ? { ...column, ownLine: true as const } : column))
  const long = { name: "a-name-that-is-longer-than-half-of-the-line", text: "more words" }
  expect(renderTable([{ name: "short", text: "some words" }, long], named, 60)).toEqual([
    "NAME   SIZE  TEXT",
    "short  12    some words",
    "a-name-that-is-longer-than-half-of-the-line",
    "       12    more words",
  ])
})
