import path from "node:path"
import { BY_PROFILE } from "../../catalog/decide-status.ts"
import { groupBy } from "../../text/group-by.ts"
import type { ComparedSkill, HostComparison, SeenAs, SeenSkill } from "../../catalog/names/compare-hosts.ts"
import { profiles } from "../../hosts/profiles.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { formatCount } from "../../text/format-count.ts"
import type { Io } from "../output.ts"
import { renderHint } from "../render-hint.ts"
import { describeListed } from "./describe-listed.ts"
import { shortenPath } from "./shorten-path.ts"
import { renderTable } from "./table.ts"
import { indentHanging } from "./wrap-text.ts"

/** Skills by agents, then why a skill is not seen whole, then which copies differ, then what each agent's listing costs. */
export function renderComparison(compared: HostComparison, io: Io, cwd: string): readonly string[] {
  const { hosts, skills } = compared
  const short = (file: string) => toVisibleLine(shortenPath(file, io, cwd))
  const nameVersion = openVersionNames(skills, short)
  const table = renderTable(
    skills,
    [
      { title: "NAME", text: nameVersion, ownLine: true },
      ...hosts.map(({ host, title }) => ({
        title: title.toUpperCase(),
        text: ({ seen }: ComparedSkill) => words[seen.find((one) => one.host === host)?.as ?? "unseen"],
      })),
    ],
    io.width,
  )
  return [
    ...(skills.length === 0 ? [] : [...table, ""]),
    ...describeReasons(compared, io, short),
    ...describeDrift(compared, io, short),
    ...hosts.map((host) => `${host.title}: ${formatCount(host.usable, "skill")}, ${describeListed(host)}`),
    ...describeAbsent(compared),
  ]
}

/** The versions of a name differ by where they are: by the kind of place, else by the directory. */
function openVersionNames(skills: readonly ComparedSkill[], short: Shorten): (skill: ComparedSkill) => string {
  const toName = ({ name, isDrifted, copies }: ComparedSkill) =>
    isDrifted ? `${name}@${copies[0]?.source ?? ""}` : name
  const same = groupBy(skills, toName)
  return (skill) => {
    const name = toName(skill)
    const folder = path.dirname(path.dirname(skill.copies[0]?.path ?? ""))
    return toVisibleLine(same.get(name)?.length === 1 ? name : `${name} ${short(folder)}`)
  }
}

type Shorten = (file: string) => string

const words: Readonly<Record<SeenAs | "unseen", string>> = {
  whole: "whole",
  cut: "cut",
  "name-only": "name only",
  "left-out": "left out",
  "not-listed": "not listed",
  conditional: "conditional",
  "user-only": "user-only",
  off: "off",
  skipped: "skipped",
  shadowed: "shadowed",
  unseen: "-",
}

/** What somebody may want to change; the other states are as their authors wrote them. */
const EXPLAINED: ReadonlySet<SeenAs> = new Set(["skipped", "off", "shadowed", "not-listed"])

function describeReasons({ hosts, skills }: HostComparison, { width }: Io, short: Shorten): readonly string[] {
  const lines = skills.flatMap(({ name, seen }) =>
    hosts.flatMap(({ host, title }) => {
      const one = seen.find((other) => other.host === host)
      if (one?.reason === undefined || !EXPLAINED.has(one.as) || isByProfile(one)) return []
      const by = one.hiddenBy === undefined ? "," : ` by ${short(one.hiddenBy)}:`
      const text = `${title}: ${words[one.as]}${by} ${one.reason}`
      return [`  ${indentHanging(`${toVisibleLine(name)}  ${toVisibleLine(text)}`, 4, width - 2)}`]
    }),
  )
  const shown = [...lines, ...countByProfile({ hosts, skills })]
  return shown.length === 0 ? [] : ["Not used as written:", ...shown, ""]
}

function isByProfile({ as, reason }: SeenSkill): boolean {
  return as === "off" && reason?.startsWith(BY_PROFILE) === true
}

/** A profile may switch off hundreds of skills: they are counted. */
function countByProfile({ hosts, skills }: Pick<HostComparison, "hosts" | "skills">): readonly string[] {
  return hosts.flatMap(({ host, title }) => {
    const off = skills.flatMap(({ seen }) => seen.filter((one) => one.host === host && isByProfile(one)))
    const byReason = groupBy(off, ({ reason = "" }) => reason)
    return [...byReason].map(
      ([reason, all]) => `  ${title}: ${formatCount(all.length, "skill")} ${toVisibleLine(reason)}`,
    )
  })
}

function describeDrift({ drifted, skills }: HostComparison, io: Io, short: Shorten): readonly string[] {
  if (drifted.length === 0) return []
  return [
    "Copies that differ:",
    ...skills
      .filter(({ isDrifted }) => isDrifted)
      .flatMap(({ name, copies }) => copies.map(({ path }) => `  ${toVisibleLine(name)}  ${short(path)}`)),
    `  ${renderHint(`skillet diff ${drifted[0] ?? ""}`, io)} shows how`,
    "",
  ]
}

function describeAbsent({ absent }: HostComparison): readonly string[] {
  if (absent.length === 0) return []
  return [`Not found on this machine: ${absent.map((id) => profiles[id].title).join(", ")}`]
}
