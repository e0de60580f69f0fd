import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { decideCommand } from "../src/policy/command/decide-command.ts"
import { bashCommand } from "./shell/bash-grammar.ts"
import { bashPath, runInBash } from "./shell/run-in-bash.ts"

const allow = [
  "Bash(git log:*)",
  "Bash(git status)",
  "Bash(cat:*)",
  "Bash(sort:*)",
  "Bash(ls *)",
  "Bash(wc:*)",
  "Bash(echo:*)",
  "Bash(npm * --watch)",
]
const covered = ["git", "cat", "sort", "ls", "wc", "npm"]
const forbidden = ["id", "touch", "tee", "env", "xargs", "sh", "bash", "evil", "driver", "X", "0", "time", "command"]

const wanted = Number(process.env["SKILLET_FUZZ"] ?? 6000)
const seed = Number(process.env["SKILLET_FUZZ_SEED"] ?? 20_251)

describe.skipIf(bashPath === undefined)("the policy against a real bash", () => {
  test(`of ${wanted} commands, none that is allowed runs a program or writes a file that no rule covers`, {
    timeout: 3_600_000,
  }, async () => {
    const commands = [...new Set(fc.sample(bashCommand(), { numRuns: wanted, seed }))].filter(
      (text) => !text.includes("\0"),
    )
    const allowed = commands.filter((command) => decideCommand(command, { allow }).decision === "allow")
    const ran = await runInBash(allowed, [...covered, ...forbidden])

    expect(ran.map(({ command }) => command)).toEqual(allowed)
    expect(ran.filter(({ programs, changedFiles }) => changedFiles || !programs.every(isCovered))).toEqual([])
    expect(allowed.length).toBeGreaterThan(commands.length / 10)
    expect(ran.filter(({ programs }) => programs.length > 0).length).toBeGreaterThan(allowed.length / 3)
  })
})

/** The rules once more, by what really ran. */
function isCovered([name, ...words]: readonly string[]): boolean {
  const writes = words.some((word) => word.startsWith("--o") && "--output".startsWith(word.split("=", 1)[0] ?? ""))
  switch (name) {
    case "git":
      return (words[0] === "log" && !writes) || words.join("\0") === "status"
    case "sort":
      return !writes && !words.some((word) => /^-[a-z]*o/.test(word))
    case "npm":
      return words.at(-1) === "--watch"
    default:
      return ["cat", "ls", "wc"].includes(name ?? "")
  }
}
