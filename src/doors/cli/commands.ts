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
    about: "one skill: frontmatter, files, tokens, digest",
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
    name: "resolve",
    about: "skills as a review uses them: checks, patterns, rules, methods",
    load: async () => (await import("./commands/resolve.ts")).resolve as Command,
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
    about: "what is wrong with skills you write; --fix applies the safe fixes",
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
    name: "review accept",
    about: "remember what was decided about findings",
    load: async () => (await import("./commands/review/accept.ts")).reviewAccept as Command,
  },
  {
    name: "review",
    about: "review code or documents, offline or with many agents",
    load: async () => (await import("./commands/review/review.ts")).review as Command,
  },
  {
    name: "workflow list",
    about: "the procedures that can be started here",
    load: async () => (await import("./commands/workflow/list.ts")).workflowList as Command,
  },
  {
    name: "workflow show",
    about: "one procedure: parameters, steps, where each leads",
    load: async () => (await import("./commands/workflow/show.ts")).workflowShow as Command,
  },
  {
    name: "workflow graph",
    about: "a procedure as a drawing",
    load: async () => (await import("./commands/workflow/graph.ts")).workflowGraph as Command,
  },
  {
    name: "workflow check",
    about: "everything that is wrong with a procedure, before it runs",
    load: async () => (await import("./commands/workflow/check.ts")).workflowCheck as Command,
  },
  {
    name: "workflow diff",
    about: "what became of a procedure: steps, caps, ways through it",
    load: async () => (await import("./commands/workflow/diff.ts")).workflowDiff as Command,
  },
  {
    name: "workflow quote",
    about: "agents, tokens and money before a run starts",
    load: async () => (await import("./commands/workflow/quote.ts")).workflowQuote as Command,
  },
  {
    name: "run start",
    about: "start a workflow and print the first step",
    load: async () => (await import("./commands/run/start.ts")).runStart as Command,
  },
  {
    name: "run current",
    about: "print the current step of a run",
    load: async () => (await import("./commands/run/current.ts")).runCurrent as Command,
  },
  {
    name: "run report",
    about: "report the outcome of a step and print the next one",
    load: async () => (await import("./commands/run/report.ts")).runReport as Command,
  },
  {
    name: "run answer",
    about: "answer a question of a run",
    load: async () => (await import("./commands/run/answer.ts")).runAnswer as Command,
  },
  {
    name: "run inbox",
    about: "the questions that are waiting for a person",
    load: async () => (await import("./commands/run/answer.ts")).runInbox as Command,
  },
  {
    name: "run list",
    about: "the runs of this project",
    load: async () => (await import("./commands/run/list.ts")).runList as Command,
  },
  {
    name: "run show",
    about: "show the steps, questions and costs of a run",
    load: async () => (await import("./commands/run/show.ts")).runShow as Command,
  },
  {
    name: "run events",
    about: "the events of a run",
    load: async () => (await import("./commands/run/events.ts")).runEvents as Command,
  },
  {
    name: "run drive",
    about: "have agents work on a run",
    load: async () => (await import("./commands/run/drive.ts")).runDrive as Command,
  },
  {
    name: "run watch",
    about: "follow a run and its agents live",
    load: async () => (await import("./commands/run/watch.ts")).runWatch as Command,
  },
  {
    name: "run cancel",
    about: "cancel a run",
    load: async () => (await import("./commands/run/cancel.ts")).runCancel as Command,
  },
  {
    name: "run fork",
    about: "start a copy of a run, reusing valid answers",
    load: async () => (await import("./commands/run/fork.ts")).runFork as Command,
  },
  {
    name: "run verify",
    about: "check the evidence of every passed gate again",
    load: async () => (await import("./commands/run/verify.ts")).runVerify as Command,
  },
  {
    name: "task add",
    about: "add tasks",
    load: async () => (await import("./commands/wake/task.ts")).taskAdd as Command,
  },
  {
    name: "task import",
    about: "make tasks of a plan with checkboxes",
    load: async () => (await import("./commands/wake/task.ts")).taskImport as Command,
  },
  {
    name: "task list",
    about: "the tasks of this branch",
    load: async () => (await import("./commands/wake/task.ts")).taskList as Command,
  },
  {
    name: "task show",
    about: "one task with its notes and subtasks",
    load: async () => (await import("./commands/wake/task.ts")).taskShow as Command,
  },
  {
    name: "task update",
    about: "change a task",
    load: async () => (await import("./commands/wake/task.ts")).taskUpdate as Command,
  },
  {
    name: "task done",
    about: "mark a task as done and print the next one",
    load: async () => (await import("./commands/wake/task.ts")).taskDone as Command,
  },
  {
    name: "task delete",
    about: "delete a task with its subtasks",
    load: async () => (await import("./commands/wake/task.ts")).taskDelete as Command,
  },
  {
    name: "say",
    about: "post a message to agents or people",
    load: async () => (await import("./commands/wake/say.ts")).say as Command,
  },
  {
    name: "messages",
    about: "the messages of this branch",
    load: async () => (await import("./commands/wake/say.ts")).messages as Command,
  },
  {
    name: "wake",
    about: "print what an agent must know to continue",
    load: async () => (await import("./commands/wake/wake.ts")).wake as Command,
  },
  {
    name: "agent spawn",
    about: "start an agent in the background",
    load: async () => (await import("./commands/agent/spawn.ts")).agentSpawn as Command,
  },
  {
    name: "agent status",
    about: "the agents of this branch and what they do",
    load: async () => (await import("./commands/agent/status.ts")).agentStatus as Command,
  },
  {
    name: "agent peek",
    about: "what an agent did since you looked last",
    load: async () => (await import("./commands/agent/peek.ts")).agentPeek as Command,
  },
  {
    name: "agent logs",
    about: "everything an agent did",
    load: async () => (await import("./commands/agent/peek.ts")).agentLogs as Command,
  },
  {
    name: "agent kill",
    about: "end an agent",
    load: async () => (await import("./commands/agent/kill.ts")).agentKill as Command,
  },
  {
    name: "agent recover",
    about: "start a dead agent again",
    load: async () => (await import("./commands/agent/kill.ts")).agentRecover as Command,
  },
  {
    name: "agent work",
    about: "do the work of a spawned agent in this process",
    load: async () => (await import("./commands/agent/work.ts")).agentWork as Command,
  },
  {
    name: "prompt",
    about: "send an agent a message and wake it",
    load: async () => (await import("./commands/agent/prompt.ts")).prompt as Command,
  },
  {
    name: "ask",
    about: "ask a person something",
    load: async () => (await import("./commands/agent/ask.ts")).ask as Command,
  },
  {
    name: "pin list",
    about: "the skills an agent was given, as they were then",
    load: async () => (await import("./commands/wake/pin.ts")).pinList as Command,
  },
  {
    name: "pin update",
    about: "give an agent the current text of a skill",
    load: async () => (await import("./commands/wake/pin.ts")).pinUpdate as Command,
  },
  {
    name: "hook",
    about: "answer a hook of a host",
    load: async () => (await import("./commands/wake/hook.ts")).hook as Command,
  },
  {
    name: "init",
    about: "install the hooks that tell an agent where it was",
    load: async () => (await import("./commands/wake/init.ts")).init as Command,
  },
  {
    name: "prompt-block",
    about: "the skills as a block for a system prompt",
    load: async () => (await import("./commands/wake/prompt-block.ts")).promptBlock as Command,
  },
  {
    name: "orchestrate advance",
    about: "verify what agents handed in, and print the next phase",
    load: async () => (await import("./commands/orchestrate/advance.ts")).orchestrateAdvance as Command,
  },
  {
    name: "orchestrate resume",
    about: "continue a task where it is",
    load: async () => (await import("./commands/orchestrate/advance.ts")).orchestrateResume as Command,
  },
  {
    name: "orchestrate show",
    about: "one task: state, outputs, phases, memory files",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateShow as Command,
  },
  {
    name: "orchestrate list",
    about: "the tasks of this project",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateList as Command,
  },
  {
    name: "orchestrate learn",
    about: "keep what a finished task learned",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateLearn as Command,
  },
  {
    name: "orchestrate",
    about: "have one agent do each phase of a composite skill",
    load: async () => (await import("./commands/orchestrate/orchestrate.ts")).orchestrate as Command,
  },
  {
    name: "step",
    about: "print one step of a workflow, without a run",
    load: async () => (await import("./commands/step.ts")).step as Command,
  },
  {
    name: "schema",
    about: "the JSON Schema of a skill's frontmatter, for editors",
    load: async () => (await import("./commands/schema.ts")).schema as Command,
  },
  {
    name: "version",
    about: "the version of Skillet, also as -v",
    load: async () => (await import("./commands/version.ts")).versionCommand as Command,
  },
  {
    name: "completion",
    about: "completion for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion as Command,
  },
]

/** What the commands of a group are about, in one line of the overview. */
export const groupAbouts: Readonly<Record<string, string>> = {
  trust: "what was approved: list, add, remove",
  workflow: "procedures as data: list, show, graph, check, diff, quote",
  task: "the tasks of this branch: add, import, list, show, update, done, delete",
  agent: "agents in the background: spawn, status, peek, logs, kill, recover, work",
  pin: "the skills agents were given: list, update",
  run: "workflows in progress: start, current, report, answer, inbox, list, show, …",
}

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
