import { expect, test } from "vitest"
import { readChanges } from "./read-changes.ts"

const NEW = "b".repeat(40)
const NONE = "0".repeat(40)

test.each([
  ["M", "100644", NEW, { kind: "file", blob: NEW }],
  ["A", "100755", NONE, { kind: "file", blob: undefined, isExecutable: true }],
  ["T", "100644", NEW, { kind: "file", blob: NEW }],
  ["A", "120000", NEW, { kind: "link", blob: NEW }],
  ["M", "160000", NEW, { kind: "submodule", blob: NEW }],
  ["D", "000000", NONE, { kind: "removed", blob: undefined }],
  ["U", "000000", NONE, { kind: "unmerged", blob: undefined }],
])("a change of status %s and mode %s is read", (status, mode, blob, expected) => {
  const raw = Buffer.from(`:100644 ${mode} ${"a".repeat(40)} ${blob} ${status}\0src/a\n:b.js\0`)
  expect(readChanges(raw)).toEqual([{ name: { kind: "path", path: "src/a\n:b.js" }, ...expected }])
})

test("a name that leaves the repository is refused, and the others are kept", () => {
  const line = `:000000 100644 ${NONE} ${NEW} A\0`
  const read = readChanges(Buffer.from(`${line}../x\0${line}a.js\0`))
  expect(read.map(({ name }) => name.kind)).toEqual(["refused", "path"])
})

test("a list in an unknown format is an error, not an empty list", () => {
  expect(() => readChanges(Buffer.from("M\0a.js\0"))).toThrow("unknown format")
})
