import { expect, test } from "vitest"
import { toPlainValue } from "../read-workflow.ts"
import { readYaml, type YamlNode } from "./yaml-node.ts"

function read(text: string): YamlNode {
  const reading = readYaml(text)
  if (reading.kind === "refused") throw new Error(reading.message)
  return reading.node
}

/** Every key and every item with its line, in their order in the file. */
function linesOf(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [`${node.line} ${String(node.value)}`]
  if (node.kind === "list") return node.items.flatMap(linesOf)
  return [...node.entries].flatMap(([key, entry]) => [`${entry.line} ${key}:`, ...linesOf(entry.node)])
}

test("every key and value knows its line, in blocks and in braces", () => {
  const text = `# a comment
name: one

steps:
  # the first
  - id: name
    next: { ok: id,
      fail: next }
  -
    id: b
    text: |
      several

      lines
    list: [a,
      b]
  - plain
  - { x: [y], z: 1 }
  - [v]
1: last
`
  expect(linesOf(read(text))).toEqual([
    "2 name:",
    "2 one",
    "4 steps:",
    "6 id:",
    "6 name",
    "7 next:",
    "7 ok:",
    "7 id",
    "8 fail:",
    "8 next",
    "10 id:",
    "10 b",
    "11 text:",
    "11 several\n\nlines\n",
    "15 list:",
    "15 a",
    "16 b",
    "17 plain",
    "18 x:",
    "18 y",
    "18 z:",
    "18 1",
    "19 v",
    "20 1:",
    "20 last",
  ])
})

test("a key or an item without a value is empty, and does not shift line numbers", () => {
  const node = read("a:\nb: { c, d: 1 }\nlist:\n  - \n  - x\n  -\n")
  expect(linesOf(node).filter((line) => !line.endsWith("null"))).toEqual([
    "1 a:",
    "2 b:",
    "2 c:",
    "2 d:",
    "2 1",
    "3 list:",
    "5 x",
  ])
  expect(toPlainValue(node)).toEqual({ a: null, b: { c: null, d: 1 }, list: [null, "x", null] })
})

test.each([
  ["a: &x 1\nb: *x", 1, "a value that begins with & is an anchor in YAML, which is not supported"],
  ["a: 1\nb:\n  # why\n  *x", 4, "a value that begins with * is an alias in YAML, which is not supported"],
  ["a: [1, !!js/function x]", 1, "a value that begins with ! is a tag in YAML, which is not supported"],
  ["a: 1\na: 2", 2, "this is not valid YAML: duplicated mapping key"],
  ["a:\n  - b\n - c", 3, "this is not valid YAML: bad indentation of a mapping entry"],
  ["? [a, b]\n: c", 1, "this map has a key that is not text"],
  [`a: ${"[".repeat(40)}`, 1, "this is nested too deeply"],
  ["a: 1\n---\nb: 2", 1, "this is not valid YAML: expected a single document in the stream, but found more"],
])("%j is refused at line %i", (text, line, message) => {
  const { kind, line: at, message: said } = { line: 0, message: "", ...readYaml(text) }
  expect({ kind, line: at, message: said }).toEqual({ kind: "refused", line, message })
})

test("special characters inside texts are text", () => {
  expect(toPlainValue(read('a: see *this* & that!\nb: "*x"\nc: |\n  &y\n  !z\n'))).toEqual({
    a: "see *this* & that!",
    b: "*x",
    c: "&y\n!z\n",
  })
})

test("keys that are reserved in JavaScript reach no prototype", () => {
  const node = read("__proto__: { polluted: true }\nconstructor: 1\n")
  expect(node.kind === "map" && [...node.entries.keys()]).toEqual(["__proto__", "constructor"])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(toPlainValue(node))).toBeNull()
})

test("an empty file is nothing, and one of more than 256 KiB is refused", () => {
  expect(toPlainValue(read("# only a comment\n"))).toBeNull()
  expect(toPlainValue(read("a:\r# only a comment\r"))).toEqual({ a: null })
  expect(toPlainValue(read(""))).toBeNull()
  expect(readYaml(`a: ${"x".repeat(300_000)}`).kind).toBe("refused")
})
