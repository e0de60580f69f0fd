import { expect, test } from "vitest"
import { readCommand } from "../../../shell/reading/read-command.ts"
import { findTainted } from "./tainted.ts"

test.each([
  ["echo MARK", ["echo"]],
  ["x=MARK; echo $x; ls", ["echo"]],
  ["x=MARK; y=$x; echo a; cat $y", ["cat"]],
  ["for f in a MARK; do cat $f; done", ["cat"]],
  ["echo $(printf MARK)", ["echo", "printf"]],
  ["x=MARK; echo ${y%a}", ["echo"]],
  ["x=a; echo $x", []],
])("a value is followed through variables, loops and substitutions: %s", (text, programs) => {
  const findings = readCommand(text)
  const tainted = findTainted(findings, ["MARK"])
  const found = findings.commands.filter((command) => tainted.isCommand(command)).map(({ words }) => words[0]?.raw)
  expect(found.filter((name) => name !== undefined).toSorted()).toEqual(programs)
})

test("a variable that holds a value is known by its name", () => {
  const tainted = findTainted(readCommand("x=MARK; y=a; echo $x $y"), ["MARK"])
  expect(["x", "y"].map((name) => tainted.isName(name))).toEqual([true, false])
})
