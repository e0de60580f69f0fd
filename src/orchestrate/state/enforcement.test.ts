import { expect, test } from "vitest"
import { explainDenial, decideTool, isBypassed } from "./enforcement.ts"
import { listRunningJobs } from "./orchestration-state.ts"

const on = { active: ["abc123def456"] }

test("while a job is running the main thread may only read and dispatch", () => {
  const decided = (tool: string, about?: string) => decideTool({ tool, isSubAgent: false, about }, on).decision
  expect(["Read", "Grep", "Glob", "Task"].map((tool) => decided(tool))).toEqual(["allow", "allow", "allow", "allow"])
  expect(["Edit", "Write", "Bash", "NotebookEdit", "WebFetch"].map((tool) => decided(tool))).toEqual(
    Array.from({ length: 5 }, () => "deny"),
  )
  const ofCodex = ["spawn_agent", "multi_agent_v1wait_agent", "multi_agent_v1send_input", "apply_patch", "write_stdin"]
  expect(ofCodex.map((tool) => decided(tool))).toEqual(["allow", "allow", "allow", "deny", "deny"])
  expect(decided("Bash", "skillet orchestrate advance abc123def456")).toBe("allow")
  expect(decided("Bash", "skillet orchestrate advance abc123def456; rm -r .")).toBe("deny")
  expect(decided("Bash", "skillet orchestrate advance $(rm -r .)")).toBe("deny")
})

test("the commands that a directive prints pass, and nothing that a shell or a named program could do with them", () => {
  const program = "node '/opt/my tools/cli.cjs'"
  const decided = (about: string) => decideTool({ tool: "Bash", isSubAgent: false, about }, { ...on, program }).decision
  const passing = [
    `${program} orchestrate advance abc123def456`,
    "skillet orchestrate show abc123def456 --json",
    `skillet run answer abc123def456 --question Q1 --answer 'yes; it'\\''s (all) $fine'`,
    'skillet run answer abc123def456 --question Q1 --answer "it\'s fine"',
  ]
  const stopped = [
    "skillet orchestrate resume abc123def456 --agent command --program ./x",
    "skillet orchestrate resume abc123def456 '--program' ./x",
    "skillet orchestrate resume abc123def456 --pro''gram ./x",
    "skillet orchestrate resume abc123def456 ''--program ./x",
    "skillet orchestrate resume abc123def456 ''\"-\"-program ./x",
    "skillet orchestrate resume abc123def456 \\--program ./x",
    `skillet run answer abc123def456 --answer "'" ; rm -r . "'"`,
    'skillet run answer abc123def456 --answer "$(rm -r .)"',
    "skillet orchestrate show abc123def456\nrm -r .",
    "skillet orchestrate show abc123def456 > a.ts",
    "skillet run start mill",
    "skillet run cancel abc123def456",
    // It would end the job, and with it the enforcement.
    "skillet run report abc123def456 --step research --round 1 --outcome fail --reason 'no agents'",
    "skilletx orchestrate advance abc123def456",
    // It runs whatever the project has under that name.
    "npx skillet orchestrate show abc123def456 --json",
    "A=1 skillet orchestrate advance abc123def456",
  ]
  expect(passing.map(decided)).toEqual(passing.map(() => "allow"))
  expect(stopped.map(decided)).toEqual(stopped.map(() => "deny"))
})

test("a denial is structured and says what to run", () => {
  expect(decideTool({ tool: "Edit", isSubAgent: false }, on)).toEqual({
    decision: "deny",
    reason: "Job abc123def456 is running: only its agents may use Edit. Run: skillet orchestrate resume abc123def456",
  })
})

test("sub-agents, and projects without a job, are never restricted", () => {
  expect(decideTool({ tool: "Edit", isSubAgent: true }, on).decision).toBe("allow")
  expect(decideTool({ tool: "Edit", isSubAgent: false }, { ...on, active: [] }).decision).toBe("allow")
})

test("if the jobs cannot be read, only reading and agents are allowed", () => {
  const blind = { active: [], unknown: "the database is damaged" }
  expect(decideTool({ tool: "Edit", isSubAgent: false }, blind)).toEqual({
    decision: "deny",
    reason:
      "Skillet cannot tell whether a job is running (the database is damaged), so only reading and agents are allowed. Run: skillet doctor",
  })
  expect(decideTool({ tool: "Read", isSubAgent: false }, blind).decision).toBe("allow")
  expect(decideTool({ tool: "Edit", isSubAgent: true }, blind).decision).toBe("allow")
  expect(decideTool({ tool: "Edit", isSubAgent: false }, { ...blind, isBypassed: true }).decision).toBe("allow")
})

test("a bypass by a person is logged as a JSON line", () => {
  expect(decideTool({ tool: "Edit", isSubAgent: false, about: "a.ts" }, { ...on, isBypassed: true })).toEqual({
    decision: "allow",
    reason: "a person bypassed the rule",
    log: '{"event":"bypass","task":"abc123def456","tool":"Edit","about":"a.ts"}',
  })
})

test("only unfinished jobs count, and only a denial shows a reason", () => {
  const listed = (["running", "done", "halted"] as const).map((status) => ({ task_id: status, status }))
  expect(listRunningJobs(listed)).toEqual(["running"])
  expect(explainDenial({ decision: "deny", reason: "why" })).toBe("why")
  expect(explainDenial({ decision: "allow", reason: "why" })).toBe(undefined)
})

test.each([
  [{ tool: "Write", isSubAgent: true }, {}, "sub-agents do the work"],
  [{ tool: "Write", isSubAgent: false }, { active: [] }, "no job is running"],
  [{ tool: "TodoWrite", isSubAgent: false }, {}, "the main thread may read and start agents"],
  [{ tool: "AskUserQuestion", isSubAgent: false }, {}, "the main thread may read and start agents"],
  [{ tool: "multi_agent_v12__wait_agent", isSubAgent: false }, {}, "the main thread may read and start agents"],
  [{ tool: "Bash", isSubAgent: false, about: " \n skillet  orchestrate  advance  r-1 \n" }, {}, "it advances the job"],
] as const)("%j with %j is allowed: %s", (use, how, reason) => {
  expect(decideTool(use, { active: ["r-1"], ...how })).toEqual({ decision: "allow", reason })
})

test.each([
  ["another tool with the text of such a command", { tool: "Write", about: "skillet orchestrate advance r-1" }],
  ["a shell command of which nothing is known", { tool: "Bash" }],
  ["a tool with the name of a free one in another place", { tool: "Remulti_agent_v1ad" }],
  ["a command of another program", { tool: "Bash", about: "undefined orchestrate advance r-1" }],
])("%s is denied", (_, use) => {
  expect(decideTool({ isSubAgent: false, ...use }, { active: ["r-1"] }).decision).toBe("deny")
})

test("a person bypasses the rule with one value of one variable", () => {
  expect([{ SKILLET_BYPASS: "1" }, { SKILLET_BYPASS: "0" }, { SKILLET_BYPASS: "" }, {}].map(isBypassed)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
