import { addWorktree } from "../../adapters/agents/worktree/add-worktree.ts"
import type { AgentDriver } from "../../ports/agents/agent-driver.ts"
import type { WorktreeMode } from "../../ports/agents/agent-settings.ts"

/** A driver whose writers work in git worktrees of their own; what they changed is part of the answer. */
export function isolating(driver: AgentDriver, folder: string, mode: WorktreeMode): AgentDriver {
  return {
    name: driver.name,
    async ask(request, signal, heard) {
      if (request.access !== "write") return driver.ask(request, signal, heard)
      const tree = await addWorktree(request, folder)
      heard?.({ kind: "notice", text: `works in ${tree.path} on branch ${tree.branch}` })
      const answer = await driver.ask({ ...request, cwd: tree.path }, signal, heard).catch((error: unknown) => {
        throw tree.keptAfter(error)
      })
      return tree.finish(answer, mode)
    },
  }
}
