import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { decideCommand } from "../../src/shell/judge/decide-command.ts"
import { describeWith, needData } from "../needs.ts"

interface Case {
  readonly id: string
  readonly command: string
  readonly allow: readonly string[]
  readonly deny?: readonly string[]
  readonly expect: "allow" | "deny"
  readonly tolerance?: "allow-ok"
}

const cases: readonly Case[] = ["shell-cases.json", "shell-cases-2.json", "shell-cases-3.json"].flatMap((name) => {
  const file = path.resolve(import.meta.dirname, "../../../shared/cases", name)
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).cases : []
})

/** The status that git prints contains file names, and one of them may be called `--output=x`. */
const refusedAfterAll = ["git log $(git status)"]

describeWith(needData(cases.length > 0), "the shared shell cases", () => {
  const wrong = (expected: "allow" | "deny") =>
    cases
      .filter(({ expect: wanted, tolerance }) => wanted === expected && tolerance !== "allow-ok")
      .map((each) => ({ ...each, got: decideCommand(each.command, each) }))
      .filter(({ got }) => (got.decision === "allow") !== (expected === "allow"))
      .map(({ id, command, got }) => ({ id, command, reason: got.reason }))

  test("no command is allowed that must be refused", () => {
    expect(wrong("deny")).toEqual([])
  })

  test("at most 2 in 100 commands are refused that may run", () => {
    const refused = wrong("allow").map(({ command }) => command)
    expect(refused.length).toBeLessThanOrEqual(cases.filter(({ expect: wanted }) => wanted === "allow").length * 0.02)
    expect(refused.filter((command) => !refusedAfterAll.includes(command))).toEqual([])
  })
})
