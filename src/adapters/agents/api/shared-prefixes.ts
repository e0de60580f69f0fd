import type { AgentRequest } from "../../../ports/agents/agent-driver.ts"

/** A shorter beginning is not worth a place in a cache. */
const LEAST = 4096

/** Finds what the prompts of one step begin with, from the one asked before. */
export function openSharedPrefixes() {
  const before = new Map<string, string>()
  return {
    /** How many characters of a prompt others of its step begin with too, up to the end of a line. */
    sharedBy({ key: { run, step, round }, prompt }: AgentRequest): number {
      const name = `${run} ${step} ${round}`
      const earlier = before.get(name)
      before.set(name, prompt)
      if (before.size > 64) before.delete(before.keys().next().value ?? "")
      if (earlier === undefined) return 0
      let same = 0
      const most = Math.min(earlier.length, prompt.length)
      while (same < most && earlier.charCodeAt(same) === prompt.charCodeAt(same)) same++
      const cut = same === prompt.length ? same : prompt.lastIndexOf("\n", same - 1) + 1
      return cut < LEAST ? 0 : cut
    },
  }
}
