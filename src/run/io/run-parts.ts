import type { AgentAnswer, AgentRequest } from "../../agents/agent-driver.ts"
import type { LoadedDefinitions } from "../engine.ts"
import type { RunStore } from "../store.ts"

/** What others add to runs. All of it is loaded when a run needs it. */
export interface RunParts {
  /** Workflows with functions, which cannot be stored. */
  readonly workflows?: (() => Promise<LoadedDefinitions>) | undefined
  /** Answers without a model; undefined if it has no answer for this request. */
  readonly answerOffline?: ((store: RunStore, request: AgentRequest) => Promise<AgentAnswer | undefined>) | undefined
}
