import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { claude, type ClientSession } from "./real-client.ts"
import { openWakeBench, packetsIn, collectTexts } from "./wake-bench.ts"

// Claude Code only: what a sub-agent is asked to do is in its transcript. Transcripts of Codex are not read for that.
const bench = openWakeBench("general-purpose")
const { skillet } = bench
let server: ModelServer
let session: ClientSession

const ROLE =
  "Ask before you begin if a requirement is unclear. Change only what the task names. Report what you changed."
const titles = ["Hash passwords", "Add the endpoint", "Limit the attempts"]
const PLAN = titles.map((title, at) => `### Task ${at + 1}: ${title}\n\nOnly section ${at + 1} says this.\n`).join("\n")

function requestTask(number: number) {
  const prompt = `You are implementing Task ${number}: ${titles[number - 1]}\n\n${ROLE}\n\nSAY: PART ${number}`
  return { role: "general-purpose", prompt }
}

beforeAll(async () => {
  server = await openModelServer({
    scripts: {
      second: claude.startAgents([requestTask(2)]),
      both: claude.startAgents([requestTask(2), requestTask(3)]),
      other: claude.startAgents([{ role: "general-purpose", prompt: "SAY: HELLO" }]),
    },
  })
  const skill = "project/.claude/skills/working-with-agents"
  bench.put(`${skill}/SKILL.md`, "---\ndescription: Works with agents.\n---\n# Agents\n\nStart one for each task.\n")
  bench.put(`${skill}/implementer-prompt.md`, `# Implementer\n\nYou are implementing Task N: [title]\n\n${ROLE}\n`)
  bench.put("project/docs/plans/login.md", `# Login\n\n${PLAN}`)
  skillet("task", "import", "docs/plans/login.md", "--skill", "working-with-agents")
  skillet("init", "--host", "claude", "--yes")
  session = claude.open(bench, server)
})
afterAll(async () => {
  await session.end()
  await server.close()
  bench.remove()
})

test("a general-purpose agent that is asked to implement a task gets the packet of an implementer for that task", async () => {
  const [asked = ""] = await collectRequests("SCENARIO: second")
  expect(packetsIn(asked, "a sub-agent starts")).toBe(1)
  expect(asked).toContain("# Implementer Subagent\n")
  expect(readSections(asked)).toEqual(["2"])
}, 240_000)

test("two of them at once: none gets the section of the other", async () => {
  const asked = await collectRequests("SCENARIO: both")
  expect(asked.map((text) => packetsIn(text, "a sub-agent starts"))).toEqual([1, 1])
  // Claude Code 2.1.325 does not say which of two that start at once is which: both tasks are listed, without a section.
  for (const [at, text] of asked.entries()) {
    expect(readSections(text).filter((section) => section !== `${at + 2}`)).toEqual([])
    expect(text).toMatch(new RegExp(`t-\\w+: Task ${at + 2}: ${titles[at + 1]}`))
  }
}, 240_000)

test("one that is asked for something else gets nothing", async () => {
  const asked = await collectRequests("SCENARIO: other")
  expect(asked.map((text) => packetsIn(text, "a sub-agent starts"))).toEqual([0])
}, 240_000)

/** The requests of the sub-agents that a turn starts, in the order of their parts. */
async function collectRequests(prompt: string): Promise<readonly string[]> {
  const before = server.asked.length
  await session.say(prompt)
  return server.asked
    .slice(before)
    .filter((request) => !request.prompt.endsWith(prompt))
    .toSorted((one, other) => (one.prompt < other.prompt ? -1 : 1))
    .map(({ body }) => collectTexts(body).join("\n"))
}

function readSections(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/Only section (\d) says this/g)].map(([, number]) => number)
}
