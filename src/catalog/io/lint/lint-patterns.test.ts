import { expect, test } from "vitest"
import { readSkill } from "../../../skill/read-skill.ts"
import { readReviewSkill } from "../../../skill/body/review/read-review-skill.ts"
import { instructAgents } from "../../../review/instructions/instruct-agents.ts"
import { lintPatterns } from "./lint-patterns.ts"

const rows = {
  good: "`eval\\(`",
  "cannot-be-read": "`foo(bar`",
  "takes-for-ever": "`^(\\w+\\s?)*$x`",
  "matches-all": "`\\w+`",
  "matches-empty": "`a*`",
}

const text = `---
name: reviewing-bugs
description: Checks the shop.
---

# Shop

## Categories Checked

**Prices (Major):**

- A price that is computed twice

## Auto-Validated Patterns

| Pattern | Regex | Severity | Description |
|---|---|---|---|
${Object.entries(rows)
  .map(([id, regex]) => `| \`${id}\` | ${regex} | Major | it |`)
  .join("\n")}
`

function read() {
  const reading = readSkill(text)
  if (reading.kind === "refused") throw new Error("refused")
  return reading.skill
}

test("lint names each expression that cannot be read, never ends or matches everything, with its line", () => {
  const found = lintPatterns("reviewing-bugs", read())
  const lineOf = (id: string) => text.split("\n").findIndex((line) => line.includes(`\`${id}\``)) + 1
  expect(found.map(({ code, line }) => `${line} ${code}`).sort()).toEqual(
    [
      `${lineOf("cannot-be-read")} review.bad-pattern`,
      `${lineOf("takes-for-ever")} pattern.exponential`,
      `${lineOf("matches-all")} pattern.matches-all`,
      `${lineOf("matches-empty")} pattern.matches-empty`,
    ].sort(),
  )
})

test("only the valid one is given to agents and to validation as needing no judge", () => {
  const { skill } = readReviewSkill("reviewing-bugs", read())
  const own = { ...skill, type: "review", primaryAgent: "bug-detection-agent" } as const
  const { agents, validation } = instructAgents([own])
  expect(agents.get("bug-detection-agent")?.autoValidate).toEqual(["good"])
  expect(validation.autoValidatePatterns.map(({ id }) => id)).toEqual(["good"])
})
