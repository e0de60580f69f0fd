import { ASK_ABOVE } from "../../review/review-defaults.ts"

/** The options of commands that may start agents which cost money, besides which agents. */
export const paidAgentOptions = {
  program: { kind: "text", value: "LINE", about: "the program to run with --agent command" },
  "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
  "max-cost": {
    kind: "text",
    value: "DOLLARS",
    about: `ask before spending more than this (default ${ASK_ABOVE})`,
  },
  budget: { kind: "alias", sameAs: "max-cost" },
  "max-agents": { kind: "number", value: "N", about: "ask a person before starting more agents than this" },
  yes: { kind: "flag", about: "do not ask about the cost" },
} as const
