import type { CommandEntry } from "../parsing/command.ts"

/** The commands about composite skills, and steps without a run. */
export const orchestrateEntries: readonly CommandEntry[] = [
  {
    name: "orchestrate advance",
    about: "verify the memory files of agents, and print the next phase",
    load: async () => (await import("../commands/orchestrate/advance.ts")).orchestrateAdvance,
  },
  {
    name: "orchestrate resume",
    about: "resume a job where it stopped",
    load: async () => (await import("../commands/orchestrate/advance.ts")).orchestrateResume,
  },
  {
    name: "orchestrate show",
    about: "show a job: state, outputs, phases, memory files",
    load: async () => (await import("../commands/orchestrate/show.ts")).orchestrateShow,
  },
  {
    name: "orchestrate list",
    about: "list the jobs of this project, newest first",
    load: async () => (await import("../commands/orchestrate/show.ts")).orchestrateList,
  },
  {
    name: "orchestrate export",
    about: "write the state of a job to a file, for jq",
    load: async () => (await import("../commands/orchestrate/export.ts")).orchestrateExport,
  },
  {
    name: "orchestrate learn",
    about: "save the learnings of a finished job",
    load: async () => (await import("../commands/orchestrate/show.ts")).orchestrateLearn,
  },
  {
    name: "orchestrate",
    about: "run a composite skill, one agent for each phase",
    load: async () => (await import("../commands/orchestrate/orchestrate.ts")).orchestrate,
  },
  {
    name: "step",
    about: "print one step of a workflow, without a run",
    load: async () => (await import("../commands/step.ts")).step,
  },
]
