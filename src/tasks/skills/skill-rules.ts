/** Words of a task that call for a skill. The highest priority wins; among equals, the words that come first in the task. */
export interface SkillWordRule {
  readonly skill: string
  /** Whole words, in any case; longer ones may have an ending ("reviews", "merging"). */
  readonly words: readonly string[]
  readonly priority: number
}

/** For a task that no rule fits. */
export const DEFAULT_SKILL = "superpowers:test-driven-development"

/** The default rules. A task's own skill, and that of its parent task, come before any rule. */
export const skillRules: readonly SkillWordRule[] = [
  {
    skill: "superpowers:subagent-driven-development",
    words: ["spec review", "code review", "quality review", "code quality review"],
    priority: 3,
  },
  {
    skill: "superpowers:writing-plans",
    words: [
      "write plan",
      "write a plan",
      "write the plan",
      "write an implementation plan",
      "write the implementation plan",
    ],
    priority: 3,
  },
  {
    skill: "superpowers:finishing-a-development-branch",
    words: ["finish branch", "finish the branch", "merge", "pull request", "open a pr", "create a pr", "pr"],
    priority: 2,
  },
  { skill: "superpowers:using-git-worktrees", words: ["worktree", "worktrees"], priority: 2 },
  { skill: "superpowers:brainstorming", words: ["brainstorm"], priority: 2 },
  { skill: "superpowers:writing-plans", words: ["implementation plan"], priority: 1 },
]
