import type { AgentAnswer, Usage } from "../../../agents/agent-driver.ts"
import type { TranscriptLine, TranscriptStart } from "./transcript.ts"

/** The state of an agent, from its transcript. */
export interface AgentState {
  readonly start?: TranscriptStart | undefined
  /** `stopped`: the process that drove it is gone, or the agent was stopped. */
  readonly status: "working" | "answered" | "failed" | "stopped"
  readonly session?: string | undefined
  readonly model?: string | undefined
  /** What it does or did last, in a few words. */
  readonly doing?: string | undefined
  readonly answer?: AgentAnswer | undefined
  readonly failure?: string | undefined
  readonly usage?: Usage | undefined
  readonly began: number
  readonly last: number
}

const nothing: AgentState = { status: "stopped", began: 0, last: 0 }

/** The same lines always give the same state. */
export function describeAgentState(lines: readonly TranscriptLine[], isAlive: (pid: number) => boolean): AgentState {
  const state = lines.reduce(next, nothing)
  const isLost = state.status === "working" && state.start !== undefined && !isAlive(state.start.pid)
  return isLost ? { ...state, status: "stopped" } : state
}

function next(state: AgentState, line: TranscriptLine): AgentState {
  const last = line.at
  switch (line.kind) {
    case "start":
      return { status: "working", start: line, model: line.model, began: line.at, last }
    case "session":
      return { ...state, session: line.session, model: line.model ?? state.model, last }
    case "thinking":
      return { ...state, doing: "thinking", last }
    case "message":
      return { ...state, doing: "writing", last }
    case "tool_call":
      return { ...state, doing: toolText(line.tool, line.input), last }
    case "tool_result":
    case "notice":
      return { ...state, last }
    case "usage":
      return { ...state, usage: line.usage, last }
    case "end": {
      const { at: _at, kind: _kind, ...answer } = line
      return { ...state, status: "answered", answer, usage: line.usage, session: line.session ?? state.session, last }
    }
    case "failed":
      return { ...state, status: "failed", failure: line.message, usage: line.usage, last }
  }
}

/** The tool and the file or text it is about. */
function toolText(tool: string, input: unknown): string {
  const values = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const about = ["file_path", "absolute_path", "path", "pattern", "command", "query", "filePath"]
    .map((name) => values[name])
    .find((value) => typeof value === "string")
  return typeof about === "string" ? `${tool} ${about.slice(0, 80)}` : tool
}
