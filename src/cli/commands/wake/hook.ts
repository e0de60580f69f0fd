import type { Readable } from "node:stream"
import { type HookEvent, hookNames, idleHookNames, isHookName, readHookEvent } from "../../../tasks/hooks/hook-event.ts"
import type { Enforced } from "../../../orchestrate/io/enforce-tool.ts"
import { defineCommand } from "../../parsing/command.ts"
import { resolveCwd } from "../../with-resources.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import type { Io } from "../../output.ts"
import { withTasks } from "./with-wake.ts"
import { describeError } from "../../../problem/failure.ts"

export const hook = defineCommand({
  more: "It reads the event on stdin and prints the text for the model. It never makes the host fail; only --enforce stops a tool.",
  usage: "EVENT [--enforce]",
  examples: [
    { line: "skillet hook SessionStart", about: "what skillet init writes into the host's settings" },
    { line: `echo '{"session_id":"s","source":"compact"}' | skillet hook SessionStart`, about: "try it" },
  ],
  options: {
    enforce: {
      kind: "flag",
      about: "PreToolUse: while a job of orchestrate is running, the main thread may only read and start agents",
    },
  },
  arguments: { least: 1, most: 1, what: "an event", completes: hookNames },
  async run({ options, arguments: [name = ""] }, io) {
    if (!isHookName(name)) return unknownEvent(io, name, options.enforce === true)
    const { event, wrong } = readHookEvent(name, await readInput(process.stdin))
    if (wrong !== undefined) await failed(io, event, wrong)
    if (event.name === "PreToolUse") return options.enforce === true ? enforce(io, event, wrong) : 0
    try {
      const cwd = resolveCwd(io, { cwd: event.cwd ?? options.cwd })
      return await withTasks({ ...io, cwd }, { host: options.host }, async (tasks) => {
        const woken = await tasks.hook(event, (answer) => io.deliver(answer))
        return woken?.kind === "busy" && !woken.isSame ? told(io, MET) : 0
      })
    } catch (error) {
      return failed(io, event, describeInOneLine(error))
    }
  },
})

/** A host hides what a hook prints on stderr, so it is kept for `skillet doctor` as well. */
async function failed(io: Io, { name: event, cwd = io.cwd }: Pick<HookEvent, "name" | "cwd">, why: string): Promise<0> {
  const { noteHookFailure } = await import("../../../tasks/io/hook-failures.ts")
  noteHookFailure(io.env, { at: Date.now(), event, cwd, why })
  return told(io, why)
}

const MET = "another hook is delivering to this session; what it does not deliver comes with the next event"

/** With this exit code a host stops the tool: a rule under a wrong name must not look as if it were applied. */
function unknownEvent(io: Io, name: string, isRule: boolean): 0 {
  if (!isRule && idleHookNames.includes(name)) return 0
  if (!isRule) return told(io, `${name} is not an event that Skillet answers`)
  throw new UsageError(`${name} is not an event that Skillet answers`, "write skillet hook PreToolUse --enforce")
}

async function enforce(io: Io, event: HookEvent, wrong: string | undefined): Promise<0> {
  const { answer, failed: why } = await askJobs(io, event, wrong)
  if (why !== undefined) await failed(io, event, why)
  return deny(io, answer)
}

/** Whatever goes wrong on the way to the jobs counts as a job that is running. */
async function askJobs(io: Io, event: HookEvent, unreadable: string | undefined): Promise<Enforced> {
  const { printRepairs } = await import("../run/open.ts")
  const ask = async (cwd: string | undefined, why: string | undefined) => {
    let enforced: Enforced = {}
    await withTasks(io, printRepairs(io, { cwd }), async (tasks) => {
      enforced = await tasks.enforce(event, { unreadable: why })
      return 0
    })
    return enforced
  }
  try {
    return await ask(unreadable === undefined ? event.cwd : undefined, unreadable)
  } catch (error) {
    const why = describeInOneLine(error)
    return { ...(await ask(undefined, why)), failed: why }
  }
}

/** A denial that nobody gets would let the tool through; wrong usage has the exit code with which a host stops it. */
async function deny(io: Io, answer: string | undefined): Promise<0> {
  if (answer === undefined) return 0
  try {
    await io.deliver(answer)
    return 0
  } catch (error) {
    throw new UsageError(describeInOneLine(error), "let the host read the hook's stdout")
  }
}

function describeInOneLine(error: unknown): string {
  return describeError(error).split("\n")[0] ?? ""
}

/** Prints one line and succeeds: a host must not fail because of us. */
function told(io: Io, what: string): 0 {
  io.err(`skillet hook: ${what}`)
  return 0
}

const MOST = 1024 * 1024
const PATIENCE = 2000

/**
 * The content of stdin, limited in size and to two seconds; a host that does not close it is not waited for once its
 * object is whole. Nothing if a person would have to type it.
 */
async function readInput(stream: Readable & { readonly isTTY?: boolean }): Promise<string> {
  if (stream.isTTY === true) return ""
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      clearTimeout(timer)
      stream.removeAllListeners()
      stream.destroy()
      resolve(Buffer.concat(chunks).toString("utf8"))
    }
    const timer = setTimeout(end, PATIENCE)
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > MOST || isWhole(chunks)) end()
    })
    stream.on("end", end)
    stream.on("error", end)
  })
}

/** A whole object cannot become another one by what follows. */
function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString("utf8").trimEnd()
  if (last?.endsWith("}") !== true) return false
  try {
    JSON.parse(Buffer.concat(chunks).toString("utf8"))
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
