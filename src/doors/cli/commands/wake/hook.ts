import { runHook } from "../../../../app/wake/run-hook.ts"
import { type HookEvent, hookNames, isHookName, readHookEvent } from "../../../../wake/hooks/hook-event.ts"
import { defineCommand } from "../../command.ts"
import type { Io } from "../../io.ts"
import { readInput } from "./read-input.ts"
import { withWake } from "./with-wake.ts"

export const hook = defineCommand({
  more: "It reads the event on stdin and prints what the model is to be told. It never fails the host.",
  usage: "EVENT [--enforce]",
  examples: [
    { line: "skillet hook SessionStart", about: "what skillet init writes into the host's settings" },
    { line: `echo '{"session_id":"s","source":"compact"}' | skillet hook SessionStart`, about: "try it" },
  ],
  options: {
    enforce: {
      kind: "flag",
      about: "PreToolUse: while a task of orchestrate is under way, the main thread may only read and start agents",
    },
  },
  arguments: { least: 1, most: 1, what: "an event", completes: hookNames },
  async run({ options, arguments: [name = ""] }, io) {
    if (!isHookName(name)) return told(io, `${name} is not an event that Skillet answers`)
    try {
      const { event, wrong } = readHookEvent(name, await readInput(process.stdin))
      if (wrong !== undefined) told(io, wrong)
      if (event.name === "PreToolUse") return options.enforce === true ? await enforce(io, event) : 0
      return await withWake(io, { cwd: event.cwd ?? options.cwd }, async (wake) => {
        await runHook(wake, event, async (answer) => io.out(answer))
        return 0
      })
    } catch (error) {
      return told(io, error instanceof Error ? error.message : String(error))
    }
  },
})

async function enforce(io: Io, event: HookEvent): Promise<0 | 1> {
  const { enforceTool } = await import("../../../../app/composite/enforce-tool.ts")
  const { withRuns } = await import("../run/open.ts")
  return withRuns(io, { cwd: event.cwd }, async (runs) => {
    const answer = await enforceTool(runs, event, io.env)
    if (answer !== undefined) io.out(answer)
    return 0
  })
}

/** One line, and all is well: a host must not stumble over us. */
function told(io: Io, what: string): 0 {
  io.err(`skillet hook: ${what.split("\n")[0]}`)
  return 0
}
