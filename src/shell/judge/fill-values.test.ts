import { expect, test } from "vitest"
import { fillValues } from "./fill-values.ts"

const text = (written: string) => ({ kind: "text" as const, text: written })
const value = (given: string) => ({ kind: "value" as const, text: given })

test.each([
  ["one word, whatever it holds", [text("grep -e "), value("a b; c"), text(" f")], "grep -e 'a b; c' f"],
  ["a part of a word in quotes", [text('echo "it is '), value('$(x) "y"'), text('"')], 'echo "it is \\$(x) \\"y\\""'],
  ["an empty word where something is tested", [text("[ "), value(""), text(" = a ]")], "[ '' = a ]"],
])("a value becomes %s", (_, parts, command) => {
  expect(fillValues(parts)).toEqual({ command })
})

test.each([
  ["names the program", [value("ls"), text(" -l")]],
  ["is run as code", [text("bash -c "), value("ls")]],
  ["begins an option", [text("npm run test "), value("--help")]],
  ["is kept in a variable", [text("x="), value("ls"), text("; $x")]],
  ["is evaluated as a number", [text("[[ "), value("a[0]"), text(" -gt 0 ]]")]],
  ["names a file that is written", [text("echo a > "), value("f")]],
  ["is in a substitution", [text("echo $(cat "), value("f"), text(")")]],
  ["goes into a program that runs what it reads", [text("echo "), value("ls"), text(" | sh")]],
])("nothing is inserted if a value %s", (_, parts) => {
  expect(fillValues(parts)).toEqual({ wrong: expect.any(String) })
})
