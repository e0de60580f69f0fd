import type { CommandEntry } from "./parsing/command.ts"
import { scheduleEntries } from "./schedule-entries.ts"
import { workerEntries } from "./worker-entries.ts"

/** Every command, in the order the help shows them. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: "list",
    about: "list every skill that can be used here, with any problems",
    load: async () => (await import("./commands/skills/list.ts")).list,
  },
  {
    name: "show",
    about: "show one skill: frontmatter, files, tokens, trust, digests",
    load: async () => (await import("./commands/skills/show.ts")).show,
  },
  {
    name: "why",
    about: "explain which copy of a name wins, and what each agent would do",
    load: async () => (await import("./commands/skills/why.ts")).why,
  },
  {
    name: "render",
    about: "print the exact prompt a model would get; --dry-run shows its commands",
    load: async () => (await import("./commands/skills/render.ts")).render,
  },
  {
    name: "resolve",
    about: "print what a review takes from skills: checks, patterns, rules, methods",
    load: async () => (await import("./commands/skills/resolve.ts")).resolve,
  },
  {
    name: "match",
    about: "find the skills that fit a request, best first",
    load: async () => (await import("./commands/skills/match.ts")).match,
  },
  {
    name: "budget",
    about: "show what the agent's model really sees of each skill, and its cost",
    load: async () => (await import("./commands/skills/budget.ts")).budget,
  },
  {
    name: "doctor",
    about: "check the skills and this machine: what is wrong, and how to fix it",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "lint",
    about: "check the skills you write; --fix applies the safe fixes",
    load: async () => (await import("./commands/skills/lint.ts")).lint,
  },
  {
    name: "new",
    about: "create a skill to fill in",
    load: async () => (await import("./commands/skills/new.ts")).newSkill,
  },
  {
    name: "migrate commands",
    about: "turn legacy commands into skills",
    load: async () => (await import("./commands/skills/migrate.ts")).migrateCommands,
  },
  {
    name: "audit",
    about: "report what skills could do, before they do it",
    load: async () => (await import("./commands/trust/audit.ts")).audit,
  },
  {
    name: "shell check",
    about: "check whether a command may run under given rules",
    load: async () => (await import("./commands/trust/shell-check.ts")).shellCheck,
  },
  {
    name: "trust list",
    about: "list approved skills, and whether they changed since",
    load: async () => (await import("./commands/trust/trust.ts")).trustList,
  },
  {
    name: "trust add",
    about: "approve a skill as it is now",
    load: async () => (await import("./commands/trust/trust.ts")).trustAdd,
  },
  {
    name: "trust remove",
    about: "revoke an approval",
    load: async () => (await import("./commands/trust/trust.ts")).trustRemove,
  },
  {
    name: "review accept",
    about: "record decisions about findings, so that later reviews leave them out",
    load: async () => (await import("./commands/review/accept.ts")).reviewAccept,
  },
  {
    name: "review",
    about: "review code or documents, offline or with many agents",
    load: async () => (await import("./commands/review/review.ts")).review,
  },
  {
    name: "state prune",
    about: "remove old runs and old cache files",
    load: async () => (await import("./commands/state/prune.ts")).statePrune,
  },
  {
    name: "state",
    about: "show what Skillet stores on this machine; state prune removes what is old",
    load: async () => (await import("./commands/state/show.ts")).state,
  },
  {
    name: "workflow list",
    about: "list the procedures that can be started here",
    load: async () => (await import("./commands/workflow/list.ts")).workflowList,
  },
  {
    name: "workflow show",
    about: "show a procedure: parameters, steps and transitions",
    load: async () => (await import("./commands/workflow/show.ts")).workflowShow,
  },
  {
    name: "workflow graph",
    about: "draw a procedure: in the terminal, or for Mermaid, Graphviz or a program",
    load: async () => (await import("./commands/workflow/graph.ts")).workflowGraph,
  },
  {
    name: "workflow check",
    about: "check procedures before they run",
    load: async () => (await import("./commands/workflow/check.ts")).workflowCheck,
  },
  {
    name: "workflow diff",
    about: "compare two versions of a procedure: steps, limits, paths",
    load: async () => (await import("./commands/workflow/diff.ts")).workflowDiff,
  },
  {
    name: "workflow quote",
    about: "estimate agents, tokens and money before a run starts",
    load: async () => (await import("./commands/workflow/quote.ts")).workflowQuote,
  },
  {
    name: "run start",
    about: "start a workflow and print the first step",
    load: async () => (await import("./commands/run/start.ts")).runStart,
  },
  {
    name: "run current",
    about: "print the current step of a run",
    load: async () => (await import("./commands/run/current.ts")).runCurrent,
  },
  {
    name: "run report",
    about: "report the outcome of a step and print the next one",
    load: async () => (await import("./commands/run/report.ts")).runReport,
  },
  {
    name: "run answer",
    about: "answer a run's question, or pass a gate with a reason",
    load: async () => (await import("./commands/run/answer.ts")).runAnswer,
  },
  {
    name: "run inbox",
    about: "list the questions that are waiting for a person",
    load: async () => (await import("./commands/run/answer.ts")).runInbox,
  },
  {
    name: "run list",
    about: "list the runs of this project, newest first",
    load: async () => (await import("./commands/run/list.ts")).runList,
  },
  {
    name: "run show",
    about: "show the steps, questions and costs of a run",
    load: async () => (await import("./commands/run/show.ts")).runShow,
  },
  {
    name: "run events",
    about: "print the events of a run, in order",
    load: async () => (await import("./commands/run/events.ts")).runEvents,
  },
  {
    name: "run drive",
    about: "let agents work on a run",
    load: async () => (await import("./commands/run/drive.ts")).runDrive,
  },
  {
    name: "run watch",
    about: "follow a run and its agents live",
    load: async () => (await import("./commands/run/watch.ts")).runWatch,
  },
  {
    name: "run cancel",
    about: "cancel a run and its child runs",
    load: async () => (await import("./commands/run/cancel.ts")).runCancel,
  },
  {
    name: "run fork",
    about: "start a copy of a run, reusing valid answers",
    load: async () => (await import("./commands/run/fork.ts")).runFork,
  },
  {
    name: "run verify",
    about: "check whether the records of a run are consistent",
    load: async () => (await import("./commands/run/verify.ts")).runVerify,
  },
  {
    name: "task add",
    about: "add one or more tasks",
    load: async () => (await import("./commands/wake/task.ts")).taskAdd,
  },
  {
    name: "task import",
    about: "create tasks from a plan with checkboxes",
    load: async () => (await import("./commands/wake/task.ts")).taskImport,
  },
  {
    name: "task list",
    about: "list the tasks of this branch",
    load: async () => (await import("./commands/wake/task.ts")).taskList,
  },
  {
    name: "task show",
    about: "show one task with its notes and subtasks",
    load: async () => (await import("./commands/wake/task.ts")).taskShow,
  },
  {
    name: "task update",
    about: "change a task",
    load: async () => (await import("./commands/wake/task.ts")).taskUpdate,
  },
  {
    name: "task done",
    about: "mark a task as done and print the next one",
    load: async () => (await import("./commands/wake/task.ts")).taskDone,
  },
  {
    name: "task move",
    about: "move the open tasks of another branch to this one",
    load: async () => (await import("./commands/wake/task.ts")).taskMove,
  },
  {
    name: "task delete",
    about: "delete a task with its subtasks",
    load: async () => (await import("./commands/wake/task.ts")).taskDelete,
  },
  {
    name: "say",
    about: "post a message to agents or people",
    load: async () => (await import("./commands/wake/say.ts")).say,
  },
  {
    name: "messages",
    about: "print the messages of this branch, oldest first",
    load: async () => (await import("./commands/wake/say.ts")).messages,
  },
  {
    name: "wake",
    about: "print what an agent must know to continue",
    load: async () => (await import("./commands/wake/wake.ts")).wake,
  },
  {
    name: "agent spawn",
    about: "start an agent in the background",
    load: async () => (await import("./commands/agent/spawn.ts")).agentSpawn,
  },
  {
    name: "agent status",
    about: "list the agents of this branch and what they do",
    load: async () => (await import("./commands/agent/status.ts")).agentStatus,
  },
  {
    name: "agent peek",
    about: "print what an agent did since you last looked",
    load: async () => (await import("./commands/agent/peek.ts")).agentPeek,
  },
  {
    name: "agent logs",
    about: "print everything an agent did, oldest first",
    load: async () => (await import("./commands/agent/peek.ts")).agentLogs,
  },
  {
    name: "agent events",
    about: "print when an agent was woken, and which skill was chosen when and why",
    load: async () => (await import("./commands/agent/events.ts")).agentEvents,
  },
  {
    name: "agent kill",
    about: "stop an agent and everything it started",
    load: async () => (await import("./commands/agent/kill.ts")).agentKill,
  },
  {
    name: "agent recover",
    about: "restart a dead agent",
    load: async () => (await import("./commands/agent/kill.ts")).agentRecover,
  },
  {
    name: "agent work",
    about: "do the work of a spawned agent in this process",
    load: async () => (await import("./commands/agent/work.ts")).agentWork,
  },
  {
    name: "prompt",
    about: "send an agent a message and wake it",
    load: async () => (await import("./commands/agent/prompt.ts")).prompt,
  },
  {
    name: "ask",
    about: "ask a person something",
    load: async () => (await import("./commands/agent/ask.ts")).askCommand,
  },
  ...scheduleEntries,
  ...workerEntries,
  {
    name: "pin list",
    about: "list the skills pinned for an agent",
    load: async () => (await import("./commands/wake/pin.ts")).pinList,
  },
  {
    name: "pin update",
    about: "give an agent the current text of a skill",
    load: async () => (await import("./commands/wake/pin.ts")).pinUpdate,
  },
  {
    name: "hook",
    about: "answer a host's hook event",
    load: async () => (await import("./commands/wake/hook.ts")).hook,
  },
  {
    name: "init",
    about: "install the hooks that give an agent its task and skill back",
    load: async () => (await import("./commands/wake/init.ts")).init,
  },
  {
    name: "prompt-block",
    about: "print the skills as a block for a system prompt",
    load: async () => (await import("./commands/wake/prompt-block.ts")).promptBlock,
  },
  {
    name: "orchestrate advance",
    about: "verify the memory files of agents, and print the next phase",
    load: async () => (await import("./commands/orchestrate/advance.ts")).orchestrateAdvance,
  },
  {
    name: "orchestrate resume",
    about: "resume a job where it stopped",
    load: async () => (await import("./commands/orchestrate/advance.ts")).orchestrateResume,
  },
  {
    name: "orchestrate show",
    about: "show a job: state, outputs, phases, memory files",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateShow,
  },
  {
    name: "orchestrate list",
    about: "list the jobs of this project, newest first",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateList,
  },
  {
    name: "orchestrate export",
    about: "write the state of a job to a file, for jq",
    load: async () => (await import("./commands/orchestrate/export.ts")).orchestrateExport,
  },
  {
    name: "orchestrate learn",
    about: "save the learnings of a finished job",
    load: async () => (await import("./commands/orchestrate/show.ts")).orchestrateLearn,
  },
  {
    name: "orchestrate",
    about: "run a composite skill, one agent for each phase",
    load: async () => (await import("./commands/orchestrate/orchestrate.ts")).orchestrate,
  },
  {
    name: "step",
    about: "print one step of a workflow, without a run",
    load: async () => (await import("./commands/step.ts")).step,
  },
  {
    name: "schema",
    about: "print the JSON Schema of a skill's frontmatter, for editors",
    load: async () => (await import("./commands/schema.ts")).schema,
  },
  {
    name: "version",
    about: "print Skillet's version (also -v)",
    load: async () => (await import("./commands/version.ts")).versionCommand,
  },
  {
    name: "completion",
    about: "print completion for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
]
