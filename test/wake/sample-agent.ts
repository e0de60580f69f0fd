import type { Agent, AgentWork } from "../../src/tasks/model.ts"

/** The work of a spawned agent in its second turn. */
export const sampleWork: AgentWork = {
  kind: "command",
  task: "t-aaaaaaaa",
  by: "orchestrator",
  cwd: "/p",
  turn: 2,
  because: "spawned",
  recoveries: {},
}

/** A spawned agent that is running. */
export const sampleAgent = (more: Partial<Agent> = {}): Agent => ({
  project: "/p",
  branch: "main",
  agent: "login-abcd",
  role: "agent",
  status: "running",
  seen: 0,
  updated: 100,
  work: sampleWork,
  ...more,
})
