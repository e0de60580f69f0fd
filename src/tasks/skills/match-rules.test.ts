import { expect, test } from "vitest"
import { matchRules } from "./match-rules.ts"
import { skillRules, type SkillWordRule } from "./skill-rules.ts"

const choose = (title: string) => matchRules(title, skillRules)[0]?.skill.split(":")[1]

test.each([
  ["Finish the feature", "finishing-a-development-branch"],
  ["Finish the login feature", "finishing-a-development-branch"],
  ["Finish up the branch", "finishing-a-development-branch"],
  ["Create PRs", "finishing-a-development-branch"],
  ["Open a PR", "finishing-a-development-branch"],
  ["Run the tests, then open a pull request for the parser", "finishing-a-development-branch"],
  ["Merge", "finishing-a-development-branch"],
  ["Merge the branch", "finishing-a-development-branch"],
  ["Merging into main", "finishing-a-development-branch"],
  ["Merge PR #12", "finishing-a-development-branch"],
  ["Merge login into develop and clean up", "finishing-a-development-branch"],
  ["Brainstorm the login flow", "brainstorming"],
  ["Brainstorming: how do we page results", "brainstorming"],
  ["Let's brainstorm names for the API", "brainstorming"],
  ["Create a worktree for the feature", "using-git-worktrees"],
  ["Set up a git worktree", "using-git-worktrees"],
  ["Write the plan", "writing-plans"],
  ["Write an implementation plan for search", "writing-plans"],
  ["Implementation plan for search", "writing-plans"],
  ["Spec review of task 2", "subagent-driven-development"],
  ["Code quality review", "subagent-driven-development"],
  ["Request a code review", "subagent-driven-development"],
  ["Code review of the worktree setup", "subagent-driven-development"],
  ["Execute the implementation plan", "subagent-driven-development"],
])("%s asks for %s", (title, skill) => {
  expect(choose(title)).toBe(skill)
})

test.each([
  "Write the quarterly budget email",
  "Implement merge sort",
  "Fix merge-sort",
  "Resolve the merge conflicts",
  "Merge the two config files",
  "Merge the branch protection rules",
  "Merge the sidebar into the main menu",
  "Add a PR template",
  "Create a PR template",
  "Count the open PRs on the dashboard",
  "Document how to open a PR",
  "Improve the error message",
  "Express the price in cents",
  "Print the invoice",
  "Finish the report page",
  "Finish the feature flags page",
  "Write tests for the brainstorm page",
  "Review the brainstorm",
  "Add worktree support to the command line",
  "Explain worktrees in the manual",
  "Follow the steps from the implementation plan",
  "Add the login endpoint",
  "Write the floor plan parser",
  "Address the code review comments",
  "Fix what the code review found",
])("%s asks for nothing", (title) => {
  expect(choose(title)).toBeUndefined()
})

const rule = (more: Partial<SkillWordRule>): SkillWordRule => ({
  name: "own",
  skill: "s",
  words: [],
  when: "mentioned",
  priority: 5,
  ...more,
})

test.each([
  ["mentioned", ["login"], "Fix the login page", "login"],
  ["asked", ["login"], "Fix the login page", undefined],
  ["mentioned", ["release notes"], "Draft our Release  Notes", "Release  Notes"],
  ["mentioned", ["ship … version"], "Ship the next big version", "Ship the next big version"],
  ["mentioned", ["ship ... version"], "Ship one two three four version", undefined],
  ["mentioned", ["copy"], "Copied files", "Copied"],
  ["mentioned", ["stop"], "Stopping the server", "Stopping"],
  ["mentioned", ["log"], "Add a login page", undefined],
  ["mentioned", ["prüfen"], "Rechnung prüfen", "prüfen"],
  ["mentioned", ["c++"], "Port it to C++", "C++"],
  ["mentioned", "*", "Anything at all", "Anything at all"],
  ["mentioned", [], "Anything at all", undefined],
] as const)("%s, %j in %j: %j", (when, words, title, found) => {
  expect(matchRules(title, [rule({ when, words })])[0]?.words).toBe(found)
})

test("the highest priority wins, then the words that come first, then the longer ones; a rule for everything comes last", () => {
  const rules = [
    rule({ name: "all", words: "*", priority: 9 }),
    rule({ name: "late", words: ["docs"] }),
    rule({ name: "short", words: ["write"] }),
    rule({ name: "long", words: ["write the docs"] }),
    rule({ name: "high", words: ["docs"], priority: 6 }),
  ]
  expect(matchRules("Write the docs", rules).map(({ rule }) => rule)).toEqual(["high", "long", "short", "late", "all"])
})
