/** What the commands of a group are about, in one line of the overview. */
export const groupAbouts: Readonly<Record<string, string>> = {
  trust: "approvals of skills: list, add, remove",
  profile: "sets of skills, so that an agent has only these: create, use, list, show, clear",
  workflow: "procedures as data: list, show, graph, check, diff, quote",
  task: "the tasks of this branch: add, import, list, show, update, done, move, delete",
  agent: "agents in the background: spawn, status, peek, logs, events, kill, recover, work",
  schedule: "work that runs repeatedly: add, list, show, run, pause, tick, …",
  pin: "skills pinned for agents: list, update",
  db: "the database: check, migrate, move",
  run: "runs of procedures: start, current, report, answer, inbox, list, show, …",
}

/** The overview's parts: a title, and the first words of the commands below it. */
export const topics: readonly Topic[] = [
  {
    title: "Find skills",
    words: ["list", "show", "why", "diff", "match", "budget", "profile", "usage", "follow", "doctor"],
  },
  { title: "Write skills", words: ["new", "lint", "lsp", "eval", "render", "resolve", "migrate", "schema"] },
  { title: "Check and trust skills", words: ["audit", "trust", "shell"] },
  {
    title: "Install skills",
    words: ["add", "ci", "verify", "outdated", "update", "sync", "remove", "pack", "publish", "sbom"],
  },
  { title: "Review code", words: ["review"] },
  { title: "Follow procedures", words: ["workflow", "run", "step", "orchestrate", "inbox"] },
  { title: "Work with agents", words: ["task", "say", "messages", "agent", "prompt", "ask", "wake", "pin"] },
  { title: "Repeat work", words: ["loop", "schedule"] },
  { title: "Share work between machines", words: ["worker", "db"] },
  { title: "Connect a host", words: ["init", "hook", "mcp", "prompt-block"] },
  { title: "Skillet itself", words: ["serve", "state", "completion", "version"] },
]

export interface Topic {
  readonly title: string
  readonly words: readonly string[]
}
