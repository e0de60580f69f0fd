import { checkMaker, type RunStoreAccess, type RunStoreCheck } from "./run-store/check.ts"
import { commitChecks } from "./run-store/commit-checks.ts"
import { listQueueChecks } from "./run-store/queue-checks.ts"
import { listItemChecks } from "./run-store/item-checks.ts"

export type { RunStoreAccess, RunStoreCheck } from "./run-store/check.ts"

/** What every store with its queue must do, each as a sentence and a function that throws if it does not. */
export function runStoreChecks(access: RunStoreAccess): readonly RunStoreCheck[] {
  const check = checkMaker(access)
  return [...commitChecks(check), ...listItemChecks(check), ...listQueueChecks(check)]
}
