import type { RunParts } from "../run/io/run-parts.ts"
import type { Workflow } from "../workflow/workflow.ts"

/** What is added to runs: the workflows with functions that are given, and what reviews bring along. */
export function makeRunParts(given: () => Promise<readonly Workflow[]>): RunParts {
  return {
    workflows: async () => [...(await given()), (await import("../review/review-workflow.ts")).reviewWorkflow],
    answerOffline: async (store, request) =>
      (await import("../review/answer-offline.ts")).answerOffline(store, request),
  }
}
