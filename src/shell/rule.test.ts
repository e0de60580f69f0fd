import { describe, expect, test } from "vitest"
import { describeRuleProblem, parseRule, type RuleProblemCode } from "./rule.ts"

const rule = (text: string) => {
  const parsed = parseRule(text)
  return parsed.kind === "rule" ? { ...parsed.rule, text: undefined } : parsed.kind
}

describe("a rule is read into what it covers", () => {
  test.each([
    ["Bash", { kind: "all" }],
    ["Bash(*)", { kind: "all" }],
    ["  Bash( * ) ", { kind: "all" }],
    ["Bash(git log:*)", { kind: "prefix", words: ["git", "log"] }],
    ["Bash(git log *)", { kind: "prefix", words: ["git", "log"] }],
    ["Bash(git  log :*)", { kind: "prefix", words: ["git", "log"] }],
    ["Bash(npm run test)", { kind: "exact", words: ["npm", "run", "test"] }],
    ["Bash(npm run test:unit)", { kind: "exact", words: ["npm", "run", "test:unit"] }],
    ['Bash(date -u +"%Y %m")', { kind: "exact", words: ["date", "-u", "+%Y %m"] }],
    ["Bash(awk '{print $1}' f)", { kind: "exact", words: ["awk", "{print $1}", "f"] }],
    ["Bash(echo \\*)", { kind: "exact", words: ["echo", "*"] }],
    ["Bash(echo '*')", { kind: "exact", words: ["echo", "*"] }],
    ["Bash(CI=1 npm test)", { kind: "exact", words: ["npm", "test"], sets: ["CI=1"] }],
    ["Bash(A='x y' B=2 npm test:*)", { kind: "prefix", words: ["npm", "test"], sets: ["A=x y", "B=2"] }],
    ['Bash("npm test")', { kind: "exact", words: ["npm", "test"] }],
    ["Bash('rm:*')", { kind: "prefix", words: ["rm"] }],
    ['Bash("npm")', { kind: "exact", words: ["npm"] }],
    ['Bash(git commit -m "*")', { kind: "pattern", words: [["git"], ["commit"], ["-m"], [null]] }],
    ['Bash(curl "wttr.in/*?0")', { kind: "pattern", words: [["curl"], ["wttr.in/", null, "?0"]] }],
    ['Bash(echo "")', { kind: "exact", words: ["echo", ""] }],
    ["Bash(npm * --watch)", { kind: "pattern", words: [["npm"], [null], ["--watch"]] }],
    ["Bash(* --version)", { kind: "pattern", words: [[null], ["--version"]] }],
    ["Bash(git*)", { kind: "pattern", words: [["git", null]] }],
    ["Bash(npm run b*d *)", { kind: "pattern", words: [["npm"], ["run"], ["b", null, "d"], [null]] }],
  ])("%s", (text, expected) => {
    expect(rule(text)).toEqual({ ...expected, text: undefined })
  })
})

test.each(["Read", "Edit(src/**)", "Skill(deploy)", "mcp__server__tool", "WebFetch(domain:example.com)"])(
  "%s is for another tool and ignored",
  (text) => expect(parseRule(text)).toEqual({ kind: "other-tool", text }),
)

describe("a rule that cannot be read is a problem, never wider", () => {
  const broken: readonly (readonly [string, RuleProblemCode])[] = [
    ["", "rule.empty"],
    ["Bash()", "rule.empty"],
    ["Bash(:*)", "rule.empty"],
    ["Bash(git log", "rule.unclosed"],
    ["bash(git log)", "rule.tool-name"],
    ["Shell(git log:*)", "rule.tool-name"],
    ["Bahs(git log:*)", "rule.tool-name"],
    ["git log", "rule.tool-name"],
    ["*", "rule.tool-name"],
    ["Bash(git\u200b log:*)", "rule.hidden-text"],
    ["Bash(git log; id)", "rule.several"],
    ["Bash(git log && id:*)", "rule.several"],
    ["Bash(python:*, pip:*)", "rule.several"],
    ["Bash(git log > f)", "rule.several"],
    ["Bash(echo $HOME:*)", "rule.expansion"],
    ["Bash(echo `id`)", "rule.expansion"],
    ['Bash(echo "$(id)")', "rule.expansion"],
    ["Bash(echo it's)", "rule.quotes"],
    ["Bash(A=* git log)", "rule.assignment"],
    ["Bash(A+=1 git log)", "rule.assignment"],
    ["Bash(A=1)", "rule.assignment"],
    ["Bash(A=1:*)", "rule.assignment"],
    ["Bash(**)", "rule.stars"],
    ["Bash(* *)", "rule.stars"],
  ]
  test.each(broken)("%j is %s", (text, code) => {
    expect(parseRule(text)).toEqual({ kind: "problem", problem: { code, text: text.trim() } })
  })
})

test("every problem says what to do", () => {
  expect(describeRuleProblem({ code: "rule.unclosed", text: "Bash(git log" })).toBe(
    'the rule "Bash(git log" is not closed: end it with one closing parenthesis',
  )
  expect(describeRuleProblem({ code: "rule.hidden-text", text: "\u001b[2J" })).toBe(
    'the rule "…" has invisible or control characters, or is too long: type it again',
  )
})
