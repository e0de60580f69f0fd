import { expect, test } from "vitest"
import { openCodeReader } from "../../adapters/code/open-code-reader.ts"
import { isHarmlessThere } from "./flow-matches.ts"
import { openTaint } from "./open-taint.ts"
import { tables } from "./tables/tables.ts"

const reader = await openCodeReader()
const taint = openTaint(tables)

function isSilent(given: string, rule = "unsafe-yaml"): boolean {
  const text = `import yaml\nfrom flask import request\ndef f():\n    request.args\n${given}\n    return yaml.load(x, Loader=yaml.Loader)\n`
  const { looked } = taint.analyse(reader.parse(text, "python"), "a.py")
  const start = text.indexOf("yaml.load(")
  return isHarmlessThere({ rule, start, end: start + 10 }, looked)
}

test.each([
  ["a text of the code", '    x = "- 1"', true],
  ["a text under another key than input", '    d = {"a": "- 1", "b": request.data}\n    x = d["a"]', true],
  ["input that was checked", '    x = request.args["x"]\n    if x not in ("a", "b"):\n        return', true],
  ["input", "    x = request.data", false],
  ["what nobody knows", "    x = somewhere()", false],
  ["a text or input", '    x = "- 1"\n    if unknown:\n        x = request.data', false],
])("a rule that goes by the call alone, given %s", (_, given, isSo) => {
  expect(isSilent(given)).toBe(isSo)
})

test("a rule that says something else is not silenced", () => {
  expect(isSilent('    x = "- 1"', "path-from-input")).toBe(false)
})
