import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { type Cell, hash, json, number, sealed, shape, text } from "./cells.ts"
import { openDatabase } from "./open-database.ts"

interface Row {
  readonly said: string
  readonly why?: string
  readonly count: number
  readonly digest: string
  readonly more: unknown
}

const rows = sealed<Row>(
  "things",
  "sum",
  shape<Row>({ said: text, why: text, count: number, digest: hash, more: json() }),
)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "cells-"))
let made = 0
afterAll(() => fs.rmSync(folder, { recursive: true }))

const digest = "0123456789abcdef".repeat(4)
const plain: Row = { said: "a", count: 1, digest, more: [1] }

test.each<[string, Row]>([
  ["plain text", plain],
  ["no text at all, beside one that is not there", { ...plain, said: "" }],
  ["what separates cells, and digits", { ...plain, said: "1,2;3", why: ";," }],
  ["a NUL and what the sum is made with", { ...plain, said: "a\0b\x1e\x1f", why: "\0" }],
  ["letters of several bytes", { ...plain, said: "Äpfel, 日本, 🍎", more: { ключ: "é" } }],
  ["a number that is not whole, and one below nothing", { ...plain, count: -0.5 }],
  ["a digest that is none", { ...plain, digest: "=none" }],
])("a row with %s is read as it was written", (_, row) => {
  expect(readBack(row)).toEqual(row)
})

test("a row whose bytes moved from one cell to the next is damaged", () => {
  expect(() => readBack({ ...plain, why: "bc" }, { said: "ab", why: "c" })).toThrow("a row of things is not what was")
})

function readBack(row: Row, damage: Readonly<Record<string, Cell>> = {}): Row {
  const database = openDatabase(path.join(folder, String(made++)), 0)
  database.exec("CREATE TABLE things (id INTEGER, said, why, count INTEGER, digest, more, sum INTEGER)")
  database.write(`INSERT INTO things (id, ${rows.columns}) VALUES (?, ${rows.places})`, [7, ...rows.cells([7], row)])
  for (const [name, cell] of Object.entries(damage)) database.write(`UPDATE things SET ${name} = ?`, [cell])
  return rows.read([7], database.first(`SELECT ${rows.selected} FROM things`) ?? [])
}
