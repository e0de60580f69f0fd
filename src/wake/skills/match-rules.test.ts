import { expect, test } from "vitest"
import { matchRules } from "./match-rules.ts"
import { skillRules } from "./skill-rules.ts"

const first = (title: string) => matchRules(title, skillRules)[0]?.skill.split(":")[1]

test.each([
  ["Brainstorm the login flow", "brainstorming"],
  ["Brainstorming: how do we page results", "brainstorming"],
  ["Create a worktree for the feature", "using-git-worktrees"],
  ["Write the implementation plan", "writing-plans"],
  ["Implementation plan for search", "writing-plans"],
  ["Spec review of task 2", "subagent-driven-development"],
  ["Code quality review", "subagent-driven-development"],
  ["Code review of the worktree setup", "subagent-driven-development"],
  ["Open a PR", "finishing-a-development-branch"],
  ["Merge the branch", "finishing-a-development-branch"],
  ["Merging into main", "finishing-a-development-branch"],
])("%s asks for %s", (title, skill) => {
  expect(first(title)).toBe(skill)
})

test.each([
  "Improve the error message",
  "Express the price in cents",
  "Approve requests by hand",
  "Add login endpoint",
  "Review the brainstorm",
  "Finish the report page",
  "Follow the steps from the implementation plan",
  "Print the invoice",
  "Fix merge-sort",
])("%s asks for nothing", (title) => {
  expect(first(title)).toBeUndefined()
})
