import type { CommandGrants } from "../../../trust/trust-state.ts"
import type { ApprovalPlan } from "../../../catalog/io/skills/trust-skills.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { renderTable } from "../../terminal/table.ts"
import { type AskedPlan, describePlan } from "./describe-plan.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { addAuthor, describeAuthors, dropAuthor } from "./author.ts"

export const trustList = defineCommand({
  usage: "",
  examples: [
    { line: "skillet trust list", about: "every approval" },
    { line: "skillet trust list --json", about: "with the digest of every file" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    const approvals = await skillet.trust.list()
    const isKnown = (await skillet.limits()).every(({ limit }) => limit !== "approvals")
    const authors = await describeAuthors(skillet, io)
    if (options.json === true) io.json({ approvals, ...(await skillet.trust.authors()) })
    else if (approvals.length === 0 && authors.length > 0) io.out(authors.join("\n"))
    else if (approvals.length === 0)
      io.out(
        "Nothing is approved: skills of projects and plugins can be viewed, but run no commands, and no module or convention of a project is used.",
      )
    else {
      const columns = [
        { title: "SKILL", text: ({ name }: (typeof approvals)[number]) => toVisibleLine(name) },
        { title: "STATE", text: ({ state }: (typeof approvals)[number]) => state },
        { title: "APPROVED", text: ({ approvedAt }: (typeof approvals)[number]) => approvedAt.slice(0, 10), drops: 1 },
        {
          title: "FILE",
          text: ({ path }: (typeof approvals)[number]) => toVisibleLine(shortenPath(path, io, skillet.around.cwd)),
          fills: true as const,
        },
      ]
      const more = authors.length === 0 ? [] : ["", ...authors]
      io.out([...renderTable(approvals, columns, io.width), ...more].join("\n"))
    }
    return isKnown && approvals.every(({ state }) => state !== "changed") ? 0 : 1
  },
})

export const trustAdd = defineCommand({
  more: "The approval covers its commands, grants and hooks, and of a module all that it imports. Any change needs a new approval.",
  usage: "REF [--hash DIGEST] | --author DIR [--yes]",
  examples: [
    { line: "skillet trust add deploy", about: "shows what it could do and what changed, then asks" },
    { line: "skillet trust add deploy --hash sha256:…", about: "without a terminal: approve exactly this" },
    { line: "skillet trust add skillet.config.mjs", about: "the project's workflows with functions" },
    { line: "skillet trust add .claude/conventions", about: "the project's texts for procedures and jobs" },
    { line: "skillet trust add --author .claude/skills", about: "a directory of skills that you write yourself" },
  ],
  options: {
    hash: { kind: "text", value: "DIGEST", about: "approve only if this is its digest; asks nothing" },
    author: {
      kind: "text",
      value: "DIR",
      about: "you write what is in this directory: its skills need no approval",
      completes: "folder",
    },
    yes: { kind: "flag", about: "with --author: grant it without asking" },
    network: { kind: "flag", about: "let its commands use the network" },
    write: { kind: "flag", about: "let its commands write to the project" },
    env: { kind: "list", value: "NAME", about: "let its commands see this variable" },
    ...catalogOptions,
  },
  arguments: {
    least: 0,
    most: 1,
    what: "a skill's name or path, skillet.config.mjs, or .claude/conventions",
    completes: "skill",
  },
  async run({ options, arguments: [ref] }, io) {
    const author = readAuthor(options.author, ref, "add")
    const skillet = openWithOptions(options, io, { links: "own" })
    if (author !== undefined) {
      const unused = (["hash", "network", "write", "env"] as const).find((name) => options[name] !== undefined)
      if (unused !== undefined) throw new UsageError(`--${unused} has no effect on --author`, `leave out --${unused}`)
      return addAuthor(skillet, { directory: author, json: options.json, yes: options.yes }, io)
    }
    if (options.yes === true) throw new UsageError("--yes is an option for --author", "give --hash DIGEST instead")
    return addApproval(skillet, { ref: ref ?? "", options }, io)
  },
})

/** The directory of --author; undefined if a reference was given instead. */
function readAuthor(author: string | undefined, ref: string | undefined, verb: string): string | undefined {
  if (author !== undefined && ref !== undefined)
    throw new UsageError(`--author and "${ref}" exclude each other`, "give one of them")
  if (author === undefined && ref === undefined)
    throw new UsageError(
      `skillet trust ${verb} needs a skill's name or path, or --author DIR`,
      "skillet trust list shows what is approved",
    )
  return author
}

interface ApprovalAsked {
  readonly ref: string
  readonly options: {
    readonly hash?: string
    readonly network?: boolean
    readonly write?: boolean
    readonly env?: readonly string[]
    readonly json?: boolean
  }
}

async function addApproval(skillet: Skillet, { ref, options }: ApprovalAsked, io: Io): Promise<0 | 1> {
  const plan = await skillet.trust.plan(ref)
  const step = await skillet.trust.explainServer(plan.path)
  const hasGrants = options.network === true || options.write === true || options.env !== undefined
  if ((plan.module ?? plan.conventions) !== undefined && hasGrants)
    throw new UsageError(
      `${toVisibleLine(plan.ref)} is not a skill, so it has no grants`,
      "leave out --network, --write and --env",
    )
  if (step !== undefined && hasGrants)
    throw new UsageError(
      `${toVisibleLine(plan.ref)} comes from a server; an approval would not grant it anything`,
      step,
    )
  const current = (await skillet.trust.list()).find(({ path }) => path === plan.path)
  const isCurrent = current?.digest === plan.digest && (current.state === "valid" || current.state === "pinned")
  if (isCurrent && !hasGrants && !hasAnyGrant(current.grants) && (options.hash ?? plan.digest) === plan.digest) {
    const { text: _text, ...same } = plan
    if (options.json === true) io.json({ ...same, approved: true, since: current.approvedAt })
    else io.out(`${toVisibleLine(plan.ref)} is already approved as ${plan.digest}; nothing was changed`)
    return 0
  }
  const preview = options.hash === undefined ? await skillet.trust.preview(plan) : undefined
  const isApproved =
    preview === undefined
      ? options.hash === plan.digest
      : await asked({ ...plan, step, preview }, io, skillet.around.cwd)
  if (isApproved)
    await skillet.trust.approve(plan, {
      network: options.network === true,
      write: options.write === true,
      env: options.env ?? [],
    })
  const { text: _text, ...shown } = plan
  if (options.json === true)
    io.json({
      ...shown,
      ...(preview && { preview }),
      approved: isApproved,
      ...(step === undefined ? {} : { next: step }),
    })
  else if (isApproved) io.out(approvedLines(plan, step))
  else io.err(refusedLines(plan, { ...options, isCurrent }, io))
  return isApproved ? 0 : 1
}

function hasAnyGrant({ network, write, env }: CommandGrants): boolean {
  return network || write || env.length > 0
}

interface ApprovalWanted {
  readonly hash?: string
  readonly network?: boolean
  readonly write?: boolean
  readonly env?: readonly string[]
  /** It is approved as it is now, with other grants. */
  readonly isCurrent: boolean
}

/**
 * Why nothing was approved, and the next command, with everything that was asked for. Content that differs from what was
 * looked at must be looked at again before its hash is of any use.
 */
function refusedLines({ ref, digest }: ApprovalPlan, wanted: ApprovalWanted, io: Io): string {
  const { hash, network, write, env = [] } = wanted
  const flags = [network === true ? " --network" : "", write === true ? " --write" : "", ...env.map(envFlag)].join("")
  const look = `skillet trust add ${quoted(ref)}${flags}`
  const refused = `${toVisibleLine(ref)} ${wanted.isCurrent ? "is approved as before, without the new grants" : "is not approved"}`
  return hash === undefined
    ? `${refused}\n  to approve exactly what is there now: ${renderHint(`${look} --hash ${digest}`, io)}`
    : `${refused}: what is there now has another hash than ${toVisibleLine(hash)}\n  to see what is there now: ${renderHint(look, io)}`
}

function envFlag(name: string): string {
  return ` --env ${quoted(name)}`
}

export const trustRemove = defineCommand({
  usage: "REF | --author DIR",
  examples: [
    { line: "skillet trust remove deploy", about: "by name" },
    { line: "skillet trust remove .claude/skills/deploy", about: "by directory, even a deleted one" },
    { line: "skillet trust remove skillet.config.mjs", about: "the project's workflows with functions" },
    { line: "skillet trust remove --author .claude/skills", about: "a directory that was granted" },
  ],
  options: {
    author: { kind: "text", value: "DIR", about: "a directory that was granted with --author", completes: "folder" },
    ...catalogOptions,
  },
  arguments: { least: 0, most: 1, what: "a skill's name or directory", completes: "skill" },
  async run({ options, arguments: [ref] }, io) {
    const author = readAuthor(options.author, ref, "remove")
    const skillet = openWithOptions(options, io)
    if (author !== undefined) return dropAuthor(skillet, { directory: author, json: options.json }, io)
    return removeApproval(skillet, { ref: ref ?? "", options }, io)
  },
})

async function removeApproval(skillet: Skillet, { ref, options }: ApprovalAsked, io: Io): Promise<0 | 1> {
  const removed = await skillet.trust.remove(ref)
  if (options.json === true) io.json({ removed })
  else if (removed) io.out(`${toVisibleLine(ref)} is no longer approved`)
  else io.err(`${toVisibleLine(ref)} was not approved`)
  return removed ? 0 : 1
}

/** A word that a shell accepts without quotes. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${toVisibleLine(word).replaceAll("'", "'\\''")}'`
}

/** Approving a server's skill pins it; what its skills may use depends on the settings. */
function approvedLines(plan: ApprovalPlan, step: string | undefined): string {
  const ref = toVisibleLine(plan.ref)
  if (step === undefined) return `${ref} is approved as ${plan.digest}`
  const pinned =
    plan.pins === "description"
      ? `${ref} is pinned to ${plan.digest} by its description and arguments: its text may change with each use`
      : `${ref} is pinned to ${plan.digest}: if the server changes it, it is left out`
  return `${pinned}\n  ${toVisibleLine(step)}`
}

/** Without a terminal it cannot ask, and the answer is no. */
async function asked(plan: AskedPlan, io: Io, cwd: string): Promise<boolean> {
  io.err(describePlan(plan, io, cwd).join("\n"))
  return saysYes(io, "Approve it as it is?")
}
