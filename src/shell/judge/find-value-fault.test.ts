import { expect, test } from "vitest"
import { decideCommand } from "./decide-command.ts"
import type { CommandJudgement } from "./decide-command.ts"
import { findQuoteContext, quoteValue } from "./quote-context.ts"
import { findTainted, findValueFault } from "./find-value-fault.ts"
import { readCommand } from "../reading/read-command.ts"

/** Whether a value in place of § stays a value, under a rule that grants everything. */
function fault(template: string, value: string): string | undefined {
  const [before = "", after = ""] = template.split("§")
  const place = ([text = ""]: readonly string[]) => {
    const context = findQuoteContext(before)
    return context === "nowhere" ? { wrong: "nowhere" } : { command: before + quoteValue(context, text) + after }
  }
  const judge = (command: string): CommandJudgement => {
    const { decision, reason, commands } = decideCommand(command, { allow: ["Bash"] })
    return { decision, reason, words: commands.map(({ words }) => words) }
  }
  const placed = place([value])
  if ("wrong" in placed) return placed.wrong
  return findValueFault({ values: [{ text: value, isOutside: true }], place, judge, judged: judge(placed.command) })
}

test.each([
  ["n=§; echo $((n+1))", "a[$(touch pwned)]", "arithmetic evaluates a variable"],
  ["n=§; echo $((n+1))", "1", "whatever it holds today"],
  ["n=§; m=$n; echo $((m+1))", "1", "through another variable"],
  ["n=$(echo §); echo $((n+1))", "1", "nowhere to put it"],
  ["x=§; [[ $x -gt 0 ]]", "1", "a numeric test evaluates"],
  ["x=§; echo hi > $x", "pwned", "a file that is written"],
  ["x=§; { echo hi; } >> $x", "pwned", "a file that a block writes"],
  ['x=§; sed "s/hi/$x/" f', "a", "a script"],
  ['x=§; bash -c "echo $x"', "a", "code"],
  ["x=§; awk $x f", "1", "a program"],
  ["x=§; $x", "id", "the name of a program"],
  ["x=§; eval $x", "id", "eval"],
  ["x=§; git log $x", "a --output=f", "falls apart"],
  ['x=§; git log "$x"', "--output=f", "an option behind a variable"],
  ['x=§; git log "${x:-HEAD}"', "--output=f", "an option behind an operator"],
  ["for x in §; do git log $x; done", "a --output=f", "falls apart in a loop"],
  ["echo § | bash", "id", "code by a pipe"],
  ["echo § | xargs git log", "--output=f", "words by a pipe"],
  ["echo § | while read x; do echo $((x)); done", "1", "read from a pipe, then evaluated"],
  ["echo a > §", "f", "the name of a file to write"],
  ["x=§; cat < $x", "/dev/tcp/a/80", "the name of a file to read"],
  ["export X=§", "a", "a variable for other programs"],
  ["git log §", "--output=f", "an option"],
  ["git log -§", "O", "an option, glued"],
  ["npm run test §", "--help", "an option"],
  ["npm run test -- §", "--help", "an option of what npm runs"],
  ["git §", "log", "a sub-command"],
  ["a=(§); echo ${a[0]}", "b", "nothing we follow"],
  ["n=§; a[$n]=1; echo b", "a", "a subscript is evaluated"],
  ["n=§; a[n]=1; echo b", "a", "a name in a subscript is evaluated"],
  ["n=§; a[$n]+=1; echo b", "a", "a subscript that is added to"],
  ["n=§; a=([$n]=1); echo b", "a", "a subscript in a list"],
  ["PS4=§; set -x; echo b", "a", "bash expands it before every command"],
  ["PATH=§; ls", "bin", "where programs are looked for"],
  ["x=§; PATH=$x; ls", "bin", "the same through another variable"],
])("%s with %j is refused: %s", (template, value) => {
  expect(fault(template, value)).toBeDefined()
})

test.each([
  ["echo §", "--verbose a b"],
  ["git log -- §", "--output=f"],
  ["git log -§", "5"],
  ["git log --grep=§", "-x"],
  ["grep -rn § src", "a b"],
  ['x=§; echo "$x"', "a b; id"],
  ['NAME=§; echo "$NAME"', "a b"],
  ["a[0]=b; echo §", "c"],
  ["x=§; git log $x", "main"],
  ["for f in §; do cat $f; done", "a b"],
  ['case "§" in a) echo b;; esac', "; id"],
  ["[ -f § ] && cat §", "a b"],
  ["python3 tool.py §", "a b"],
])("%s with %j stays a value", (template, value) => {
  expect(fault(template, value)).toBeUndefined()
})

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

test("a variable that contains a value is identified by its name", () => {
  const tainted = findTainted(readCommand("x=MARK; y=a; echo $x $y"), ["MARK"])
  expect(["x", "y"].map((name) => tainted.isName(name))).toEqual([true, false])
})
