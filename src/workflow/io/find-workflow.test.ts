import { expect, test } from "vitest"
import { garden, skillText } from "../../../test/plant.ts"
import { openSkillet } from "../../skillet/open-skillet.ts"
import { findWorkflow, listWorkflows } from "./find-workflow.ts"

const hosts = ["open", "claude", "codex", "opencode", "gemini"] as const

test.each(hosts)("our own procedures can be started under %s", async (host) => {
  const { options } = garden()
  const skillet = openSkillet({ ...options, host, cache: false })
  const { workflow, skill } = await findWorkflow(skillet, "planner-execute")
  expect([workflow.name, skill.source, skill.trust]).toEqual(["planner-execute", "bundled", "own"])
  const names = (await listWorkflows(skillet)).workflows.map((one) => one.workflow.name)
  expect(names.filter((name) => name === "planner")).toEqual(["planner"])
  expect(names).toContain("develop-project")
})

test("a skill of the host hides the bundled one of the same name", async () => {
  const { options } = garden({ "project/.claude/skills/planner/SKILL.md": skillText("our own way to plan") })
  const skillet = openSkillet({ ...options, host: "claude", cache: false })
  await expect(findWorkflow(skillet, "planner")).rejects.toMatchObject({ code: "workflow.not-found" })
  expect((await findWorkflow(skillet, "deepthink")).skill.source).toBe("bundled")
})
