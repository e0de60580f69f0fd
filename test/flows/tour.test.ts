import { spawnSync } from "node:child_process"
import path from "node:path"
import { expect, test } from "vitest"

const script = path.resolve(import.meta.dirname, "../../scripts/start.mjs")

test("the tour runs its commands in the sample shop and shows what they print, in at most 45 lines", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" })
  expect([status, stderr]).toEqual([0, ""])
  expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(45)
  const shown = stdout
    .replaceAll(/\br-[0-9a-z]{8}\b/g, "RUN")
    .replace(/^ {2}\d+ findings in .*$/m, "  N findings")
    .split("\n")
    .filter((line) => /^\$ |^  (?:STEP|deny|allow|Codex|> |\d+ skills|N findings)/.test(line))
  expect(shown.map((line) => line.slice(0, 60).trim())).toMatchInlineSnapshot(`
    [
      "$ skillet list  # its skills as each agent sees them, and wh",
      "Codex: 6 skills, 251 tokens listed for the model; its own",
      "$ skillet why deploy  # which copy wins, for which agent",
      "Codex        uses it .agents/skills/deploy/SKILL.md",
      "$ skillet trust add release-notes --hash …  # a person appro",
      "$ skillet render release-notes --dry-run  # what it would ru",
      "deny     line 12  head -n 12 CHANGELOG.md",
      "allow    line 16  git log --oneline -n 5",
      "$ skillet run start decision-critic …  # a procedure that is",
      "STEP 1/7: Break the decision down",
      "$ skillet run report RUN --step extract_structure …",
      "$ skillet run report RUN --step extract_structure …",
      "STEP 2/7: Classify each item by what could settle it",
      "$ skillet wake backend  # an agent wakes up and knows where",
      "> @backend the log shows two charges for order 1042",
      "$ skillet review  # its code, reviewed without a model",
      "N findings",
    ]
  `)
})
