import { describe, expect, test } from "vitest"
import { decideCommand } from "../src/shell/judge/decide-command.ts"
import { classCases } from "./shell/class-cases.ts"
import { moreClassCases } from "./shell/more-class-cases.ts"
import { ownCases } from "./shell/own-cases.ts"
import { sendingCases } from "./shell/sending-cases.ts"
import { readCommands } from "./shell/read-commands.ts"

describe.each(ownCases)("$kind", ({ rows, ...rules }) => {
  test.each(rows)("%j → %s: %s", (command, decision) => {
    const decided = decideCommand(command, rules)
    expect(decided.decision, decided.reason).toBe(decision)
  })
})

test("there are enough cases of every class", () => {
  expect(ownCases.flatMap(({ rows }) => rows).length).toBeGreaterThan(250)
})

test("no reason names a destructive command, and each is one short sentence", () => {
  const commands = ["rm -rf build", "ls; rm x", "dd if=a of=b", "find . -delete", "git log && shred f", "mkfs.ext4 x"]
  const reasons = [
    ...commands.map((command) => decideCommand(command, { allow: ["Bash(git log:*)", "Bash(find:*)"] })),
    ...commands.map((command) => decideCommand(command, { allow: ["Bash"], deny: ["Bash(rm:*)"] })),
    ...ownCases.flatMap(({ rows, ...rules }) => rows.map(([command]) => decideCommand(command, rules))),
  ].flatMap(({ reason, commands: each }) => [reason, ...each.map((one) => one.reason)])
  expect(reasons.filter((reason) => /\b(?:rm|dd|shred|mkfs\S*|delete|kill)\b/.test(reason))).toEqual([])
  expect(reasons.filter((reason) => reason.length > 160 || reason.includes("\n"))).toEqual([])
})

describe.each([...classCases, ...moreClassCases, ...sendingCases])(
  "under $allow, refusing $deny",
  ({ refused = [], allowed = [], ...rules }) => {
    test.each([...refused.map((command) => [command, "deny"]), ...allowed.map((command) => [command, "allow"])])(
      "%j → %s",
      (command, decision) => {
        const decided = decideCommand(command ?? "", rules)
        expect(decided.decision, decided.reason).toBe(decision)
      },
    )
  },
)

describe("lists of whole commands, each under rules that fit its program", () => {
  const refused = readCommands("refused-commands.txt")
  const harmless = readCommands("harmless-commands.txt")

  test("no attack on any of the programs is allowed", () => {
    expect(refused.length).toBeGreaterThan(1200)
    expect(refused.filter((each) => decideCommand(each.command, each).decision === "allow")).toEqual([])
  })

  test("no ordinary command is refused", () => {
    expect(harmless.length).toBeGreaterThan(330)
    expect(harmless.filter((each) => decideCommand(each.command, each).decision !== "allow")).toEqual([])
  })
})
