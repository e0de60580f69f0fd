import { describe, expect, test } from "vitest"
import { decideCommand } from "./decide-command.ts"

describe("a decision lists what was found", () => {
  test("each simple command with its words and the rule that covers it", () => {
    const decided = decideCommand(`git log "$(cat 'a b')" | wc -l`, {
      allow: ["Bash(git log:*)", "Bash(cat:*)", "Bash(wc *)"],
    })
    expect(decided).toEqual({
      decision: "deny",
      reason: "git log may mistake a value or a file name for an option: put it after --, or write it out",
      commands: [
        { words: ["cat", "a b"], decision: "allow", rule: "Bash(cat:*)", reason: "allowed by a rule" },
        {
          words: ["git", "log", `"$(cat 'a b')"`],
          decision: "deny",
          reason: "git log may mistake a value or a file name for an option: put it after --, or write it out",
        },
        { words: ["wc", "-l"], decision: "allow", rule: "Bash(wc *)", reason: "allowed by a rule" },
      ],
    })
  })

  test("a free built-in needs no rule", () => {
    expect(decideCommand("[ -f a ]", { allow: [] })).toEqual({
      decision: "allow",
      reason: "every command in it is allowed",
      commands: [{ words: ["[", "-f", "a", "]"], decision: "allow", reason: "[ has no side effects" }],
    })
  })

  test("nothing is listed for a command that could not be read", () => {
    expect(decideCommand("ls 'a", { allow: ["Bash"] })).toEqual({
      decision: "deny",
      reason: "bash cannot read this (near character 4): check quotes, brackets and keywords",
      commands: [],
    })
  })
})

describe("rules that cannot be read", () => {
  test("an allow rule is ignored and reported", () => {
    expect(decideCommand("ls", { allow: ["Bash(ls:*)", "Bash(id"] })).toMatchObject({
      decision: "allow",
      problems: [{ code: "rule.unclosed", text: "Bash(id" }],
    })
  })

  test.each(["deny", "ask"])("a %s rule stops everything, because ignoring it would allow more", (list) => {
    expect(decideCommand("ls", { allow: ["Bash"], [list]: ["Bash(git push"] })).toMatchObject({
      decision: "deny",
      reason:
        'the rule "Bash(git push" is not closed: end it with one closing parenthesis; no command runs until this is fixed',
    })
  })

  test("rules for other tools are ignored", () => {
    expect(decideCommand("ls", { allow: ["Bash(ls)"], deny: ["Read(./.env)", "WebFetch"] }).decision).toBe("allow")
  })
})

describe("read-only commands need no rule if the profile says so", () => {
  const free = [
    "echo hi",
    "cat a | head -1",
    "git status --short",
    "date +%Y",
    "ls src *.md",
    "grep -rn foo src",
    "sed -n 1,5p a",
  ]
  test.each(free)("%s", (command) => {
    expect(decideCommand(command, { allow: [], free: "read-only" }).decision).toBe("allow")
    expect(decideCommand(command, { allow: [] }).decision).toBe("deny")
  })

  test.each([
    ["ls /etc", "ls refers to a file outside the project: use only files inside it"],
    ["cat ../secret", "cat refers to a file outside the project: use only files inside it"],
    ["cat ~/.netrc", "an argument of cat is only known at run time: write it out, or ask for a rule"],
    ["grep -f /etc/passwd a", "grep refers to a file outside the project: use only files inside it"],
    ["wc -l < /etc/passwd", "wc refers to a file outside the project: use only files inside it"],
    ["echo $HOME", "an argument of echo is only known at run time: write it out, or ask for a rule"],
    ["git branch new", "git branch can make changes with these arguments: use it only to list"],
    ["git log --output=f", "git log --output writes a file: only a rule that spells it out can allow it"],
    ["sort -o f f", "sort -o writes a file: only a rule that spells it out can allow it"],
    ["sed -i s/a/b/ f", "sed can make changes with these arguments: use it only to list"],
    ["curl --version", "no rule covers curl: leave it out, or ask for a rule that names it"],
    ["echo a > f", "echo: it writes to a file, which no rule can cover: print the text instead"],
    ["echo $(touch f)", "no rule covers touch: leave it out, or ask for a rule that names it"],
    ["cat .*/../x", "an argument of cat is only known at run time: write it out, or ask for a rule"],
  ])("%s is not", (command, reason) => {
    expect(decideCommand(command, { allow: [], free: "read-only" })).toMatchObject({ decision: "deny", reason })
  })
})

describe("commands of hostile size are answered immediately", () => {
  const many = (text: string, times: number) => text.repeat(times)
  test.each([
    ["2,000 nested substitutions", many("$(", 2000)],
    ["1,500 substitutions that close", many("$(", 1500) + many(")", 1500)],
    ["5,000 brackets", many("(", 5000)],
    ["4,999 brackets that close", many("(", 4999) + many(")", 4999)],
    ["20,001 quotes", many("'", 20_001)],
    ["9,999 double quotes", many('"', 9999)],
    ["9,999 backticks", many("`", 9999)],
    ["10,000 characters", many("x", 10_000)],
    ["5,000 commands", many("a;", 5000)],
    ["3,000 braces", many("{a,", 3000)],
    ["2,400 here-documents", many("<<a ", 2400)],
    ["1,900 defaults", `echo ${many("${x:-", 1900)}`],
    ["450 ifs", many("if a; then ", 450) + "b" + many("; fi", 450)],
    ["4,000 negations", `[[ ${many("! ", 4000)}x ]]; a`],
    ["3,300 options", `env ${many("-a ", 3300)}`],
    ["9,000 slashes for awk", `awk '${many("/", 9000)}'`],
    ["9,000 slashes for sed", `sed '${many("/", 9000)}'`],
    ["many redirections behind braces", many("{}>a", 2400)],
  ])("%s", { timeout: 5000 }, (_, command) => {
    const rules = { allow: ["Bash(awk:*)", "Bash(sed:*)", "Bash(a*b*c*d *)"], deny: ["Bash(* --force*)"] }
    expect(decideCommand(command, rules).decision).toBe("deny")
  })
})
