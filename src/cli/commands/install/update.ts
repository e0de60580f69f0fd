import type { OutdatedSkill, PlannedUpdate } from "../../../install/io/update-skills.ts"
import { describeSource } from "../../../install/decide-install.ts"
import { escapeHidden, toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { renderTable } from "../../terminal/table.ts"
import { describeDone } from "./add.ts"
import { describeSkillDifference } from "./describe-skill.ts"
import { globalOption, skillsLockOption, toPlainJson } from "./install-options.ts"

const states: Readonly<Record<OutdatedSkill["state"], string>> = {
  current: "up to date",
  newer: "a newer version is there",
  moved: "moved upstream",
  gone: "gone upstream",
  unknown: "not known",
}

export const outdated = defineCommand({
  more: "It asks the sources and changes nothing. Exit 1 if anything is not up to date, or not known.",
  usage: "[NAME…] [--global]",
  examples: [
    { line: "skillet outdated", about: "every installed skill" },
    { line: "skillet outdated pdf --json", about: "one, with the locked and the available source" },
  ],
  options: globalOption,
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "names of installed skills" },
  async run({ options, arguments: names }, io) {
    return withSkillet(io, options, async (skillet) => {
      const found = await skillet.installs.outdated(names, { global: options.global })
      if (options.json === true) io.json({ skills: found })
      else printStates(found, io)
      return found.every(({ state }) => state === "current") ? 0 : 1
    })
  },
})

function printStates(found: readonly OutdatedSkill[], io: Io): void {
  const columns = [
    { title: "SKILL", text: ({ name }: OutdatedSkill) => toVisibleLine(name) },
    { title: "STATE", text: ({ state }: OutdatedSkill) => states[state] },
    {
      title: "SOURCE",
      text: ({ locked, note }: OutdatedSkill) => toVisibleLine(note ?? describeSource(locked)),
      fills: true as const,
    },
  ]
  if (found.length > 0) io.out(renderTable(found, columns, io.width).join("\n"))
  const old = found.filter(({ state }) => state !== "current").length
  io.out(`${formatCount(found.length, "skill")} asked about: ${old === 0 ? "all up to date" : `${old} not up to date`}`)
}

export const update = defineCommand({
  more: "It shows the difference of text, grants, commands, hosts and audit first. Your own changes are merged into the new version; if they do not fit, the old skill stays. Without a terminal it needs --yes.",
  usage: "[NAME…] [--dry-run] [--yes]",
  examples: [
    { line: "skillet update pdf --dry-run", about: "only show what would change" },
    { line: "skillet update --yes", about: "every installed skill, without asking" },
  ],
  options: {
    "dry-run": { kind: "flag", about: "show what would change, and change nothing" },
    yes: { kind: "flag", about: "install without asking" },
    ...globalOption,
    ...skillsLockOption,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "names of installed skills" },
  async run({ options, arguments: names }, io) {
    return withSkillet(io, options, async (skillet) => {
      const { global } = options
      const plans = await skillet.installs.planUpdate(names, { global })
      const isChanging = plans.some(({ row }) => row !== undefined)
      if (options.json !== true) io.err(plans.flatMap(describeUpdate).join("\n"))
      const isDry = options["dry-run"] === true
      const isWanted = isChanging && !isDry && (options.yes === true || (await saysYes(io, "Update?")))
      const done = isWanted
        ? await skillet.installs.update(plans, { global, writeSkillsLock: options["write-skills-lock"] })
        : undefined
      if (options.json === true) io.json(toPlainJson({ plans, changed: done?.skills ?? [] }))
      else if (done !== undefined) io.out([describeDone(done), ...describeLost(plans)].join("\n"))
      else io.out([describeUnchanged(plans, isDry), ...describeLost(plans)].join("\n"))
      return plans.some(isLost) || (isChanging && !isDry && done === undefined) ? 1 : 0
    })
  },
})

function isLost({ state }: PlannedUpdate): boolean {
  return state === "gone" || state === "unknown"
}

/** Why the answer is no, even if others were updated. */
function describeLost(plans: readonly PlannedUpdate[]): readonly string[] {
  return plans
    .filter(isLost)
    .map(({ name, state }) => `not updated: ${toVisibleLine(name)} (${states[state]}); it stays as it is`)
}

function describeUnchanged(plans: readonly PlannedUpdate[], isDry: boolean): string {
  const changing = plans.filter(({ row }) => row !== undefined).length
  const what = changing === 0 ? "nothing to update" : `${formatCount(changing, "skill")} would change`
  return `${formatCount(plans.length, "skill")} asked about: ${what}${changing > 0 && !isDry ? "; add --yes to update" : ""}`
}

function describeUpdate({
  name,
  state,
  locked,
  available,
  note,
  difference,
  patch,
  edited,
}: PlannedUpdate): readonly string[] {
  const to = available === undefined ? "" : ` → ${describeSource(available)}`
  return [
    `${toVisibleLine(name)}: ${states[state]}  ${toVisibleLine(`${describeSource(locked)}${to}`)}`,
    ...(note === undefined ? [] : [`  ${toVisibleLine(note)}`]),
    ...(difference === undefined ? [] : describeSkillDifference(difference)),
    ...edited.map((file) => `  you changed ${toVisibleLine(file)}`),
    ...(patch === undefined || patch === "" ? [] : [escapeHidden(patch).trimEnd()]),
  ]
}
