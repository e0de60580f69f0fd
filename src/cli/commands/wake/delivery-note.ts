import type { AskerWoken } from "../../../tasks/io/agents/wake-asker.ts"

/** How an agent gets a message that was just posted. */
export function writeDeliveryNote(agent: string, plan: AskerWoken["plan"]): string {
  switch (plan.kind) {
    case "start":
      return `@${agent} was woken and is working on it.`
    case "working":
      return `@${agent} is working and gets it after its current turn.`
    case "blocked":
      return `@${agent} is waiting for the answer to ${plan.question} and gets it after that.`
    case "awaited":
      return `@${agent} was waiting for it and has it now.`
    case "elsewhere":
      return `@${agent} is not woken, because ${plan.cwd} is on another branch now; when its branch is back: skillet prompt ${agent} "…"`
    case "host":
      return `@${agent} has no driver and gets it from its host's next hook, or by skillet wake ${agent}.`
  }
}
