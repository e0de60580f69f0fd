import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type CommandJudgement, decideCommand } from "../src/shell/judge/decide-command.ts"
import { fillValues } from "../src/shell/judge/fill-values.ts"
import { findQuoteContext, quoteValue } from "../src/shell/judge/quote-context.ts"
import { findValueFault } from "../src/shell/judge/find-value-fault.ts"
import { describeWith, needProgram } from "./needs.ts"
import { runInBash } from "./shell/run-in-bash.ts"

const wanted = Number(process.env["SKILLET_FUZZ"] ?? 1500)
const seed = Number(process.env["SKILLET_FUZZ_SEED"] ?? 20_252)

/** Values that are harmless as data and harmful as anything else. */
const values = [
  "a[$(id)]",
  "--output=f",
  "-exec",
  "a --output=f",
  "$(id)",
  "; id",
  "'; id #",
  "`id`",
  "id",
  "1",
  "b c",
  "*",
  "-v",
  "x\nid",
]

const places = ["§", '"§"', "'§'", "a§", "--name=§", "-§", "§.txt"]
const setters = [
  "",
  "n=§; ",
  "n=§; m=$n; ",
  "n=$(echo §); ",
  "for n in §; do ",
  "read n <<< §; ",
  "n=a; n+=§; ",
  "export n=§; ",
]
const users = [
  "git log §",
  'git log "$n"',
  "git log $n",
  "echo $((n+1))",
  "[[ $n -gt 0 ]]",
  'bash -c "echo $n"',
  "echo $n | bash",
  "cat §",
  "cat $n",
  "[ -f § ]",
  "[ $n ]",
  "sort §",
  "sort -- §",
  "echo ${A[n]}",
  "$n",
  "eval $n",
  "sort ${n:-a}",
  "echo § | xargs sort",
  "git log -- §",
  'case "§" in a) ls;; esac',
  "npm run test §",
  "test -v §",
  "printf -v n §",
  "let n",
  "cat < §",
  "git log --grep=§",
]

function command(): fc.Arbitrary<{ readonly template: string; readonly value: string }> {
  return fc
    .record({
      setter: fc.constantFrom(...setters),
      user: fc.constantFrom(...users),
      place: fc.constantFrom(...places),
      value: fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 6 })),
    })
    .map(({ setter, user, place, value }) => ({
      template: `${setter}${user}${setter.startsWith("for") ? "; done" : ""}`.replaceAll("§", place),
      value: value.replaceAll("§", ""),
    }))
    .filter(({ template, value }) => template.includes("§") && value.trim() !== "")
}

const judge = (text: string): CommandJudgement => {
  const { decision, reason, commands } = decideCommand(text, { allow: ["Bash"] })
  return { decision, reason, words: commands.map(({ words }) => words) }
}

/** Like an argument of a skill that is inserted into a command that may do everything. */
function asArgument(template: string, value: string): string | undefined {
  const parts = template.split("§")
  const place = (texts: readonly string[]) =>
    parts.slice(1).reduce<{ command: string } | { wrong: string }>(
      (before, after, at) => {
        if ("wrong" in before) return before
        const context = findQuoteContext(before.command)
        if (context === "nowhere") return { wrong: "nowhere" }
        return { command: before.command + quoteValue(context, texts[at] ?? "") + after }
      },
      { command: parts[0] ?? "" },
    )
  const all = parts.slice(1).map(() => value)
  const placed = place(all)
  if ("wrong" in placed || value.includes("\0")) return undefined
  const judged = judge(placed.command)
  const given = all.map((text) => ({ text, isOutside: true }))
  const fault = judged.decision === "allow" ? findValueFault({ values: given, place, judge, judged }) : "refused"
  return fault === undefined ? placed.command : undefined
}

/** Like an answer that is inserted into the command of a gate. */
function asAnswer(template: string, value: string): string | undefined {
  const parts = template
    .split("§")
    .flatMap((text, at) => [
      ...(at === 0 ? [] : [{ kind: "value" as const, text: value }]),
      { kind: "text" as const, text },
    ])
  const filled = fillValues(parts)
  if ("wrong" in filled) return undefined
  return judge(filled.command).decision === "allow" ? filled.command : undefined
}

describeWith(needProgram("bash"), "values against a real bash", () => {
  describe.each([
    ["an argument of a skill", asArgument],
    ["an answer in a gate", asAnswer],
  ])("%s", (_, fill) => {
    test(`of ${wanted} commands, none runs a value or takes it for an option`, { timeout: 3_600_000 }, async () => {
      const filled = fc.sample(command(), { numRuns: wanted, seed }).map(({ template, value }) => fill(template, value))
      const allowed = [...new Set(filled.flatMap((text) => (text === undefined ? [] : [text])))]
      const ran = await runInBash(allowed, ["id", "git", "cat", "sort", "npm", "ls", "bash", "xargs", "a", "b", "x"])
      const wrong = ran.filter(({ programs }) => programs.some((words) => isHarmed(words)))
      if (wrong[0] !== undefined) console.log(`the first is command ${filled.indexOf(wrong[0].command) + 1}`)
      expect(wrong).toEqual([])
      expect(allowed.length).toBeGreaterThan(wanted / 40)
    })
  })
})

/** A value was run, or a program got it as an option. */
function isHarmed([name = "", ...words]: readonly string[]): boolean {
  const before = words.slice(0, words.includes("--") ? words.indexOf("--") : undefined)
  const isOption = before.some((word) => /^-(?!-(?:grep|name)=)/.test(word) && !/^-\d+$/.test(word))
  return /^(?:id|bash|xargs|a|b|x)$/.test(name) || (/^(?:git|sort|npm)$/.test(name) && isOption)
}
