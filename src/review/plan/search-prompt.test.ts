import { expect, test } from "vitest"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import type { Gathered } from "../review-data.ts"
import { defaultPrices } from "../../workflow/quote/prices.ts"
import { planFirstRound, planSecondRound } from "../ask-agents.ts"
import { listReviewers } from "../reviewers.ts"
import { planReview } from "./plan-review.ts"

const gathered: Gathered = {
  depth: "deep",
  kind: "code",
  files: [],
  tests: [],
  instructions: [],
  additional: "",
  project: { branch: "main", languages: ["typescript"], scope: "src" },
  skillInstructions: {},
  skillQuestions: {},
  falsePositiveRules: [],
  autoValidated: [],
  skippedAgents: [],
  failedSkills: [],
  warnings: [],
  content: "inline",
  matches: [],
  incomplete: [],
}

function file(path: string, lines: number, more: Partial<ReviewedFile> = {}): ReviewedFile {
  const text = Array.from({ length: lines }, (_, at) => `export const value${at} = compute(${at}, "${path}")`).join(
    "\n",
  )
  return { path, language: "typescript", text, isPriority: false, isTest: false, isGenerated: false, ...more }
}

const project: Gathered = {
  ...gathered,
  promptTokens: 8000,
  files: [
    ...Array.from({ length: 12 }, (_, at) => file(`src/${at < 6 ? "web" : "store"}/f${at}.ts`, 120)),
    file("src/vendored.ts", 400, { isGenerated: true }),
  ],
  tests: [{ path: "test/f0.test.ts", text: "test()\n".repeat(20_000), of: ["src/web/f0.ts"] }],
  instructions: [{ path: "CLAUDE.md", text: "Write tests.\n".repeat(20_000) }],
}

test("no prompt is larger than its ceiling, and together the parts show every file that people wrote", () => {
  const items = planFirstRound(project)
  for (const { item, prompt = "" } of [...items, ...planSecondRound(project, [])])
    expect([item, Math.min(8000, estimateTokens(prompt))]).toEqual([item, estimateTokens(prompt)])
  const prompts = items.filter(({ item }) => item.startsWith("security-agent.")).map(({ prompt = "" }) => prompt)
  expect(prompts.length).toBeGreaterThan(2)
  const shown = prompts.flatMap((prompt) => [...prompt.matchAll(/^File "([^"]+)"/gm)].map(([, path]) => path))
  expect([...new Set(shown)].toSorted()).toEqual(
    project.files
      .filter(({ isGenerated }) => !isGenerated)
      .map(({ path }) => path)
      .toSorted(),
  )
  expect(prompts[1]).toContain(`in ${prompts.length} parts. This is part 2.`)
  expect(prompts[1]).toContain('\nNot shown, because they are generated, vendored or minified: "src/vendored.ts".\n')
})

test("what all reviewers of a part share comes first, byte for byte", () => {
  const prompts = planFirstRound(project).filter(({ item }) => item.endsWith(".1"))
  const shared = prompts.map(({ prompt = "" }) => prompt.slice(0, prompt.indexOf("\n\nThe project's instructions")))
  const bare = shared.filter((_, at) => /api-contracts|error-handling/.test(prompts[at]?.item ?? ""))
  expect(bare.length).toBe(2)
  expect(bare[0]).toBe(bare[1])
})

const withTests: Gathered = {
  ...gathered,
  files: [
    file("src/a.ts", 3),
    file("src/a.test.ts", 3, { isTest: true, isPriority: true }),
    file("test/fixtures/b.ts", 3, { isTest: true }),
  ],
}

const whoSees = (review: Gathered, path: string) =>
  planFirstRound(review)
    .filter(({ prompt = "" }) => prompt.includes(`File "${path}"`))
    .map(({ item }) => item)

test("tests under review are shown only to the agents that review tests", () => {
  const seeing = ["bug-detection-agent", "technical-debt-agent", "test-coverage-agent"]
  expect([whoSees(withTests, "src/a.test.ts"), whoSees(withTests, "test/fixtures/b.ts")]).toEqual([seeing, seeing])
  expect(whoSees(withTests, "src/a.ts")).toHaveLength(9)
  const [first, ...others] = planFirstRound(withTests).map(({ prompt = "" }) => prompt)
  const start = first?.slice(0, first.indexOf("```\n\nYou are")) ?? ""
  expect(start).toMatch(/^Of all files, 2 are tests\. They are shown only to the agents that review tests\.$/m)
  for (const prompt of others) expect(prompt.slice(0, start.length)).toBe(start)
})

test.each([
  ["in a change, whose author chooses where a file is", { change: { kind: "staged" } }],
  ["where somebody names them", { named: ["src/a.test.ts", "test/fixtures"] }],
  ["where there is nothing else", { files: withTests.files.slice(1) }],
  ["where the rest is generated", { files: withTests.files.map((one) => ({ ...one, isGenerated: !one.isTest })) }],
] as const)("every agent is shown the tests under review %s", (_, more) => {
  const review: Gathered = { ...withTests, ...more }
  expect([whoSees(review, "src/a.test.ts").length, whoSees(review, "test/fixtures/b.ts").length]).toEqual([9, 9])
})

test("only those whose findings have them are asked for an attack vector and an impact", () => {
  const small = { ...gathered, files: [file("src/a.ts", 3)] }
  const asked = planFirstRound(small).map(({ item, prompt = "" }) => [
    item,
    ...["attack_vector", "impact"].filter((field) => prompt.includes(`"${field}"`)),
  ])
  expect(asked.filter(([, ...fields]) => fields.length > 0)).toEqual([
    ["performance-agent", "impact"],
    ["security-agent", "attack_vector", "impact"],
  ])
})

test("prompts for document reviewers do not mention code review", () => {
  const docs: Gathered = { ...gathered, kind: "docs", files: [file("docs/a.md", 3, { language: "markdown" })] }
  const prompts = planFirstRound(docs).map(({ prompt = "" }) => prompt)
  expect(prompts).toHaveLength(listReviewers("docs").length)
  for (const prompt of prompts) expect(prompt).toMatch(/^You review documents that others wrote\./)
})

test("a plan counts the parts, and offline there is nothing to pay", () => {
  const plan = planReview(project)
  expect([plan.parts > 2, plan.money > 0, plan.agents.length]).toEqual([
    true,
    true,
    9 * partsIn(plan, "thorough") + 5 * partsIn(plan, "gaps"),
  ])
  expect(planReview({ ...project, isOffline: true })).toMatchObject({
    parts: 0,
    agents: [],
    tokens: 0,
    money: 0,
    most: 0,
  })
})

function partsIn({ agents }: ReturnType<typeof planReview>, wanted: string): number {
  return agents.filter(({ round, agent }) => round === wanted && agent.startsWith("security-agent")).length
}

test("a line break at the end of a file is not shown as another line", () => {
  const long = file("src/long.ts", 200, { changed: [100] })
  const files = [{ ...long, text: `${long.text}\n` }, file("src/a.ts", 0, { text: "one\ntwo\n" })]
  const [{ prompt = "" } = {}] = planFirstRound({ ...gathered, files })
  expect(prompt).toContain("of 200 lines; read the others")
  expect(prompt).toContain("```typescript\n1| one\n2| two\n```")
})

test("reviewers of documents are asked about documents", () => {
  const files = [file("README.md", 0, { language: "markdown", text: "# Guide\n" })]
  const [{ prompt = "" } = {}] = planFirstRound({ ...gathered, kind: "docs", files })
  expect(prompt).toContain("naming the pages and sections to change")
  expect(prompt).toContain("File, line and quoted text are checked.")
})

test("a plan names the model that the settings choose for a tier", () => {
  const plan = planReview(project, { prices: defaultPrices, models: { large: "big-1" } })
  const chosen = new Set(plan.agents.map(({ tier, model }) => `${tier} ${model ?? "-"}`))
  expect([...chosen].toSorted()).toEqual(["large big-1", "mid -"])
})
