import { expect, test } from "vitest"
import { openCodeReader } from "./io/open-code-reader.ts"
import { PARSING, TRACING } from "./scan-job.ts"
import { openScanner, scanFile } from "./scan-file.ts"
import { openTaint } from "./taint/open-taint.ts"
import { taintTables } from "./taint/tables/taint-tables.ts"
import { treeRules } from "./tree-rules.ts"

const reader = await openCodeReader()
const rules = treeRules.filter(({ id }) => id === "command-from-input" || id === "sql-from-input")
const scanner = openScanner({
  patterns: [],
  rules,
  reader: () => reader,
  taint: openTaint(taintTables),
})

/** Every function calls the next one ten times, each time with a different text: there are far too many paths. */
const many = [
  "import os, sys",
  ...Array.from({ length: 6 }, (_, at) => `def f${at}(x):\n${`    f${at + 1}(x + "a")\n`.repeat(10)}`),
  "def f6(x):\n    return x\n",
  "f0(sys.argv[1])",
  "os.system(sys.argv[1])",
].join("\n")

test("a file that runs out of steps is reported with the rules that did not finish", () => {
  expect(scan("a.py", many).notCompleted).toEqual([{ rule: "command-from-input", why: "steps" }])
})

test("a long function may take the steps that the rest of its file does not need", () => {
  const long = `import os, sys\ndef f():\n    x = sys.argv[1]\n${'    x = x + "a"\n'.repeat(3000)}    os.system(x)\n`
  expect(scan("a.py", long).notCompleted).toEqual([])
})

test("calls with the same values are analysed once", () => {
  expect(scan("a.py", many.replaceAll('x + "a"', "x")).notCompleted).toEqual([])
})

test("a file that is analysed completely reports no unfinished rules", () => {
  const { found, notCompleted } = scan("a.py", "import os, sys\nos.system('ls ' + sys.argv[1])\n")
  expect([found.map(({ rule }) => rule), notCompleted]).toEqual([["command-from-input"], []])
})

test("while data is followed, the thread repeatedly shows that it is not stuck", () => {
  const steps: string[] = []
  scan("a.py", many, (rule) => steps.push(rule))
  expect(steps.filter((step) => step === TRACING).length).toBeGreaterThan(50)
})

test("data is not followed in a file with a sink but no input of that kind", () => {
  const steps: string[] = []
  scan("a.py", "import os\nprint(os.environ)\ncon.search_ext_s(wanted)\n", (rule) => steps.push(rule))
  expect(steps).toEqual([PARSING])
})

test.each([
  ["a.js", "const x = {{{ [ (\nf()\n", 1],
  ["a.js", "f()\nif (x) {\n  g()\n", 3],
  ["a.js", "f()\n}}}))\ng()\n", 2],
  ["a.js", "f()\nconst a = `unclosed\ng()\n", 2],
  ["a.js", "f()\n/* unclosed\ng()\n", 2],
  ["a.ts", "f()\n<<<<<<< HEAD\ng()\n", 2],
  ["a.py", "def f(:\n  g()\n", 1],
  ["a.py", "def f():\nreturn 1\n", 1],
  ["a.py", "x = 1\ny = x +\n", 2],
])(
  "a file that cannot be parsed is reported with the line, even if it has nothing to look for: %s %j",
  (name, text, line) => {
    expect(scan(name, text).notCompleted).toEqual([{ rule: PARSING, why: "syntax", line }])
  },
)

test.each([
  ["a.ts", "export type * from './a.ts'\n"],
  ["a.tsx", "const Box = styled(Base)<{ $size: number }>`color: red`\n"],
  ["a.js", "import defer * as x from './x.js'\n"],
  ["a.js", "#!/usr/bin/env node\nf()\n"],
  ["a.js", ""],
  ["a.py", "# nothing but a comment\n"],
])("syntax that a grammar merely does not know costs nothing around it: %s %j", (name, text) => {
  expect(scan(name, text).notCompleted).toEqual([])
})

test.each([
  ["arguments of the program", "import os, sys\nos.system('ls ' + sys.argv[1])\n", "minor", "pedantic"],
  [
    "a request",
    "import os\nfrom flask import request\ndef f():\n    os.system('ls ' + request.args['x'])\n",
    undefined,
    undefined,
  ],
])("a command from %s has its own severity and persona", (_, text, severity, persona) => {
  const { found } = scan("a.py", text)
  expect(found.map((one) => [one.rule, one.severity, one.persona])).toEqual([["command-from-input", severity, persona]])
})

test("a list of arguments is not a shell command, whatever input is in it", () => {
  const text =
    "import subprocess\nfrom flask import request\ndef f():\n    subprocess.run(['ls', '-' + request.args['x']])\n"
  expect(scan("a.py", text).found).toEqual([])
})

test("what only a caller can do is reported to the pedantic persona, except for SQL that is executed", () => {
  const ofCallers = treeRules.filter((rule) => "flow" in rule && rule.flow.trusts.includes("parameter"))
  const shown = ofCallers.filter(({ persona }) => persona !== "pedantic")
  expect(shown.map(({ id, severity }) => `${id} ${severity}`)).toEqual(["sql-from-parameter minor"])
})

function scan(name: string, text: string, before: (rule: string) => void = () => undefined) {
  const ids = rules.map(({ id }) => id)
  const file = { name, bytes: new TextEncoder().encode(text) }
  return scanFile({ name, without: [] }, { file, scanner, rules: ids, flows: ids, before })
}
