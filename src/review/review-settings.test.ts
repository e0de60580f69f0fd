import { expect, test } from "vitest"
import { parseReviewSettings } from "./review-settings.ts"

test("one unknown name in skip_agents is reported, and the others are still skipped", () => {
  const text = "---\nskip_agents: [security, nobody, clarity, performence]\nmin_severity: major\n---\nBe kind.\n"
  const { skipAgents, minSeverity, problems } = parseReviewSettings({ text, path: "s.md", resolve: () => undefined })
  expect([skipAgents, minSeverity]).toEqual([["security-agent", "clarity-agent"], "major"])
  expect(problems.map(({ code, line, message }) => [code, line, message])).toEqual([
    ["settings.bad-value", 2, 'there is no agent "nobody"'],
    ["settings.bad-value", 2, 'there is no agent "performence"'],
  ])
})

test("which findings are merged is one of two words", () => {
  const read = (word: string) =>
    parseReviewSettings({ text: `---\nmerge: ${word}\n---\n`, path: "s.md", resolve: () => undefined })
  expect(read("overlap").merge).toBe("overlap")
  expect([read("all").merge, read("all").problems.map(({ message }) => message)]).toEqual([
    undefined,
    ["merge must be one of same, overlap"],
  ])
})
