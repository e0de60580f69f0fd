import type { CommandEntry } from "../parsing/command.ts"

/** The commands that connect Skillet with hosts. */
export const hostEntries: readonly CommandEntry[] = [
  {
    name: "pin list",
    about: "list the skills pinned for an agent",
    load: async () => (await import("../commands/wake/pin.ts")).pinList,
  },
  {
    name: "pin update",
    about: "give an agent the current text of a skill",
    load: async () => (await import("../commands/wake/pin.ts")).pinUpdate,
  },
  {
    name: "hook",
    about: "answer a host's hook event",
    load: async () => (await import("../commands/wake/hook.ts")).hook,
  },
  {
    name: "mcp",
    about: "serve skills, procedures and tasks to clients of MCP",
    load: async () => (await import("../commands/mcp.ts")).mcp,
  },
  {
    name: "init",
    about: "install hooks, or skills that come with Skillet, for a host",
    load: async () => (await import("../commands/wake/init.ts")).init,
  },
  {
    name: "prompt-block",
    about: "print the skills as a block for a system prompt",
    load: async () => (await import("../commands/wake/prompt-block.ts")).promptBlock,
  },
]
