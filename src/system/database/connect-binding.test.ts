import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { type Binding, connectBinding } from "./connect-binding.ts"
import type { Connection } from "./connection.ts"
import { findBinding, loadLibsql } from "./open-database.ts"
import { describeWith, type Need, testWith } from "../../../test/needs.ts"

type Connect = (file: string) => Connection

const load = createRequire(import.meta.url)
const binding = findBinding()
const needBinding = { missing: binding === undefined ? "libsql's binding is not at its usual place" : undefined }

function byPackage(file: string): Connection {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const Made = loadLibsql() as new (file: string, options: { readonly timeout: number }) => Connection
  return new Made(file, { timeout: 50 })
}

function byBinding(file: string): Connection {
  return connectBinding(load(binding ?? "") as Binding, file, 50)
}

test("the version that the code knows is the installed one", () => {
  const { dependencies } = load("../../../package.json") as { dependencies: Record<string, string> }
  const source = fs.readFileSync(path.join(import.meta.dirname, "./open-database.ts"), "utf8")
  expect(source).toContain(`"${dependencies["libsql"]}"`)
})

testWith(needBinding, "the binding that is found is the one that the package loads", () => {
  loadLibsql()
  expect(Object.keys(load.cache).filter((file) => file.endsWith(".node"))).toContain(binding)
})

const ways: readonly (readonly [string, Connect, Need])[] = [
  ["the package", byPackage, { missing: undefined }],
  ["its binding", byBinding, needBinding],
]

for (const [name, connect, need] of ways)
  describeWith(need, `a connection through ${name}`, () => {
    function open() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-test-"))
      const file = path.join(folder, "a.db")
      const connection = connect(file)
      onTestFinished(() => {
        connection.close()
        fs.rmSync(folder, { recursive: true, force: true })
      })
      connection.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b)")
      return { connection, file }
    }

    test("writes and reads rows, even more than one fetch returns", () => {
      const { connection } = open()
      const insert = connection.prepare("INSERT INTO t (b) VALUES (?)")
      const changes = Array.from({ length: 250 }, (_, nth) => insert.run([`row ${nth}`]).changes)
      expect(changes).toEqual(Array.from({ length: 250 }, () => 1))
      const all = connection.prepare("SELECT a, b FROM t WHERE a <= ? ORDER BY a").raw()
      expect([0, 1, 100, 200, 250].map((many) => all.all([many]).length)).toEqual([0, 1, 100, 200, 250])
      expect(all.all([250]).at(-1)).toEqual([250, "row 249"])
      const one = connection.prepare("SELECT b FROM t WHERE a = ?").raw()
      expect([one.get([7]), one.get([1000])]).toEqual([["row 6"], undefined])
    })

    test("knows whether a transaction is open", () => {
      const { connection } = open()
      const seen = [connection.inTransaction]
      for (const sql of ["BEGIN IMMEDIATE", "ROLLBACK"]) {
        connection.exec(sql)
        seen.push(connection.inTransaction)
      }
      expect(seen).toEqual([false, true, false])
    })

    test("reports errors by a code", () => {
      const { connection, file } = open()
      const other = connect(file)
      onTestFinished(() => other.close())
      connection.exec("BEGIN IMMEDIATE")
      const codes = [
        () => connection.prepare("SELECT * FROM nothing"),
        () => connection.exec("nonsense"),
        () => connection.prepare("INSERT INTO t (a) VALUES (?)").run(["no number"]),
        () => other.exec("BEGIN IMMEDIATE"),
      ].map((act) => codeOf(act))
      expect(codes).toEqual(["SQLITE_ERROR", "SQLITE_ERROR", "SQLITE_MISMATCH", "SQLITE_BUSY"])
    })
  })

function codeOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return (error as { readonly code?: unknown }).code
  }
}
