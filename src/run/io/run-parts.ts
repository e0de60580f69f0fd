import type { AgentAnswer, AgentRequest } from "../../agents/agent-driver.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import type { RunStore } from "../store.ts"

/** What others add to runs. All of it is loaded when a run needs it. */
export interface RunParts {
  /** Workflows with functions, which cannot be stored. */
  readonly workflows?: (() => Promise<readonly Workflow[]>) | undefined
  /** Answers without a model; undefined if it has no answer for this request. */
  readonly answerOffline?: ((store: RunStore, request: AgentRequest) => Promise<AgentAnswer | undefined>) | undefined
}
