import type { CommandEntry } from "../parsing/command.ts"

/** The commands about tasks, messages and agents. */
export const taskEntries: readonly CommandEntry[] = [
  {
    name: "task add",
    about: "add one or more tasks",
    load: async () => (await import("../commands/wake/task.ts")).taskAdd,
  },
  {
    name: "task import",
    about: "create tasks from a plan with checkboxes",
    load: async () => (await import("../commands/wake/task.ts")).taskImport,
  },
  {
    name: "task list",
    about: "list the tasks of this branch",
    load: async () => (await import("../commands/wake/task.ts")).taskList,
  },
  {
    name: "task show",
    about: "show one task with its notes and subtasks",
    load: async () => (await import("../commands/wake/task.ts")).taskShow,
  },
  {
    name: "task update",
    about: "change a task",
    load: async () => (await import("../commands/wake/task.ts")).taskUpdate,
  },
  {
    name: "task done",
    about: "mark a task as done and print the next one",
    load: async () => (await import("../commands/wake/task.ts")).taskDone,
  },
  {
    name: "task move",
    about: "move the open tasks of another branch to this one",
    load: async () => (await import("../commands/wake/task.ts")).taskMove,
  },
  {
    name: "task delete",
    about: "delete a task with its subtasks",
    load: async () => (await import("../commands/wake/task.ts")).taskDelete,
  },
  {
    name: "say",
    about: "post a message to agents or people",
    load: async () => (await import("../commands/wake/say.ts")).say,
  },
  {
    name: "messages",
    about: "print the messages of this branch, oldest first",
    load: async () => (await import("../commands/wake/say.ts")).messages,
  },
  {
    name: "wake",
    about: "print what an agent must know to continue",
    load: async () => (await import("../commands/wake/wake.ts")).wake,
  },
  {
    name: "agent spawn",
    about: "start an agent in the background",
    load: async () => (await import("../commands/agent/spawn.ts")).agentSpawn,
  },
  {
    name: "agent status",
    about: "list the agents of this branch and what they do",
    load: async () => (await import("../commands/agent/status.ts")).agentStatus,
  },
  {
    name: "agent peek",
    about: "print what an agent did since you last looked",
    load: async () => (await import("../commands/agent/peek.ts")).agentPeek,
  },
  {
    name: "agent logs",
    about: "print everything an agent did, oldest first",
    load: async () => (await import("../commands/agent/peek.ts")).agentLogs,
  },
  {
    name: "agent events",
    about: "print when an agent was woken, and which skill was chosen when and why",
    load: async () => (await import("../commands/agent/events.ts")).agentEvents,
  },
  {
    name: "agent kill",
    about: "stop an agent and everything it started",
    load: async () => (await import("../commands/agent/kill.ts")).agentKill,
  },
  {
    name: "agent recover",
    about: "restart a dead agent",
    load: async () => (await import("../commands/agent/kill.ts")).agentRecover,
  },
  {
    name: "agent work",
    about: "do the work of a spawned agent in this process",
    load: async () => (await import("../commands/agent/work.ts")).agentWork,
  },
  {
    name: "prompt",
    about: "send an agent a message and wake it",
    load: async () => (await import("../commands/agent/prompt.ts")).prompt,
  },
  {
    name: "ask",
    about: "ask a person something",
    load: async () => (await import("../commands/agent/ask.ts")).askCommand,
  },
]
