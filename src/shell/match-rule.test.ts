import { describe, expect, test } from "vitest"
import { ruleCovers } from "./match-rule.ts"
import { ruleMayMatch } from "./may-match.ts"
import { type WordPiece, makePlainWord, type ShellWord } from "./reading/words/shell-word.ts"
import { parseRule } from "./rule.ts"

/** Words from a line; `?` in a word is a value that is only known at run time. */
function wordsOf(line: string): readonly ShellWord[] {
  return line.split(" ").map((raw) => ({
    raw,
    pieces: raw.split(/(\?)/).flatMap((text): readonly WordPiece[] => {
      if (text === "?") return [{ kind: "value", quoted: false, from: { kind: "variable", name: "x" } }]
      return text === "" ? [] : [{ kind: "text", text }]
    }),
  }))
}

function ruleOf(text: string) {
  const parsed = parseRule(text)
  if (parsed.kind !== "rule") throw new Error(`not a rule: ${text}`)
  return parsed.rule
}

describe("a rule covers", () => {
  test.each([
    ["Bash", "anything ?"],
    ["Bash(git log:*)", "git log"],
    ["Bash(git log:*)", "git log -5 ?"],
    ["Bash(npm test)", "npm test"],
    ["Bash(npm * --watch)", "npm run a b --watch"],
    ["Bash(npm * --watch *)", "npm run --watch"],
    ["Bash(npm * --watch *)", "npm --watch --watch ?"],
    ["Bash(git*)", "git push ?"],
    ["Bash(git log --since=*)", "git log --since=?"],
    ["Bash(./scripts/*)", "./scripts/a.sh"],
    ["Bash(* --version)", "node --version"],
  ])("%s: %s", (rule, line) => expect(ruleCovers(ruleOf(rule), wordsOf(line))).toBe(true))
})

describe("a rule does not cover", () => {
  test.each([
    ["Bash(git log:*)", "git logs"],
    ["Bash(git log:*)", "git ?"],
    ["Bash(git log:*)", "git lo?"],
    ["Bash(git log:*)", "git"],
    ["Bash(git log:*)", "./git log"],
    ["Bash(npm test)", "npm test ?"],
    ["Bash(npm test)", "npm test -u"],
    ["Bash(npm * --watch)", "npm --watch"],
    ["Bash(npm * --watch)", "npm ? --watch"],
    ["Bash(npm * --watch)", "npm run --watchful"],
    ["Bash(npm * --watch *)", "npm run --watch?"],
    ["Bash(* --version)", "./node --version"],
    ["Bash(./scripts/*)", "./scripts/../evil"],
    ["Bash(*)", ""],
  ])("%s: %s", (rule, line) => expect(ruleCovers(ruleOf(rule), wordsOf(line))).toBe(rule === "Bash(*)"))

  test("a blank within a word as one between words", () => {
    expect(ruleCovers(ruleOf("Bash(git log:*)"), [makePlainWord("git log")])).toBe(false)
    expect(ruleCovers(ruleOf("Bash(npm * --watch)"), [makePlainWord("npm"), makePlainWord("run --watch")])).toBe(false)
  })
})

describe("a deny rule may match", () => {
  test.each([
    ["Bash(git push:*)", "git push"],
    ["Bash(git push:*)", "GIT push"],
    ["Bash(git push:*)", "git ?"],
    ["Bash(git push:*)", "git p?h"],
    ["Bash(git push:*)", "? push"],
    ["Bash(git push:*)", "git ? push"],
    ["Bash(git push)", "git push ?"],
    ["Bash(* --force*)", "git push ?"],
    ["Bash(* --force*)", "a b --forced c"],
  ])("%s: %s", (rule, line) => expect(ruleMayMatch(ruleOf(rule), wordsOf(line))).toBe(true))
})

describe("a deny rule cannot match", () => {
  test.each([
    ["Bash(git push:*)", "git log ?"],
    ["Bash(git push:*)", "git pushed"],
    ["Bash(git push:*)", "git l?"],
    ["Bash(git push)", "git push origin"],
    ["Bash(* --force*)", "git push origin"],
  ])("%s: %s", (rule, line) => expect(ruleMayMatch(ruleOf(rule), wordsOf(line))).toBe(false))
})
