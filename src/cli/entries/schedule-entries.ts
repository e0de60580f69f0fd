import type { CommandEntry } from "../parsing/command.ts"

/** The commands about loops and schedules. */
export const scheduleEntries: readonly CommandEntry[] = [
  {
    name: "loop",
    about: "repeat a prompt: now, and then at an interval, for seven days",
    load: async () => (await import("../commands/schedule/loop.ts")).loop,
  },
  {
    name: "schedule add",
    about: "add a prompt or a workflow that runs repeatedly, or once",
    load: async () => (await import("../commands/schedule/add.ts")).scheduleAdd,
  },
  {
    name: "schedule list",
    about: "list schedules: last success, last try, next time, how late",
    load: async () => (await import("../commands/schedule/list.ts")).scheduleList,
  },
  {
    name: "schedule show",
    about: "show a schedule, its policies and its next five times",
    load: async () => (await import("../commands/schedule/show.ts")).scheduleShow,
  },
  {
    name: "schedule history",
    about: "print what happened to each due time of a schedule",
    load: async () => (await import("../commands/schedule/show.ts")).scheduleHistory,
  },
  {
    name: "schedule run",
    about: "run a schedule once, now",
    load: async () => (await import("../commands/schedule/change.ts")).scheduleRun,
  },
  {
    name: "schedule pause",
    about: "pause a schedule",
    load: async () => (await import("../commands/schedule/change.ts")).schedulePause,
  },
  {
    name: "schedule resume",
    about: "resume a paused schedule",
    load: async () => (await import("../commands/schedule/change.ts")).scheduleResume,
  },
  {
    name: "schedule delete",
    about: "stop a schedule or a loop for good; its history stays",
    load: async () => (await import("../commands/schedule/change.ts")).scheduleDelete,
  },
  {
    name: "schedule tick",
    about: "look for due times of all projects, and start what is due",
    load: async () => (await import("../commands/schedule/tick.ts")).scheduleTick,
  },
  {
    name: "schedule install",
    about: "let the operating system call schedule tick every minute",
    load: async () => (await import("../commands/schedule/install.ts")).scheduleInstall,
  },
  {
    name: "schedule uninstall",
    about: "remove what schedule install added",
    load: async () => (await import("../commands/schedule/install.ts")).scheduleUninstall,
  },
]
