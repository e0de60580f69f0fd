import { profiles } from "../../../hosts/profiles.ts"
import { isNameFault } from "../../../install/decide-install.ts"
import type { AddPlan, ChangedSkills } from "../../../install/io/add-skills.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { describeSkill } from "./describe-skill.ts"
import { globalOption, readHosts, skillsLockOption, toPlainJson } from "./install-options.ts"

export const add = defineCommand({
  more: "A source is owner/repo, owner/repo@skill, owner/repo#ref, a git address, a path, an archive, npm:package, apm.lock.yaml, or a site with an index of skills; without one, what package.json names in skills. It is read and audited, and nothing in it is run. Without a terminal it needs --yes; with --hash only what was shown is installed.",
  usage: "[SOURCE] [--skill NAME…] [--host H…] [--global] [--as NAME]",
  examples: [
    { line: "skillet add anthropics/skills@pdf", about: "one skill of a repository" },
    { line: "skillet add acme/skills#v2 --all --yes", about: "all skills of a tag, without asking" },
    { line: "skillet add ./shared --skill deploy", about: "from a directory" },
    { line: "skillet add", about: "what package.json names in skills" },
    { line: "skillet add npm:acme-skills --host claude", about: "only for Claude Code" },
  ],
  options: {
    skill: { kind: "list", value: "NAME", about: "a skill of the source, by name, plugin:name or directory" },
    all: { kind: "flag", about: "every skill of the source" },
    host: { kind: "list", value: "H", about: "for which agents (default: the one that started Skillet, else open)" },
    as: { kind: "text", value: "NAME", about: "install it under another name" },
    copy: { kind: "flag", about: "make copies instead of links, for systems without links" },
    hash: { kind: "text", value: "DIGEST", about: "only if this is the digest of what would be installed" },
    "attested-by": { kind: "text", value: "REPO", about: "only an archive that gh or cosign says owner/repo attested" },
    yes: { kind: "flag", about: "install without asking" },
    ...globalOption,
    ...skillsLockOption,
  },
  arguments: { least: 0, most: 1, what: "a source", completes: "folder" },
  async run({ options: { host, ...options }, arguments: [source] }, io) {
    return withSkillet(io, options, async (skillet) => {
      const { all, as, global, copy } = options
      const hosts = readHosts(host)
      const chosen = { skills: options.skill, all, as, attestedBy: options["attested-by"] }
      const plan = await skillet.installs.plan({ source, ...chosen, global, copy, hosts })
      const isOther = options.hash !== undefined && options.hash !== plan.hash
      const isNew = plan.skills.some(({ change }) => change !== "same")
      const isThere = !isNew && !isOther
      if (isNew && options.json !== true) io.err(describeAdd(plan, io))
      const isComplete = plan.refused.length === 0
      const isWanted = isNew && !isOther && (options.yes === true || (await saysYes(io, "Install?")))
      const done = isWanted
        ? await skillet.installs.add(plan, { global, writeSkillsLock: options["write-skills-lock"] })
        : undefined
      const isDone = isComplete && (isThere || done !== undefined)
      if (options.json === true) io.json(toPlainJson({ ...plan, installed: isDone, changed: done?.skills ?? [] }))
      else if (done !== undefined) io.out(describeDone(done))
      else if (!isThere) io.err(describeRefusal({ source, plan, given: { ...options, host } }, io))
      else if (plan.skills.length > 0)
        io.out(
          `${formatCount(plan.skills.length, "skill")} of ${toVisibleLine(plan.source)} ${plan.skills.length === 1 ? "is" : "are"} already installed; nothing was changed`,
        )
      if (options.json !== true && !isComplete)
        io.err(describeOthers({ source, plan, given: { ...options, host } }, io))
      return isDone ? 0 : 1
    })
  },
})

interface Refusal {
  readonly source: string | undefined
  readonly plan: AddPlan
  readonly given: Given
}

/** Why nothing was installed, and the command that installs exactly what was shown. */
function describeRefusal({ source, plan, given }: Refusal, io: Io): string {
  const isOther = given.hash !== undefined && given.hash !== plan.hash
  const what = isOther ? `: what the source has now is not ${toVisibleLine(given.hash ?? "")}` : ""
  const command = `${repeatCommand(source, { ...given, hash: plan.hash })} --yes`
  return `nothing was installed${what}\n  to install exactly what is shown above: ${renderHint(command, io)}`
}

/** What `--all` left out, and what to do about it. */
function describeOthers({ source, plan, given }: Refusal, io: Io): string {
  const { hash: _hash, all: _all, ...same } = given
  const rename = (name: string) => renderHint(repeatCommand(source, { ...same, skill: [name], as: "NAME" }), io)
  return plan.refused
    .flatMap(({ name, code, message, next }) => [
      `not installed: ${toVisibleLine(message)}`,
      `  ${isNameFault(code) ? `to install it under another name: ${rename(name)}` : next}`,
    ])
    .join("\n")
}

interface Given {
  readonly hash?: string
  readonly "attested-by"?: string
  readonly skill?: readonly string[]
  readonly all?: boolean
  readonly host?: readonly string[] | undefined
  readonly as?: string
  readonly copy?: boolean
  readonly global?: boolean
  readonly "write-skills-lock"?: boolean
}

/** The same command. Which agents it is for is repeated here, because it may be several. */
function repeatCommand(source: string | undefined, { skill = [], all, host = [], as, hash, ...given }: Given): string {
  const texts = [
    ...skill.map((one) => ["--skill", one]),
    ...host.map((one) => ["--host", one]),
    ...(as === undefined ? [] : [["--as", as]]),
    ...(given["attested-by"] === undefined ? [] : [["--attested-by", given["attested-by"]]]),
    ...(hash === undefined ? [] : [["--hash", hash]]),
  ]
  const flags = (["copy", "global", "write-skills-lock"] as const).filter((flag) => given[flag] === true)
  const words = [
    "skillet",
    "add",
    ...(source === undefined ? [] : [quoteForShell(source)]),
    ...texts.flatMap(([name = "", value = ""]) => [name, quoteForShell(value)]),
  ]
  return [...words, ...(all === true ? ["--all"] : []), ...flags.map((flag) => `--${flag}`)].join(" ")
}

function describeAdd(plan: AddPlan, io: Io): string {
  const renamed = plan.skills.filter(({ name, calledItself }) => name !== calledItself)
  const readers = Object.values(profiles).filter(({ naming }) => naming === "header")
  return [
    `from ${toVisibleLine(plan.source)}`,
    ...plan.skills.flatMap((skill) => describeSkill(skill, io)),
    ...renamed.map(
      ({ name, calledItself }) =>
        `${name} calls itself ${toVisibleLine(calledItself)}; ${readers.map(({ title }) => title).join(", ")} will show that name`,
    ),
    ...plan.elsewhere.map(
      ({ plugin, source }) =>
        `the plugin ${toVisibleLine(plugin)} is elsewhere: skillet add ${toVisibleLine(quoteForShell(source))}`,
    ),
  ].join("\n")
}

/** What was installed, with everything that stayed. */
export function describeDone({ skills }: ChangedSkills): string {
  return skills
    .flatMap(({ name, digest, installedTo, kept, edited }) => [
      `${name} is installed as ${digest} in ${installedTo.map(({ path }) => path).join(", ")}`,
      ...edited.map((file) => `  your changes to ${toVisibleLine(file)} are kept in .skillet/overlays/${name}.patch`),
      ...kept.map((file) => `  not part of the skill, left as it is: ${toVisibleLine(file)}`),
    ])
    .join("\n")
}
