/** What comes after a skill and what it calls: data about skills that work as a chain. */
export interface ChainLink {
  readonly skill: string
  /** Any of these comes next. */
  readonly next: readonly string[]
  readonly calls: readonly string[]
}

const named = (skill: string) => `superpowers:${skill}`

/** The chain that applies unless settings change it. */
export const skillChain: readonly ChainLink[] = [
  { skill: named("using-superpowers"), next: [named("brainstorming")], calls: [] },
  {
    skill: named("brainstorming"),
    next: [named("using-git-worktrees")],
    calls: [named("using-git-worktrees"), named("writing-plans")],
  },
  { skill: named("using-git-worktrees"), next: [named("writing-plans")], calls: [] },
  {
    skill: named("writing-plans"),
    next: [named("subagent-driven-development"), named("executing-plans")],
    calls: [],
  },
  {
    skill: named("subagent-driven-development"),
    next: [named("finishing-a-development-branch")],
    calls: [named("requesting-code-review"), named("test-driven-development")],
  },
  {
    skill: named("executing-plans"),
    next: [named("finishing-a-development-branch")],
    calls: [named("test-driven-development")],
  },
  { skill: named("finishing-a-development-branch"), next: [], calls: [] },
]

/** Apply in addition to every skill of the chain, as checklists. */
export const crossCutting: readonly string[] = [
  named("test-driven-development"),
  named("verification-before-completion"),
  named("requesting-code-review"),
]

export function findLink(skill: string, chain: readonly ChainLink[]): ChainLink | undefined {
  return chain.find((link) => link.skill === skill || link.skill.endsWith(`:${skill}`))
}
