import type { Command } from "./command.ts"

/** A command before it is loaded: its name and sentence are known, the rest is a chunk of its own. */
export interface CommandEntry {
  readonly name: string
  readonly about: string
  load(): Promise<Command>
}

/** Every command, in the order the help shows them. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: "list",
    about: "every skill that can be used here, and what was wrong on the way",
    load: async () => (await import("./commands/list.ts")).list as Command,
  },
  {
    name: "show",
    about: "one skill: header, files, tokens, digest",
    load: async () => (await import("./commands/show.ts")).show as Command,
  },
  {
    name: "why",
    about: "every copy of a name, which wins, and what each agent would do",
    load: async () => (await import("./commands/why.ts")).why as Command,
  },
  {
    name: "render",
    about: "the exact prompt a model would get; --dry-run shows its commands",
    load: async () => (await import("./commands/render.ts")).render as Command,
  },
  {
    name: "match",
    about: "the skills that fit a request, best first",
    load: async () => (await import("./commands/match.ts")).match as Command,
  },
  {
    name: "budget",
    about: "what the agent's model is really shown, and what it costs",
    load: async () => (await import("./commands/budget.ts")).budget as Command,
  },
  {
    name: "doctor",
    about: "what is wrong here and what to do about it",
    load: async () => (await import("./commands/doctor.ts")).doctor as Command,
  },
  {
    name: "lint",
    about: "what is wrong with skills you write; --fix mends the safe part",
    load: async () => (await import("./commands/lint.ts")).lint as Command,
  },
  { name: "new", about: "start a skill", load: async () => (await import("./commands/new.ts")).newSkill as Command },
  {
    name: "migrate commands",
    about: "turn legacy commands into skills",
    load: async () => (await import("./commands/migrate.ts")).migrateCommands as Command,
  },
  {
    name: "audit",
    about: "what a skill could do, before it does",
    load: async () => (await import("./commands/audit.ts")).audit as Command,
  },
  {
    name: "shell check",
    about: "whether a command may run under given rules",
    load: async () => (await import("./commands/shell-check.ts")).shellCheck as Command,
  },
  {
    name: "trust list",
    about: "what was approved, and whether it changed since",
    load: async () => (await import("./commands/trust.ts")).trustList as Command,
  },
  {
    name: "trust add",
    about: "approve a skill as it is now",
    load: async () => (await import("./commands/trust.ts")).trustAdd as Command,
  },
  {
    name: "trust remove",
    about: "take an approval back",
    load: async () => (await import("./commands/trust.ts")).trustRemove as Command,
  },
  {
    name: "schema",
    about: "the JSON Schema of a skill's header, for editors",
    load: async () => (await import("./commands/schema.ts")).schema as Command,
  },
  {
    name: "completion",
    about: "completion for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion as Command,
  },
]

/** The command that the words name, and the words behind its name. */
export function findCommand(
  words: readonly string[],
): { readonly entry: CommandEntry; readonly rest: readonly string[] } | undefined {
  for (const entry of commandEntries) {
    const parts = entry.name.split(" ")
    if (parts.every((part, at) => words[at] === part)) return { entry, rest: words.slice(parts.length) }
  }
  return undefined
}
