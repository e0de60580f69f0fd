import type { FileProblem } from "../problem/problem.ts"
import { problem } from "./problems.ts"

/** What is told when a dispatch was missing in the queue, or was in it though nobody asked for it any more. */
export function queueRepaired(key: string, what: "added" | "removed"): FileProblem {
  const message =
    what === "added"
      ? `${key} was open and could not be claimed: it was added to the queue`
      : `${key} was in the queue though nothing asks for it: it was removed`
  return problem("store.queue-repaired", {}, { message, fix: `skillet run verify ${key.split("/")[0]} checks the run` })
}
