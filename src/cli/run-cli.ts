import { describeError, SkilletError } from "../problem/failure.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import { escapeHidden } from "../text/escape-hidden.ts"
import { readCarriedOptions } from "./carried-options.ts"
import { commandEntries } from "./commands.ts"
import { findCommand } from "./find-command.ts"
import { renderHint } from "./render-hint.ts"
import { type Io, openProcessIo } from "./output.ts"
import { cutLeadingOptions } from "./parsing/leading-options.ts"
import { moveLeadingOptions } from "./move-leading-options.ts"
import { UsageError } from "./parsing/usage-error.ts"
import { groupAbouts, topics } from "./topics.ts"

export type ExitCode = 0 | 1 | 2 | 70

/** Runs a command line as this process. */
export async function runProcess(line: readonly string[]): Promise<ExitCode> {
  const words = moveLeadingOptions(line)
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(reportUnwritten(words, error)))
  process.stderr.on("error", () => undefined)
  process.on("SIGINT", () => process.exit(130))
  const writeResult = process.stdout.write.bind(process.stdout)
  let hasModules = false
  const onModules = () => {
    hasModules = true
    keepStdoutForResults()
  }
  const exit = await runCli(words, { ...openProcessIo(), onModules })
  // What a module left open must not keep the process alive. Everything printed is written first.
  if (hasModules) setImmediate(() => writeResult("", () => process.stderr.write("", () => process.exit(exit))))
  return exit
}

/** From now on, what other code prints, as with `console.log`, goes to stderr. An `Io` that was opened before is not affected. */
function keepStdoutForResults(): void {
  const value = process.stderr.write.bind(process.stderr)
  Object.defineProperty(process.stdout, "write", { value, configurable: true, writable: true })
}

/** The reader of our output may stop early, as `head` does; that is not an error, unless it misses a denial. */
function reportUnwritten(words: readonly string[], { code }: NodeJS.ErrnoException): ExitCode {
  const isGone = code === "EPIPE"
  const command = words[0] === "hook" ? "skillet hook" : "skillet"
  if (!isGone) process.stderr.write(`${command}: the result could not be written (${code})\n`)
  if (words[0] === "hook") return isHook(words) ? 0 : 2
  return isGone ? 0 : 1
}

/** Runs one command line. The only place that turns errors into exit codes. */
export async function runCli(line: readonly string[], given: Io): Promise<ExitCode> {
  const words = moveLeadingOptions(line)
  const nameCommand = (named: readonly string[]) => findCommand(named)?.entry.name
  const io = { ...given, carried: { ...readCarriedOptions(words, given.cwd), nameCommand } }
  try {
    return await dispatch(words, io)
  } catch (error) {
    return isHook(words) ? reportToHost(error, io) : report(error, io)
  }
}

/** A rule of `--enforce` that is written wrongly must stop the host, so that it does not look as if it were applied. */
function isHook(words: readonly string[]): boolean {
  return words[0] === "hook" && !words.includes("--enforce")
}

/** A host takes a failing hook for a reason to stop, so ours never fails: whatever is wrong is one line on stderr. */
function reportToHost(error: unknown, io: Io): 0 {
  const message = describeError(error)
  io.err(`skillet hook: ${escapeHidden(message.split("\n")[0] ?? "")}`)
  return 0
}

async function dispatch(words: readonly string[], io: Io): Promise<ExitCode> {
  const [first] = words
  if (first === undefined && io.isTerminal) return (await import("./commands/overview.ts")).printOverview(io)
  if (first === undefined || first === "help" || first === "--help" || first === "-h") return help(words.slice(1), io)
  if (first === "-v" || first === "--version") return dispatch(["version", ...words.slice(1)], io)
  if (first === "__complete") return (await import("./complete.ts")).complete(words.slice(1), io)
  const found = findCommand(words)
  if (found === undefined && isGroup(first) && (words[1] === "--help" || words[1] === "-h")) return help([first], io)
  if (found === undefined) throw unknownCommand(cutLeadingOptions(words).rest)
  const command = await found.entry.load()
  const isWord = found.rest[0] !== undefined && !found.rest[0].startsWith("-")
  if (isWord && command.arguments.most === 0 && isGroup(found.entry.name)) throw unknownCommand(words)
  const options = found.rest.includes("--") ? found.rest.slice(0, found.rest.indexOf("--")) : found.rest
  if (options.includes("--help") || options.includes("-h")) return help(found.entry.name.split(" "), io)
  return command.run(found.rest, { name: found.entry.name, io })
}

async function help(words: readonly string[], io: Io): Promise<ExitCode> {
  const { renderGroup, renderHelp, renderOverview } = await import("./help.ts")
  if (words.length === 0) {
    io.out(renderOverview(commandEntries, { topics, groupAbouts }))
    return 0
  }
  const [first = ""] = words
  const group = commandEntries.filter(({ name }) => name.startsWith(`${first} `))
  const entry = findCommand(words)?.entry ?? (group.length === 1 ? group[0] : undefined)
  const under = group.filter(({ name }) => name !== entry?.name).map(({ name }) => name)
  if (entry !== undefined) io.out(renderHelp(entry, await entry.load(), entry.name === first ? under : []))
  else if (group.length > 0) io.out(renderGroup(first, group))
  else throw unknownCommand(words)
  return 0
}

/** A word with which several commands begin, such as `trust`. */
function isGroup(word: string): boolean {
  return commandEntries.some(({ name }) => name.startsWith(`${word} `))
}

function unknownCommand(words: readonly string[]): UsageError {
  if (words.length === 0)
    return new UsageError("there is no command after the options", "skillet help lists the commands")
  const names = commandEntries.map(({ name }) => name)
  const group = names.filter((name) => name.startsWith(`${words[0]} `))
  if (group.length > 0) {
    const [, second] = words
    const isNamed = second !== undefined && !second.startsWith("-")
    const under = group.map((name) => name.slice(name.indexOf(" ") + 1))
    const near = isNamed ? findNearestNames(second, under).map((name) => `${words[0]} ${name}`) : []
    return new UsageError(
      isNamed ? `there is no command "${words[0]} ${escapeHidden(second)}"` : `skillet ${words[0]} needs a second word`,
      near.length > 0 ? meantText(near) : whichText(words[0] ?? "", group),
    )
  }
  const near = findNearestNames(words[0] ?? "", names)
  return new UsageError(
    `there is no command "${escapeHidden(words[0] ?? "")}"`,
    near.length > 0 ? meantText(near) : "skillet help lists the commands",
  )
}

/** A few commands are named; more are in the help. */
function whichText(word: string, group: readonly string[]): string {
  return group.length > 3
    ? `skillet ${word} --help lists the commands`
    : `try ${group.map((name) => `skillet ${name}`).join(" or ")}`
}

function meantText(names: readonly string[]): string {
  return `did you mean ${names.map((name) => `skillet ${name}`).join(" or ")}?`
}

/**
 * What was typed cannot mean anything, here or anywhere else. Some of it is found only after parsing, by the subject that
 * reads it. To `audit` and `lint`, a path or name that leads to no skill is usually a typing error, not an answer.
 */
const usedWrongly: ReadonlySet<string> = new Set([
  "audit.no-file",
  "audit.no-skill",
  "install.as",
  "install.bad-source",
  "lint.no-file",
  "lint.no-skill",
  "loop.bad-interval",
  "loop.no-prompt",
  "name.rules",
  "ref.bad-name",
  "run.bad-params",
  "schedule.bad-at",
  "schedule.bad-cron",
  "schedule.bad-duration",
  "schedule.bad-until",
  "schedule.bad-zone",
  "schedule.no-times",
  "schedule.no-work",
  "schedule.no-workflow",
  "store.relative",
])

function report(error: unknown, io: Io): ExitCode {
  if (error instanceof UsageError) {
    io.err(`skillet: ${error.message}`)
    io.err(`  ${renderHint(error.next, io)}`)
    return 2
  }
  if (error instanceof SkilletError) {
    io.err(`skillet: ${escapeHidden(error.message)}`)
    io.err(`  code ${error.code}${error.retry === "later" ? ", try again later" : ""}`)
    io.err(`  ${renderHint(escapeHidden(error.next), io)}`)
    return usedWrongly.has(error.code) ? 2 : 1
  }
  io.err(`skillet: this is a bug in Skillet, not in what you did`)
  io.err(error instanceof Error ? (error.stack ?? error.message) : String(error))
  io.err("  please report it with the command you ran")
  return 70
}
