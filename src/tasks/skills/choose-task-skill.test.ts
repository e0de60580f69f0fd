import { expect, test } from "vitest"
import { chooseTaskSkill, explainChoice, listCandidates, type SkillFacts } from "./choose-task-skill.ts"
import { skillRules } from "./skill-rules.ts"

const task: SkillFacts = { title: "Add the login endpoint", skills: [], above: [], pinned: [] }
const choose = (facts: Partial<SkillFacts>, isInstalled: (skill: string) => boolean = () => true) =>
  chooseTaskSkill(listCandidates({ ...task, ...facts }, skillRules), isInstalled)

test("the task's own skill comes first", () => {
  expect(choose({ title: "Brainstorm", skills: ["a", "b"], pinned: ["p"] })).toEqual({
    skill: "a",
    reason: "the task names it",
    skipped: [],
  })
})

test("then the pinned skill, then the nearest parent task, then rules, and nothing by default", () => {
  const above = [
    { title: "Task 2", skills: [] },
    { title: "The plan", skills: ["plan-skill"] },
  ]
  expect(choose({ pinned: ["p"], above }).skill).toBe("p")
  expect(choose({ above })).toEqual({
    skill: "plan-skill",
    reason: 'the parent task "The plan" names it',
    skipped: [],
  })
  expect(choose({ title: "Please open a PR" }).reason).toBe('the rule "pull-request" fits the words "open a PR"')
  expect(choose({})).toEqual({ reason: "the task names none, and no rule fits", skipped: [] })
  expect(explainChoice(choose({}))).toEqual(["No skill: the task names none, and no rule fits."])
})

test("a skill that is not installed is skipped and reported", () => {
  const isInstalled = (skill: string) => skill.endsWith("brainstorming")
  expect(choose({ title: "Brainstorm it", skills: ["gone"] }, isInstalled)).toEqual({
    skill: "superpowers:brainstorming",
    reason: 'the rule "brainstorm" fits the words "Brainstorm"',
    skipped: ["gone"],
  })
  const none = choose({ title: "Brainstorm it" }, () => false)
  expect(none).toEqual({ reason: "no skill that fits is installed", skipped: ["superpowers:brainstorming"] })
  expect(explainChoice(none)).toEqual(["Not installed, so not used: superpowers:brainstorming."])
})
