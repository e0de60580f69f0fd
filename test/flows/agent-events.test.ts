import fs from "node:fs"
import { expect, test } from "vitest"
import { project } from "./wake-project.ts"

interface Shown {
  readonly events: readonly {
    readonly seq: number
    readonly kind: string
    readonly at: number
    readonly data: Readonly<Record<string, unknown>>
  }[]
}

const writeSkill = (file: string, version: string) =>
  fs.writeFileSync(file, `---\ndescription: Logins.\nversion: ${version}\n---\n# Logins\n\nNever log a password.\n`)

/** An orchestrator whose skill was updated between two wake-ups, and another agent that was woken once. */
function history() {
  const { run, skill } = project()
  writeSkill(skill, "1.2.0")
  run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  run(["task", "add", "Write tests", "--assign", "tester", "--status", "active"])
  run(["wake", "orchestrator"])
  run(["wake", "tester"])
  writeSkill(skill, "1.3.0")
  run(["pin", "update", "login-guide"])
  run(["wake", "orchestrator"])
  const events = (...words: readonly string[]) =>
    (JSON.parse(run(["agent", "events", ...words, "--json"]).out) as Shown).events
  return { run, skill, events }
}

test("the history of an agent has its wake-ups and each skill with version, reason and place, and nothing of others", () => {
  const { skill, events } = history()
  const all = events("orchestrator")
  expect(all.map(({ kind, data }) => [kind, data["version"] ?? data["wake"]])).toEqual([
    ["skill_chosen", "1.2.0"],
    ["woken", 1],
    ["skill_chosen", "1.3.0"],
    ["woken", 3],
  ])
  const [first, , second] = all
  const chosen = { skill: "login-guide", task: expect.stringMatching(/^t-/), path: skill }
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(first?.data).toEqual({ ...chosen, version: "1.2.0", reason: "the task names it", digest })
  expect(second?.data).toEqual({ ...chosen, version: "1.3.0", reason: "the task names it", digest })
  expect(second?.data["digest"]).not.toBe(first?.data["digest"])
  expect(events("tester").map(({ kind }) => kind)).toEqual(["woken"])
})

test("for people each event is one line, oldest first, with a short digest", () => {
  const { run, skill } = history()
  const lines = run(["agent", "events", "orchestrator"]).out.trimEnd().split("\n")
  expect(lines).toHaveLength(4)
  const [chosen = "", woken = ""] = lines
  expect(chosen.replace(skill, "SKILL")).toMatch(
    /^ +\d+ {2}[\d-]{10} [\d:]{8} UTC {2}skill_chosen skill=login-guide version=1\.2\.0 reason=the task names it task=t-\w+ digest=[0-9a-f]{12} path=SKILL$/,
  )
  expect(woken).toMatch(/ {2}woken wake=1 trigger=wake:\S+ full=true upTo=0$/)
})

test("events are chosen by kind, position and number, and an empty answer names how many were looked at", () => {
  const { run, events } = history()
  const all = events("orchestrator")
  expect(events("orchestrator", "--kind", "skill_chosen")).toEqual([all[0], all[2]])
  expect(events("orchestrator", "--after", String(all[1]?.seq))).toEqual(all.slice(2))
  expect(events("orchestrator", "--most", "3")).toEqual(all.slice(1))
  expect(events("orchestrator", "--most", "1", "--kind", "skill_chosen")).toEqual([])
  expect(run(["agent", "events", "orchestrator", "--most", "1", "--kind", "skill_chosen"])).toMatchObject({
    code: 0,
    out: "No such event of @orchestrator: looked at 1 event.\n",
  })
  expect(run(["agent", "events", "orchestrator", "--kind", "slept"])).toMatchObject({ code: 2, out: "" })
})

test.each([[[]], [["--json"]]])("an agent that does not exist is an error and not an empty history %j", (more) => {
  const { run } = project()
  const { code, out, err } = run(["agent", "events", "nobody", ...more])
  expect([code, out]).toEqual([1, ""])
  expect(err.split("\n").slice(0, 2)).toEqual([
    "skillet: there is no agent nobody on this branch",
    "  code agent.missing",
  ])
})
