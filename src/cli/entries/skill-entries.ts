import type { CommandEntry } from "../parsing/command.ts"

/** The commands about skills. */
export const skillEntries: readonly CommandEntry[] = [
  {
    name: "list",
    about: "list every skill that can be used here, with any problems",
    load: async () => (await import("../commands/skills/list.ts")).list,
  },
  {
    name: "show",
    about: "show one skill: frontmatter, files, tokens, trust, digests",
    load: async () => (await import("../commands/skills/show.ts")).show,
  },
  {
    name: "why",
    about: "explain which copy of a name wins, and what each agent would do",
    load: async () => (await import("../commands/skills/why.ts")).why,
  },
  {
    name: "diff",
    about: "show how the copies of a skill differ",
    load: async () => (await import("../commands/skills/diff.ts")).diff,
  },
  {
    name: "render",
    about: "print the exact prompt a model would get; --dry-run shows its commands",
    load: async () => (await import("../commands/skills/render.ts")).render,
  },
  {
    name: "resolve",
    about: "print what a review takes from skills: checks, patterns, rules, methods",
    load: async () => (await import("../commands/skills/resolve.ts")).resolve,
  },
  {
    name: "match",
    about: "find the skills that fit a request, best first",
    load: async () => (await import("../commands/skills/match.ts")).match,
  },
  {
    name: "eval",
    about: "look up the requests that skills have in evals/, and show which are found",
    load: async () => (await import("../commands/skills/eval.ts")).evaluate,
  },
  {
    name: "budget",
    about: "show what the agent's model really sees of each skill, and its cost",
    load: async () => (await import("../commands/skills/budget.ts")).budget,
  },
  {
    name: "profile create",
    about: "name a set of skills, for a project or for you",
    load: async () => (await import("../commands/profile/profile.ts")).profileCreate,
  },
  {
    name: "profile use",
    about: "let an agent have only the skills of a profile",
    load: async () => (await import("../commands/profile/profile.ts")).profileUse,
  },
  {
    name: "profile list",
    about: "list the profiles, and which agent uses which",
    load: async () => (await import("../commands/profile/profile.ts")).profileList,
  },
  {
    name: "profile show",
    about: "show what a profile would do for your agents",
    load: async () => (await import("../commands/profile/profile.ts")).profileShow,
  },
  {
    name: "profile clear",
    about: "give agents back what a profile switched off",
    load: async () => (await import("../commands/profile/profile.ts")).profileClear,
  },
  {
    name: "usage",
    about: "show how often each skill was offered, used and followed, by transcripts",
    load: async () => (await import("../commands/sessions/usage.ts")).usage,
  },
  {
    name: "follow",
    about: "show which steps of a skill or procedure an agent really did",
    load: async () => (await import("../commands/sessions/follow.ts")).follow,
  },
  {
    name: "doctor",
    about: "check the skills and this machine: what is wrong, and how to fix it",
    load: async () => (await import("../commands/doctor.ts")).doctor,
  },
  {
    name: "lint",
    about: "check the skills you write; --fix applies the safe fixes",
    load: async () => (await import("../commands/skills/lint.ts")).lint,
  },
  {
    name: "lsp",
    about: "serve editors: problems, quick fixes, completion and hover for skills",
    load: async () => (await import("../commands/skills/lsp.ts")).lsp,
  },
  {
    name: "new",
    about: "create a skill to fill in",
    load: async () => (await import("../commands/skills/new.ts")).newSkill,
  },
  {
    name: "migrate commands",
    about: "turn legacy commands into skills",
    load: async () => (await import("../commands/skills/migrate.ts")).migrateCommands,
  },
]
