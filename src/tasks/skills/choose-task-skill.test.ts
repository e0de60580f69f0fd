import { expect, test } from "vitest"
import { chooseTaskSkill, matchRules, type SkillFacts } from "./choose-task-skill.ts"
import { skillRules } from "./skill-rules.ts"

const task: SkillFacts = { title: "Add the login endpoint", skills: [], above: [], pinned: [] }
const all = () => true
const choose = (facts: Partial<SkillFacts>, isInstalled: (skill: string) => boolean = all) =>
  chooseTaskSkill({ ...task, ...facts }, skillRules, isInstalled)

test("the task's own skill comes first", () => {
  expect(choose({ title: "Brainstorm", skills: ["a", "b"], pinned: ["p"] })).toEqual({
    skill: "a",
    reason: "the task names it",
    skipped: [],
  })
})

test("then the pinned skill, then the nearest parent task, then words, then the default", () => {
  const above = [
    { title: "Task 2", skills: [] },
    { title: "The plan", skills: ["plan-skill"] },
  ]
  expect(choose({ pinned: ["p"], above }).skill).toBe("p")
  expect(choose({ above })).toEqual({
    skill: "plan-skill",
    reason: "the task above names it: The plan",
    skipped: [],
  })
  expect(choose({ title: "Open a PR" }).reason).toBe('the task says "Open a PR"')
  expect(choose({}).skill).toBe("superpowers:test-driven-development")
})

test("a skill that is not installed is skipped and reported", () => {
  expect(choose({ title: "Brainstorm it", skills: ["gone"] }, (skill) => skill.endsWith("driven-development"))).toEqual(
    {
      skill: "superpowers:test-driven-development",
      reason: "no rule fits, so the default applies",
      skipped: ["gone", "superpowers:brainstorming"],
    },
  )
  expect(choose({}, () => false)).toEqual({
    reason: "no skill that fits is installed",
    skipped: ["superpowers:test-driven-development"],
  })
})

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
