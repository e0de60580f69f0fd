import type { AskerWoken } from "../../../tasks/io/agents/wake-asker.ts"

/** How an agent gets a message that was just posted. */
export function writeDeliveryNote(agent: string, plan: AskerWoken["plan"]): string {
  switch (plan.kind) {
    case "start":
      return `@${agent} was woken: a process was started for it. skillet agent peek ${agent} shows what it does.`
    case "working":
      return `@${agent} is working and gets it after its current turn.`
    case "blocked":
      return `@${agent} is waiting for the answer to ${plan.question} and gets it after that.`
    case "awaited":
      return `@${agent} is waiting for it and reads it next.`
    case "elsewhere":
      return `@${agent} is not woken, because ${plan.cwd} is on another branch now; when its branch is back: skillet prompt ${agent} "…"`
    case "host":
      return `@${agent} has no driver. It gets it from its host's next hook, if skillet init has added the hooks, or by skillet wake ${agent}.`
  }
}
