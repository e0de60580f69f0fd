import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import { enforceTool } from "./enforce-tool.ts"

const event = { name: "PreToolUse", session: "s", tool: "Edit", about: "a.ts" } as const
const fail = async () => {
  throw new Error("the disk is gone\nat line 1")
}

test("if the jobs cannot be read, the tool is denied, and the reason is given in one line", async () => {
  const { env } = garden().options
  const { answer, failed } = await enforceTool(event, { open: fail, env })
  expect(failed).toBe("the disk is gone")
  expect(JSON.parse(answer ?? "")).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } })
  expect(answer).toContain("the disk is gone")
})

test("an event that cannot be read is denied without asking for the jobs", async () => {
  const { env } = garden().options
  const { answer, failed } = await enforceTool(event, { open: fail, env, unreadable: "stdin is not JSON" })
  expect(failed).toBeUndefined()
  expect(answer).toContain("stdin is not JSON")
})

test("a sub-agent may use it even then", async () => {
  const { env } = garden().options
  const answered = await enforceTool({ ...event, agentId: "a1" }, { open: fail, env })
  expect(answered.answer).toBeUndefined()
})

test("only the runs of this project that are running are read, in one query", async () => {
  const { options } = garden({ "project/.git/HEAD": "ref: refs/heads/main\n" })
  const runs = await openRuns(options)
  const asked: unknown[] = []
  const store: typeof runs.engine.store = {
    ...runs.engine.store,
    runs: (filter) => {
      asked.push(filter)
      return runs.engine.store.runs(filter)
    },
  }
  const open = async () => ({ ...runs, engine: { ...runs.engine, store } })
  expect(await enforceTool(event, { open, env: options.env })).toEqual({ answer: undefined })
  expect(asked).toEqual([{ project: runs.project, status: "running" }])
  await runs.close()
})
