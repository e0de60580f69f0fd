/** Words of a task that call for a skill. */
export interface SkillWordRule {
  readonly name: string
  readonly skill: string
  /**
   * Whole words, in any case and with the usual endings; articles between them do not count. `…` leaves room for up to
   * three other words. `to` at the beginning marks a verb, `.` at the end means that nothing may follow that it applies
   * to. `*` fits every task, after all other rules.
   */
  readonly words: readonly string[] | "*"
  /** `asked`: the task asks for it; `mentioned`: the words are in its title. */
  readonly when: "asked" | "mentioned"
  /** The highest wins; among equals, the words that come first in the task. */
  readonly priority: number
}

/** The rules that apply unless settings change them. The skill of a task or its parent task comes before any rule. */
export const skillRules: readonly SkillWordRule[] = [
  {
    name: "review",
    skill: "superpowers:subagent-driven-development",
    words: ["spec review", "code review", "quality review"],
    when: "asked",
    priority: 3,
  },
  {
    name: "execute-plan",
    skill: "superpowers:subagent-driven-development",
    words: ["to execute plan", "to execute implementation plan", "to implement plan", "to carry out plan"],
    when: "asked",
    priority: 3,
  },
  {
    name: "write-plan",
    skill: "superpowers:writing-plans",
    words: ["to write plan", "to write implementation plan", "to write development plan"],
    when: "asked",
    priority: 3,
  },
  {
    name: "finish",
    skill: "superpowers:finishing-a-development-branch",
    words: ["to finish … branch", "to finish … feature", "to wrap up … branch", "to wrap up … feature"],
    when: "asked",
    priority: 2,
  },
  {
    name: "merge",
    skill: "superpowers:finishing-a-development-branch",
    words: [
      "to merge .",
      "to merge … branch",
      ...["main", "master", "develop", "trunk"].map((branch) => `to merge … into ${branch}`),
    ],
    when: "asked",
    priority: 2,
  },
  {
    name: "pull-request",
    skill: "superpowers:finishing-a-development-branch",
    words: ["open", "create", "make", "submit", "send", "raise", "prepare", "merge"].flatMap((verb) => [
      `to ${verb} … pr`,
      `to ${verb} … pull request`,
    ]),
    when: "asked",
    priority: 2,
  },
  { name: "worktree", skill: "superpowers:using-git-worktrees", words: ["worktree"], when: "asked", priority: 2 },
  {
    name: "brainstorm",
    skill: "superpowers:brainstorming",
    words: ["to brainstorm", "brainstorm"],
    when: "asked",
    priority: 2,
  },
  { name: "plan", skill: "superpowers:writing-plans", words: ["implementation plan"], when: "asked", priority: 1 },
]
