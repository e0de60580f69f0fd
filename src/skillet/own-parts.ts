import type { RunParts } from "../run/io/run-parts.ts"
import type { CompositeLoader } from "../workflow/io/load-workflows.ts"

/** What reviews add to runs: their workflow, which has functions, and answers without a model. */
export const ownParts: RunParts = {
  workflows: async () => [(await import("../review/review-workflow.ts")).reviewWorkflow],
  answerOffline: async (store, request) => (await import("../review/answer-offline.ts")).answerOffline(store, request),
}

export async function loadComposites(): Promise<CompositeLoader> {
  return (await import("../orchestrate/io/load-composite.ts")).loadComposite
}
