import type { ProfileChange } from "../../../catalog/io/profiles/use-profile.ts"
import type { ProfileUse } from "../../../catalog/io/session/profile-uses.ts"
import { profileLevels, type ProfileLevel } from "../../../catalog/profiles/skill-profile.ts"
import type { ProfileHost } from "../../../catalog/profiles/switch-off.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { noArguments } from "../../parsing/options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { describeChange, listSomeNames, toChangeJson } from "./describe-change.ts"

const level = { kind: "choice", values: profileLevels } as const
const oneName = { least: 1, most: 1, what: "the name of a profile" } as const

export const profileCreate = defineCommand({
  more: "A profile is a set of skills; an agent that uses it has only these. One of the same name is replaced.",
  usage: "NAME --skills A,B [--level L]",
  examples: [
    { line: "skillet profile create front --skills react,css", about: "for everybody: .skillet/profiles.json" },
    { line: "skillet profile create mine --skills a --level local", about: "only for you, in this project" },
  ],
  options: {
    skills: { kind: "text", value: "A,B", about: "the skills that stay" },
    level: {
      ...level,
      about: "project (committed), local (yours, here) or user (yours, everywhere) (default project)",
    },
    ...catalogOptions,
  },
  arguments: oneName,
  async run({ options, arguments: [name = ""] }, io) {
    const skills = (options.skills ?? "")
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
    if (skills.length === 0) throw new UsageError("--skills is missing", "name skills, such as --skills react,css")
    const skillet = openWithOptions(options, io)
    const profile = await skillet.profiles.create({ name, skills, level: options.level })
    if (options.json === true) io.json(profile)
    else {
      io.out(`${name}: ${formatCount(profile.skills.length, "skill")}, in ${shorten(profile.file, io, skillet)}`)
      if (profile.level === "local") io.err("This file is yours: let git ignore it.")
      io.err(`  ${renderHint(`skillet profile use ${name}`, io)} shows what it would change, then asks`)
    }
    return 0
  },
})

export const profileList = defineCommand({
  usage: "",
  examples: [
    { line: "skillet profile list", about: "every profile, and which agent uses it here" },
    { line: "skillet profile list --json", about: "with the skills of each" },
  ],
  options: { ...catalogOptions },
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    const profiles = await skillet.profiles.list()
    const uses = await skillet.profiles.uses()
    if (options.json === true) io.json({ profiles, uses: uses.map(({ before: _before, ...use }) => use) })
    else if (profiles.length + uses.length === 0)
      io.out(`There are no profiles here. ${renderHint("skillet profile create NAME --skills A,B", io)} makes one.`)
    else {
      const lines = profiles.map(
        (one) =>
          `${one.name}  ${formatCount(one.skills.length, "skill")}  ${one.level}  ${shorten(one.file, io, skillet)}`,
      )
      const used = uses.map((use) => describeUse(use, io, skillet))
      io.out([...lines.map(toVisibleLine), ...used].join("\n"))
    }
    return 0
  },
})

export const profileShow = defineCommand({
  more: "It changes nothing.",
  usage: "NAME [--host H]",
  examples: [
    { line: "skillet profile show front", about: "its skills, and what it would do for your agents" },
    { line: "skillet profile show front --host claude --json", about: "for one agent, as JSON" },
  ],
  options: {
    level: { ...level, about: "whose settings it would change (default local, else project)" },
    ...catalogOptions,
  },
  arguments: oneName,
  async run({ options, arguments: [name = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const profile = (await skillet.profiles.list()).find((one) => one.name === name)
    const { changes, refused } = await planUses(skillet, { ...options, name })
    if (options.json === true) io.json({ profile, changes: changes.map(toChangeJson), refused })
    else {
      io.out(`${name}: ${listSomeNames(profile?.skills ?? [])}`)
      for (const one of changes) io.out(describeChange(one, { io, cwd: skillet.around.cwd, isDone: false }).join("\n"))
      for (const one of refused) io.err(`${one.host}: ${one.message}\n  ${one.next}`)
    }
    return 0
  },
})

export const profileUse = defineCommand({
  more: "It writes the agent's own settings: what they understand differs, and docs/profiles.md says how. It shows the change, then asks.",
  usage: "NAME [--host H] [--level L] [--yes]",
  examples: [
    { line: "skillet profile use front --host claude", about: "only these skills for Claude Code, in this project" },
    { line: "skillet profile use front --host codex --level user --yes", about: "for all projects, without asking" },
  ],
  options: {
    level: { ...level, about: "whose settings to write (default local, else project)" },
    yes: { kind: "flag", about: "do it without asking" },
    ...catalogOptions,
  },
  arguments: oneName,
  async run({ options, arguments: [name = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const { changes, refused } = await planUses(skillet, { ...options, name })
    for (const one of refused) io.err(`${one.host}: ${one.message}\n  ${one.next}`)
    const code = await applyChanges(skillet, { changes, ...options }, io)
    return refused.length > 0 ? 1 : code
  },
})

export const profileClear = defineCommand({
  more: "The settings become what they were, byte for byte. What was edited since stays.",
  usage: "[--host H] [--level L] [--yes]",
  examples: [
    { line: "skillet profile clear", about: "all profiles in use in this project" },
    { line: "skillet profile clear --host codex --level user --yes", about: "one of yours for all projects" },
  ],
  options: {
    level: { ...level, about: "only of these settings (default those of this project)" },
    yes: { kind: "flag", about: "do it without asking" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    const host = options.host === undefined || options.host === "auto" ? undefined : requireAgent(options.host)
    const changes = await skillet.profiles.planClear({ host, level: options.level })
    const others =
      options.level === undefined ? (await skillet.profiles.uses()).filter((use) => use.level === "user") : []
    const hint = renderHint("skillet profile clear --level user", io)
    if (changes.length === 0 && options.json !== true) {
      io.out(`No profile is in use here${others.length === 0 ? "" : `; ${hint} clears your own`}.`)
      return 0
    }
    const code = await applyChanges(skillet, { changes, ...options }, io)
    if (options.json !== true)
      for (const use of others) io.err(`${describeUse(use, io, skillet)}, for all projects; ${hint} clears that one`)
    return code
  },
})

interface Asked {
  readonly name: string
  readonly host?: string
  readonly level?: ProfileLevel
}

interface Refused {
  readonly host: string
  readonly message: string
  readonly next: string
}

/** For the named agent, the one that runs this, or each that was used on this machine. */
async function planUses(skillet: Skillet, { name, host, level: at }: Asked) {
  const named = host === undefined || host === "auto" ? skillet.host : requireAgent(host)
  const hosts = named === "open" ? await findAgents(skillet) : [named]
  const changes: ProfileChange[] = []
  const refused: Refused[] = []
  for (const one of hosts) {
    try {
      changes.push(await skillet.profiles.plan({ name, host: one, level: at }))
    } catch (error) {
      const { code, message, next } = error as { code?: string; message: string; next?: string }
      if (code !== "profile.no-place" || hosts.length === 1) throw error
      refused.push({ host: one, message, next: next ?? "" })
    }
  }
  return { changes, refused }
}

async function findAgents(skillet: Skillet): Promise<readonly ProfileHost[]> {
  const { hosts } = await skillet.compareHosts({ onlyFound: true })
  const found = hosts.flatMap(({ host }) => (host === "open" ? [] : [host]))
  if (found.length === 0) throw new UsageError("no agent was found on this machine", "name one with --host")
  return found
}

function requireAgent(host: string): ProfileHost {
  if (host === "claude" || host === "codex" || host === "opencode" || host === "gemini") return host
  throw new UsageError(`--host ${host}: a profile is for an agent`, "use claude, codex, opencode or gemini")
}

interface Applying {
  readonly changes: readonly ProfileChange[]
  readonly yes?: boolean
  readonly json?: boolean
}

async function applyChanges(skillet: Skillet, { changes, yes, json }: Applying, io: Io): Promise<0 | 1> {
  const screen = { io, cwd: skillet.around.cwd }
  const isChange = changes.some((one) => one.isChange)
  if (isChange && yes !== true)
    io.err(changes.flatMap((one) => describeChange(one, { ...screen, isDone: false })).join("\n"))
  const isDone = !isChange || yes === true || (await saysYes(io, "Apply it?"))
  if (isDone) for (const one of changes) await skillet.profiles.apply(one)
  if (json === true) io.json({ changes: changes.map(toChangeJson), done: isDone })
  else if (isDone) io.out(changes.flatMap((one) => describeChange(one, { ...screen, isDone: true })).join("\n"))
  else io.err("Nothing was changed. To apply it without being asked, add --yes.")
  return isDone ? 0 : 1
}

function describeUse({ host, profile, off, file }: ProfileUse, io: Io, skillet: Skillet): string {
  return `${host} uses ${toVisibleLine(profile)}: ${formatCount(off.length, "skill")} off in ${shorten(file, io, skillet)}`
}

function shorten(file: string, io: Io, skillet: Skillet): string {
  return toVisibleLine(shortenPath(file, io, skillet.around.cwd))
}
