import { expect, test } from "vitest"
import { readCommand } from "../reading/read-command.ts"
import { parseRule, type Rule } from "../rule.ts"
import { listMadeFiles } from "./find-copy-fault.ts"
import { judgeSimpleCommand, findTestFault } from "./judge-simple-command.ts"

function ruleOf(text: string): Rule {
  const parsed = parseRule(text)
  if (parsed.kind !== "rule") throw new Error(`no rule: ${text}`)
  return parsed.rule
}

interface Lists {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
}

function judge(text: string, { allow = [], ask = [], deny = [] }: Lists) {
  const findings = readCommand(text)
  const [command] = findings.commands
  if (command === undefined) throw new Error("no command")
  const rules = { allow: allow.map(ruleOf), ask: ask.map(ruleOf), deny: deny.map(ruleOf), free: "none" as const }
  const { decision, rule } = judgeSimpleCommand(command, rules, {
    findings,
    unsettled: false,
    made: listMadeFiles(findings.commands),
    at: 1,
  })
  return rule === undefined ? decision : `${decision} by ${rule}`
}

const log = "Bash(git log:*)"

test.each<[string, Lists, string]>([
  ["git log", {}, "deny"],
  ["git log", { allow: [log] }, `allow by ${log}`],
  ["git log", { allow: [log], ask: [log] }, `ask by ${log}`],
  ["git log", { allow: [log], ask: [log], deny: [log] }, `deny by ${log}`],
  ["git log --output=x", { ask: [log] }, "deny"],
  ["eval ls", { allow: ["Bash"] }, "deny"],
  ["$x a", { allow: ["Bash"] }, "allow by Bash"],
  ["$x a", { allow: ["Bash"], deny: ["Bash(rm:*)"] }, "deny"],
  ["true", {}, "allow"],
  ["x=1", { allow: [log] }, "deny"],
])("deny comes before ask, ask before allow, and nothing else lets a command run: %s under %j", (text, lists, said) => {
  expect(judge(text, lists)).toBe(said)
})

test.each([
  ["Bash(python3 scripts/a.py:*)", "python3 scripts/a.py --help", true],
  ["Bash(python3 scripts/a.py *)", "python3 scripts/a.py x", true],
  ["Bash(python3:*)", "python3 scripts/a.py", false],
  ["Bash(python3 -m:*)", "python3 -m a.b", false],
  ["Bash(python3 scripts/*)", "python3 scripts/a.py", false],
  ["Bash(vim a.txt:*)", "vim a.txt -c x", false],
])(
  "a rule that names an interpreter covers its words only after a script that it spells out: %s, %s",
  (rule, text, isAllowed) => {
    expect(judge(text, { allow: [rule] })).toBe(isAllowed ? `allow by ${rule}` : "deny")
  },
)

test.each([
  ["[ -f a.txt ]", undefined],
  ["test a = b", undefined],
  ['[ -n "$x" ]', undefined],
  ['[ ! "$x" = y ]', undefined],
  ["[ -v name ]", undefined],
  ["[ -v 'a[$(id)]' ]", "[ -v … ] evaluates a subscript: give it a plain name"],
  ['test -R "$x"', "[ -R … ] evaluates a subscript: give it a plain name"],
  ["[ -n $x ]", 'a value in [ … ] is not quoted: write "$name"'],
  ['[ "$x" "$y" ]', "[ … ] contains too many comparisons: use one comparison in each, joined with &&"],
  ['[ -n "$x" -a "$y" = z ]', "[ … ] contains too many comparisons: use one comparison in each, joined with &&"],
])("a test compares and evaluates nothing: %s", (text, fault) => {
  expect(findTestFault(readCommand(text).commands[0]?.words ?? [])).toBe(fault)
})
