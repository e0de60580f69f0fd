import type { Skillet } from "../../../skillet/skillet.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import type { InitChange, InitJson, InitWanted, InstallHost } from "./init-change.ts"
import { describeClient } from "./init-client.ts"
import { describeHooks } from "./init-hooks.ts"
import { describeInstall } from "./init-skills.ts"

export const init = defineCommand({
  more: "It adds hooks, with --skills skills that come with Skillet, or with --mcp its MCP server. It shows the change, then asks.",
  usage: "--host H [--skills A,B | --update | --mcp] [--user] [--enforce] [--force] [--yes] [--undo]",
  examples: [
    { line: "skillet init --host claude", about: "hooks, in this project's settings" },
    { line: "skillet init --host codex --skills planner,simplify", about: "two skills, in Codex's listing" },
    { line: "skillet init --host gemini --user", about: "hooks, for all your projects" },
    { line: "skillet init --host gemini --mcp", about: "its MCP server, in this project's settings" },
    { line: "skillet init --host codex --update", about: "the skills there, after an upgrade" },
    { line: "skillet init --host claude --undo --yes", about: "remove hooks and skills again" },
  ],
  options: {
    skills: { kind: "text", value: "A,B", about: "install these skills, and update those that are there" },
    mcp: { kind: "flag", about: "add skillet mcp to the client's servers" },
    update: { kind: "flag", about: "only update the skills that are there" },
    user: { kind: "flag", about: "for all your projects" },
    yes: { kind: "flag", about: "do it without asking" },
    enforce: { kind: "flag", about: "also restrict the main thread while a job of orchestrate is running" },
    force: { kind: "flag", about: "also replace or remove installed skills that were edited" },
    undo: { kind: "flag", about: "remove what init added, and nothing else; with --skills or --mcp only those" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const wanted = readWanted(options)
    return withSkillet(io, options, async (skillet) => {
      const changes = await planChanges(skillet, wanted)
      const isChange = changes.some((change) => change.isChange)
      const done = isChange && (options.yes === true || (await confirmChanges(changes, io)))
      if (done) for (const change of changes) if (change.isChange) await change.apply()
      if (options.json === true) io.json(joinJson(changes, done))
      else if (isChange && !done) io.err("Nothing was changed. To apply it without being asked, add --yes.")
      else io.out(changes.flatMap((change) => (change.isChange ? change.done : change.none)).join("\n"))
      return (done || !isChange) && !changes.some(({ isRefused }) => isRefused) ? 0 : 1
    })
  },
})

interface Given {
  readonly host?: string
  readonly skills?: string
  readonly update?: boolean
  readonly mcp?: boolean
  readonly user?: boolean
  readonly enforce?: boolean
  readonly force?: boolean
  readonly undo?: boolean
}

function readWanted(given: Given): InitWanted {
  const isUndo = given.undo === true
  const isUpdate = given.update === true
  if (isUndo && isUpdate) throw new UsageError("--undo and --update contradict each other", "use one of them")
  const skills = given.skills === undefined ? (isUpdate ? [] : undefined) : parseNames(given.skills)
  const isClient = given.mcp === true
  if (isClient && (skills !== undefined || given.enforce === true || given.force === true))
    throw new UsageError("--mcp is about the server alone", "run init once for each")
  const isAboutSkills = skills !== undefined || isUndo || isClient
  if (isAboutSkills && given.enforce === true && !isUndo)
    throw new UsageError("--enforce is an option for hooks, not for skills", "run init once for each")
  if (!isAboutSkills && given.force === true)
    throw new UsageError("--force is an option for skills", "add --skills, --update or --undo")
  const host = requireHost(given.host, isAboutSkills)
  if (given.enforce === true && !isUndo && host !== "claude" && host !== "codex")
    throw new UsageError(`--enforce does not work with ${host}`, "use it with --host claude or codex")
  return {
    host,
    isUser: given.user === true,
    isUndo,
    isEnforced: given.enforce === true,
    isForced: given.force === true,
    isClient,
    skills,
  }
}

function parseNames(list: string): readonly string[] {
  const names = list.split(",").map((name) => name.trim())
  if (names.every((name) => name === ""))
    throw new UsageError("--skills is empty", "name skills, such as --skills planner,simplify")
  return names.filter((name) => name !== "")
}

function requireHost(host: string | undefined, isAboutSkills: boolean): InstallHost {
  if (host === "claude" || host === "codex" || host === "opencode" || host === "gemini") return host
  const isMissing = host === undefined || host === "auto"
  const other = isAboutSkills ? `${host} needs no installed skills: it lists those of Skillet already` : undefined
  throw new UsageError(
    isMissing ? "--host is missing" : (other ?? `Skillet has no hooks for ${host}`),
    "use --host claude, codex, opencode or gemini",
  )
}

/** Without named skills, --undo is about everything that init adds. */
async function planChanges(skillet: Skillet, wanted: InitWanted): Promise<readonly InitChange[]> {
  const { isUndo, isClient, skills } = wanted
  if (isClient) return [await describeClient(skillet, wanted)]
  const hooks = skills === undefined ? [await describeHooks(skillet, wanted)] : []
  if (skills === undefined && !isUndo) return hooks
  const client = skills === undefined ? [await describeClient(skillet, wanted)] : []
  return [...hooks, await describeInstall(skillet, wanted), ...client]
}

async function confirmChanges(changes: readonly InitChange[], io: Io): Promise<boolean> {
  io.err(changes.flatMap(({ isChange, preview, none }) => (isChange ? preview : none)).join("\n"))
  return saysYes(io, "Apply it?")
}

function joinJson(changes: readonly InitChange[], done: boolean): InitJson & { readonly done: boolean } {
  return {
    ...Object.assign({}, ...changes.map(({ json }) => json)),
    files: changes.flatMap(({ json }) => json.files),
    notes: changes.flatMap(({ json }) => json.notes),
    done,
  }
}
