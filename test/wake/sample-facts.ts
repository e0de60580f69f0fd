import type { Message, Task } from "../../src/tasks/model.ts"
import { compileSkill } from "../../src/tasks/skills/compile-skill.ts"
import type { SkillFact, WakeFacts } from "../../src/tasks/wake-facts.ts"

export const scope = { project: "/home/ann/shop/.git", branch: "main" }

export function task(id: string, order: string, more: Partial<Task> = {}): Task {
  return {
    ...scope,
    id,
    order,
    root: "t-plan",
    title: `Task ${order}`,
    status: "pending",
    skills: [],
    children: 0,
    created: 0,
    updated: 0,
    ...more,
  }
}

export function message(id: number, from: string, text: string): Message {
  return { ...scope, id, from, type: "message", requiresHuman: false, text, at: id * 60_000, mentions: [] }
}

export function skill(name: string, body: string, more: Partial<SkillFact> = {}): SkillFact {
  return {
    skill: name,
    file: `/skills/${name}/SKILL.md`,
    body,
    compiled: compileSkill(body),
    digest: "0123456789abcdef",
    reason: "the task names it",
    ...more,
  }
}

/** A plan of three tasks, the second of which is in progress. */
export function facts(more: Partial<WakeFacts> = {}): WakeFacts {
  const plan = task("t-plan", "000001", { title: "Authentication", status: "active", children: 3, skills: ["a"] })
  const model = task("t-model", "000001.000001", {
    title: "Add user model",
    status: "done",
    parent: "t-plan",
    assignee: "backend",
    children: 1,
  })
  const tests = task("t-tests", "000001.000001.000001", { title: "Write tests", status: "done", parent: "t-model" })
  const login = task("t-login", "000001.000002", {
    title: "Add login endpoint",
    status: "active",
    parent: "t-plan",
    assignee: "backend",
  })
  const jwt = task("t-jwt", "000001.000003", { title: "Add JWT middleware", parent: "t-plan" })
  return {
    agent: { ...scope, agent: "orchestrator", role: "orchestrator" },
    wake: { id: 7, full: true },
    because: "after compaction",
    program: "skillet",
    newMessages: [],
    recent: [],
    place: { current: login, above: [plan], around: [plan, model, tests, login, jwt], hidden: {}, others: [] },
    checklists: [],
    skillNotes: [],
    nextSkills: [],
    ...more,
  }
}
