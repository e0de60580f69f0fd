import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openTaint } from "./open-taint.ts"
import { taintTables } from "./tables/taint-tables.ts"

const reader = await openCodeReader(["python"])
const taint = openTaint(taintTables)
const analyse = (code: string) => taint.analyse(reader.parse(code, "python"), "a.py")

test("functions that call each other again and again do not hide what comes after them, and the file counts as unfinished", () => {
  const letters = [..."abcdefghij"]
  const steps = Array.from({ length: 6 }, (_, at) => {
    const calls = letters.map((letter) => `step${at + 1}(x + "${letter}")`).join(" + ")
    return `def step${at}(x):\n    x = ${calls} + step${at + 1}(x)\n    return x\n`
  }).join("")
  const code = `import os\n${steps}def step6(x):\n    return x.strip()\ndef show(request):\n    step0(request.args["a"])\n    os.system("ls " + request.args["b"])\n`

  const { reached, isComplete } = analyse(code)

  expect([isComplete, reached.map(({ harm }) => harm)]).toEqual([false, ["shell"]])
})

test.each([
  [
    "carries input to its next round",
    "    last = 'x'\n    for item in items:\n        os.system('ls ' + last)\n        last = request.args['a']\n",
    1,
  ],
  [
    "takes a check back",
    "    name = 'x'\n    for item in items:\n        if name != 'x':\n            os.system(name)\n        name = request.args['a']\n",
    1,
  ],
  ["only uses what it assigned", "    for item in items:\n        last = 'x'\n        os.system('ls ' + last)\n", 0],
])("a loop that %s is followed as far as needed", (_, body, count) => {
  expect(analyse(`import os\ndef show(request, items):\n${body}`).reached).toHaveLength(count)
})

test("a handler that calls a long function is followed to the end, in a large review too", () => {
  const long = "    x = x\n".repeat(52_000)
  const code = `import os\ndef prepare(x):\n${long}    return x\ndef show(request):\n    os.system(prepare(request.args["a"]))\n`

  const { reached, isComplete } = analyse(code)

  expect([isComplete, reached.map(({ harm }) => harm)]).toEqual([true, ["shell"]])
})
