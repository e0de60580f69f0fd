import type { CallOutcome, SkillUser } from "../../src/sessions/session.ts"
import type { AgentHost } from "../../src/sessions/session.ts"

/** What really happened in a session that was recorded: its script is in `test/clients/recorded-sessions.test.ts`. */
export interface KnownSession {
  readonly name: string
  readonly host: AgentHost
  /** Whether the transcript shows that ship-it was in the listing; undefined if the host does not write it down. */
  readonly isOffered?: true
  readonly uses: readonly (readonly [name: string, by: SkillUser, outcome: CallOutcome])[]
  /** Commands with their exit codes, and the names of files that were written. */
  readonly did: readonly string[]
  readonly compactions?: number
  readonly subAgents?: number
  /** The verdicts of `follow` for the three steps of ship-it, with what is noted beside them. */
  readonly steps?: readonly string[]
  readonly state: "offered" | "chosen-followed" | "chosen-not-followed" | "failed" | "unknown"
}

export const knownSessions: readonly KnownSession[] = [
  {
    name: "claude-typed",
    host: "claude",
    isOffered: true,
    uses: [["ship-it", "person", "ok"]],
    did: ["./check.sh 0", "CHANGES.md", "./publish.sh 0"],
    steps: ["done", "done", "done"],
    state: "chosen-followed",
  },
  {
    name: "claude-claims",
    host: "claude",
    isOffered: true,
    uses: [["ship-it", "model", "ok"]],
    did: ["./check.sh 0", "./publish.sh 3"],
    steps: ["done", "not-done claimed", "not-done failed claimed"],
    state: "chosen-not-followed",
  },
  {
    name: "claude-ignores",
    host: "claude",
    isOffered: true,
    uses: [],
    did: ["./publish.sh 0"],
    state: "offered",
  },
  {
    name: "claude-delegates",
    host: "claude",
    isOffered: true,
    uses: [["ship-it", "model", "ok"]],
    did: ["CHANGES.md", "./publish.sh 0"],
    compactions: 1,
    subAgents: 1,
    steps: ["done", "done", "done"],
    state: "chosen-followed",
  },
  {
    name: "claude-woken",
    host: "claude",
    isOffered: true,
    uses: [["ship-it", "hook", "ok"]],
    did: ["./check.sh 0", "CHANGES.md"],
    steps: ["done", "done", "not-done"],
    state: "chosen-not-followed",
  },
  {
    name: "claude-refused",
    host: "claude",
    uses: [["ship-it", "model", "failed"]],
    did: [],
    state: "failed",
  },
  {
    name: "claude-plugin",
    host: "claude",
    isOffered: true,
    uses: [["tools:ship-it", "person", "ok"]],
    did: ["./check.sh 0"],
    steps: ["done", "not-done", "not-done"],
    state: "chosen-not-followed",
  },
  {
    name: "codex-typed",
    host: "codex",
    isOffered: true,
    uses: [["ship-it", "person", "ok"]],
    did: ["./check.sh 0", "CHANGES.md", "./publish.sh 3"],
    steps: ["done", "done", "not-done failed"],
    state: "chosen-not-followed",
  },
  {
    name: "codex-reorders",
    host: "codex",
    isOffered: true,
    uses: [["ship-it", "model", "ok"]],
    did: ["./publish.sh 0", "./check.sh 0", "CHANGES.md"],
    steps: ["done", "done", "done reordered"],
    state: "chosen-not-followed",
  },
  {
    name: "codex-delegates",
    host: "codex",
    isOffered: true,
    uses: [],
    did: ["./publish.sh 0"],
    compactions: 1,
    subAgents: 1,
    state: "offered",
  },
  {
    name: "opencode-tool",
    host: "opencode",
    uses: [["ship-it", "model", "ok"]],
    did: ["./check.sh 0", "CHANGES.md", "./publish.sh 3"],
    subAgents: 1,
    steps: ["done", "done", "not-done failed"],
    state: "chosen-not-followed",
  },
  { name: "opencode-ignores", host: "opencode", uses: [], did: ["./publish.sh 0"], state: "unknown" },
  {
    name: "gemini-tool",
    host: "gemini",
    uses: [["ship-it", "model", "ok"]],
    did: ["./check.sh 0", "CHANGES.md", "./publish.sh 3"],
    steps: ["done", "done", "not-done failed"],
    state: "chosen-not-followed",
  },
  { name: "gemini-ignores", host: "gemini", uses: [], did: ["./publish.sh 0"], state: "unknown" },
]
