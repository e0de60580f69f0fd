import type { RunParts } from "../run/io/run-parts.ts"
import type { LoadedDefinitions } from "../run/engine.ts"

/** What is added to runs: the workflows with functions that are given, and what reviews bring along. */
export function makeRunParts(given: () => Promise<LoadedDefinitions>): RunParts {
  return {
    async workflows() {
      const { workflows, problems } = await given()
      const { reviewWorkflow } = await import("../review/review-workflow.ts")
      return { workflows: [...workflows, reviewWorkflow], problems }
    },
    answerOffline: async (store, request) =>
      (await import("../review/answer-offline.ts")).answerOffline(store, request),
  }
}
