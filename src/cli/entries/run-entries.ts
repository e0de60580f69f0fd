import type { CommandEntry } from "../parsing/command.ts"

/** The commands about workflows and their runs. */
export const runEntries: readonly CommandEntry[] = [
  {
    name: "workflow list",
    about: "list the procedures that can be started here",
    load: async () => (await import("../commands/workflow/list.ts")).workflowList,
  },
  {
    name: "workflow show",
    about: "show a procedure: parameters, steps and transitions",
    load: async () => (await import("../commands/workflow/show.ts")).workflowShow,
  },
  {
    name: "workflow graph",
    about: "draw a procedure: in the terminal, or for Mermaid, Graphviz or a program",
    load: async () => (await import("../commands/workflow/graph.ts")).workflowGraph,
  },
  {
    name: "workflow check",
    about: "check procedures before they run",
    load: async () => (await import("../commands/workflow/check.ts")).workflowCheck,
  },
  {
    name: "workflow diff",
    about: "compare two versions of a procedure: steps, limits, paths",
    load: async () => (await import("../commands/workflow/diff.ts")).workflowDiff,
  },
  {
    name: "workflow quote",
    about: "estimate agents, tokens and money before a run starts",
    load: async () => (await import("../commands/workflow/quote.ts")).workflowQuote,
  },
  {
    name: "run start",
    about: "start a workflow and print the first step",
    load: async () => (await import("../commands/run/start.ts")).runStart,
  },
  {
    name: "run current",
    about: "print the current step of a run",
    load: async () => (await import("../commands/run/current.ts")).runCurrent,
  },
  {
    name: "run report",
    about: "report the outcome of a step and print the next one",
    load: async () => (await import("../commands/run/report.ts")).runReport,
  },
  {
    name: "run answer",
    about: "answer a run's question, or pass a gate with a reason",
    load: async () => (await import("../commands/run/answer.ts")).runAnswer,
  },
  {
    name: "run inbox",
    about: "list the questions that are waiting for a person",
    load: async () => (await import("../commands/run/answer.ts")).runInbox,
  },
  {
    name: "run list",
    about: "list the runs of this project, newest first",
    load: async () => (await import("../commands/run/list.ts")).runList,
  },
  {
    name: "run show",
    about: "show the steps, questions and costs of a run",
    load: async () => (await import("../commands/run/show.ts")).runShow,
  },
  {
    name: "run events",
    about: "print the events of a run, in order",
    load: async () => (await import("../commands/run/events.ts")).runEvents,
  },
  {
    name: "run drive",
    about: "let agents work on a run",
    load: async () => (await import("../commands/run/drive.ts")).runDrive,
  },
  {
    name: "run watch",
    about: "follow a run and its agents live",
    load: async () => (await import("../commands/run/watch.ts")).runWatch,
  },
  {
    name: "run cancel",
    about: "cancel a run and its child runs",
    load: async () => (await import("../commands/run/cancel.ts")).runCancel,
  },
  {
    name: "run fork",
    about: "start a copy of a run, reusing valid answers",
    load: async () => (await import("../commands/run/fork.ts")).runFork,
  },
  {
    name: "run compare",
    about: "compare two runs step by step, and say where they part",
    load: async () => (await import("../commands/run/compare.ts")).runCompare,
  },
  {
    name: "run diff",
    about: "show what changed in the checkout of a run from one report to the next",
    load: async () => (await import("../commands/run/diff.ts")).runDiff,
  },
  {
    name: "run spend",
    about: "add up what agents cost, by workflow, step, agent, skill and day",
    load: async () => (await import("../commands/run/spend.ts")).runSpend,
  },
  {
    name: "run verify",
    about: "check whether the records of a run are consistent",
    load: async () => (await import("../commands/run/verify.ts")).runVerify,
  },
]
