import path from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { decideCommand } from "../src/shell/judge/decide-command.ts"
import { bashCommand } from "./shell/bash-grammar.ts"
import { runInBash } from "./shell/run-in-bash.ts"
import { describeWith, needProgram } from "./needs.ts"

const allow = [
  "Bash(git log:*)",
  "Bash(git status)",
  "Bash(git branch:*)",
  "Bash(git ls-files:*)",
  "Bash(git rev-parse:*)",
  "Bash(cat:*)",
  "Bash(sort:*)",
  "Bash(ls *)",
  "Bash(wc:*)",
  "Bash(echo:*)",
  "Bash(npm run test:*)",
  "Bash(make test:*)",
  "Bash(tar:*)",
  "Bash(rg:*)",
  "Bash(find . -exec grep:*)",
  "Bash(npx tsc:*)",
  "Bash(xargs grep:*)",
  "Bash(curl:*)",
]
const covered = ["git", "cat", "sort", "ls", "wc", "npm", "make", "tar", "rg", "find", "npx", "xargs", "curl"]
const forbidden = ["id", "touch", "tee", "env", "sh", "bash", "evil", "driver", "X", "0", "time", "command"]

/** Among them programs that most commands are made of, in loops, substitutions and tests too. */
const denied = ["id", "touch", "tee", "evil", "sort", "cat"]

const wanted = Number(process.env["SKILLET_FUZZ"] ?? 2000)
const seed = Number(process.env["SKILLET_FUZZ_SEED"] ?? 20_251)

function sampleCommands(): readonly string[] {
  return [...new Set(fc.sample(bashCommand(), { numRuns: wanted, seed }))].filter((text) => !text.includes("\0"))
}

describeWith(needProgram("bash"), "the policy against a real bash", () => {
  test(`of ${wanted} commands, none that is allowed runs a program or writes a file that no rule covers`, {
    timeout: 3_600_000,
  }, async () => {
    const commands = sampleCommands()
    const allowed = commands.filter((command) => decideCommand(command, { allow }).decision === "allow")
    const ran = await runInBash(allowed, [...covered, ...forbidden])

    expect(ran.map(({ command }) => command)).toEqual(allowed)
    const wrong = ran.filter(({ programs, changedFiles }) => changedFiles || !programs.every(isCovered))
    if (wrong[0] !== undefined) console.log(`the first is command ${commands.indexOf(wrong[0].command) + 1}`)
    expect(wrong).toEqual([])
    expect(allowed.length).toBeGreaterThan(commands.length / 10)
    expect(ran.filter(({ programs }) => programs.length > 0).length).toBeGreaterThan(allowed.length / 3)
  })
})

describeWith(needProgram("bash"), "deny rules against a real bash", () => {
  test(`of ${wanted} commands, none that is allowed runs a program that a rule denies, although all others may run`, {
    timeout: 3_600_000,
  }, async () => {
    const rules = { allow: ["Bash"], deny: denied.map((name) => `Bash(${name}:*)`) }
    const commands = sampleCommands()
    const allowed = commands.filter((command) => decideCommand(command, rules).decision === "allow")
    const ran = await runInBash(allowed, [...covered, ...forbidden])

    expect(ran.map(({ command }) => command)).toEqual(allowed)
    const wrong = ran.filter(({ programs }) => programs.some(([name = ""]) => denied.includes(path.basename(name))))
    if (wrong[0] !== undefined) console.log(`the first is command ${commands.indexOf(wrong[0].command) + 1}`)
    expect(wrong).toEqual([])
    // Both kinds occur: commands that may run, and commands that only the rules keep from running.
    expect(allowed.length).toBeGreaterThan(commands.length / 10)
    const free = commands.filter((command) => decideCommand(command, { allow: ["Bash"] }).decision === "allow")
    expect(free.length - allowed.length).toBeGreaterThan(commands.length / 10)
  })
})

/** The rules again, based on what really ran: what each program must never get. */
function isCovered([name = "", ...words]: readonly string[]): boolean {
  const before = words.slice(0, words.includes("--") ? words.indexOf("--") : undefined)
  const has = (pattern: RegExp, among = words) => among.some((word) => pattern.test(word))
  switch (name) {
    case "git":
      if (words.join("\0") === "status") return true
      return (
        /^(?:log|branch|ls-files|rev-parse)$/.test(words[0] ?? "") &&
        !has(/^--o(?:u(?:t(?:p(?:u(?:t)?)?)?)?)?(?:=|$)/, before)
      )
    case "sort":
      return !has(/^--o(?:u(?:t(?:p(?:ut?)?)?)?)?(?:=|$)|^-[a-zA-Z]*[oT]|^--c(?:ompress|omp)/, before)
    case "tar":
      return !has(
        /^--(?:checkpoint-action|to-command|use-compress|info-script|rsh|rmt|index-file)|^-[a-zA-Z]*[IF]/,
        before,
      )
    case "rg":
      return !has(/^--(?:pre|hostname-bin)(?:=|$)/, before)
    case "make":
      return words[0] === "test" && !has(/[$!]|^SHELL|^MAKEFLAGS|^-[a-zA-Z]*[fECI]|^--(?:eval|file|directory)/)
    case "npm":
      return words[0] === "run" && words[1] === "test" && !has(/^--?(?:script-shell|prefix|node-options)/, before)
    case "npx":
      return words[0] === "tsc" && !has(/^@|^-(?:o|-out)/)
    case "xargs":
      return words[0] === "grep"
    case "curl":
      return (
        !has(/^-[a-zA-Z]*[KToO]|^-[a-zA-Z]*[dH]@(?!-$)|^-F[^\n]*=[@<]/) &&
        !/^-\w*(?:[dH]\n@(?!-$)|F\n\w+=[@<])/m.test(words.join("\n"))
      )
    case "find": {
      const inner = words.findIndex((word) => word === ";" || word === "+")
      const rest = inner === -1 ? [] : words.slice(inner + 1)
      return words.slice(0, 3).join(" ") === ". -exec grep" && !has(/^-(?:exec|ok|delete|fprint|fls)/, rest)
    }
    default:
      return ["cat", "ls", "wc"].includes(name)
  }
}
