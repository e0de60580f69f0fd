import { readErrorCode } from "../problem/failure.ts"
import type { Run } from "../run/model.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { requireRight, type ServedClient } from "./client-rules.ts"
import { nameReporter, requireOwnRun } from "./own-runs.ts"
import type { TaskPort } from "./protocol/offer.ts"
import { describeRunTask, readAnswers } from "./run-task.ts"
import type { Workspaces } from "./workspaces.ts"

/** Runs as tasks. A task is named without a workspace; its run says where it belongs, which must be served here. */
export function openRunTasks(workspaces: Workspaces, client: ServedClient): TaskPort {
  /** Undefined if there is no such run. */
  async function inRun<T>(id: string, act: (skillet: Skillet, run: Run) => Promise<T>): Promise<T | undefined> {
    const directory = await findDirectory(workspaces, id)
    if (directory === undefined) return undefined
    return workspaces.within(directory, async (skillet, top) => act(skillet, await requireOwnRun({ skillet, top }, id)))
  }
  return {
    get: (id) =>
      inRun(id, async (skillet) => {
        await requireRight(skillet, client, "read")
        return describeRunTask(skillet, id, client)
      }),
    async update(id, responses) {
      const taken = await inRun(id, async (skillet, run) => {
        const { questions } = await skillet.runs.current(id)
        const given = readAnswers(run, questions, responses)
        if (given.length > 0) await requireRight(skillet, client, "answer")
        for (const one of given) await skillet.runs.answer({ run: id, ...one, by: nameReporter(client) })
        return "taken" as const
      })
      return taken ?? "unknown"
    },
    async cancel(id) {
      const taken = await inRun(id, async (skillet, run) => {
        await requireRight(skillet, client, "cancel")
        if (run.status === "running")
          await skillet.runs.cancel(id, { reason: "cancelled by its client", by: nameReporter(client) })
        return "taken" as const
      })
      return taken ?? "unknown"
    },
  }
}

async function findDirectory(workspaces: Workspaces, id: string): Promise<string | undefined> {
  return workspaces.within(workspaces.own, async ({ runs }) => {
    try {
      return (await runs.find(id)).directory ?? workspaces.own
    } catch (error) {
      if (readErrorCode(error) === "run.not-found") return undefined
      throw error
    }
  })
}
