import { formatCount, groupDigits } from "../../text/format-count.ts"
import type { Examination } from "../../doctor/io/examine.ts"
import { problemCodes } from "../../doctor/problem-codes.ts"
import { hasError, type Problem } from "../../problem/problem.ts"
import { defineCommand } from "../parsing/command.ts"
import { noArguments } from "../parsing/options.ts"
import { catalogOptions } from "../parsing/common-options.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { UsageError } from "../parsing/usage-error.ts"
import { changeSkills } from "./fix-skills.ts"
import { openWithOptions } from "../open-with-options.ts"
import { renderHint } from "../render-hint.ts"
import type { Io } from "../output.ts"
import { renderProblems, summariseProblems } from "../terminal/problems.ts"
import { applyStyle } from "../terminal/style.ts"
import { indentHanging } from "../terminal/wrap-text.ts"

export const doctor = defineCommand({
  more: "It changes nothing without --fix, which shows the safe fixes in the skill directories of all agents, then asks.",
  usage: "[--all] [--code CODE] | --fix [--yes] | --undo ID",
  examples: [
    { line: "skillet doctor", about: "the first problem of each kind" },
    { line: "skillet doctor --all --code header.unquoted", about: "every problem of one kind" },
    { line: "skillet doctor --fix", about: "the safe fixes, shown first" },
  ],
  options: {
    fix: { kind: "flag", about: "repair headers and names, remove dead links and second copies that are the same" },
    yes: { kind: "flag", about: "with --fix: do it without asking" },
    undo: { kind: "text", value: "ID", about: "take back what --fix did" },
    all: { kind: "flag", about: "every problem, notes included" },
    code: { kind: "choice", values: problemCodes, about: "only problems with this code" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    if (options.undo !== undefined || options.fix === true) return changeSkills(skillet, options, io)
    if (options.yes === true) throw new UsageError("--yes is an option for --fix", "add --fix")
    const progress = io.progress("reading skill")
    const whole = await skillet.examine(progress.step)
    progress.end()
    const found =
      options.code === undefined
        ? whole
        : { ...whole, problems: whole.problems.filter(({ code }) => code === options.code) }
    if (options.json === true) io.json(found)
    else
      io.out(render(found, io, { cwd: skillet.around.cwd, all: options.all === true, code: options.code }).join("\n"))
    return hasError(found.problems) ? 1 : 0
  },
})

const SHOWN_OF_A_KIND = 3

interface Shown {
  readonly cwd: string
  readonly all: boolean
  /** Only problems with this code are among those found. */
  readonly code: string | undefined
}

function render(found: Examination, io: Io, how: Shown): readonly string[] {
  const shown =
    how.all || how.code !== undefined
      ? found.problems
      : firstOfEach(found.problems.filter(({ level }) => level !== "note"))
  const left = found.problems.length - shown.length
  const more =
    left > 0
      ? ["", `${groupDigits(left)} more, including notes; ${renderHint("skillet doctor --all", io)} shows them`]
      : []
  const checked = `${formatCount(found.skills, "skill")} (${found.judged.join(", ")}), the settings and what is stored here`
  const none = how.code === undefined ? `No problems were found in ${checked}.` : `No problem has the code ${how.code}.`
  const closing = [found.problems.length === 0 ? indentHanging(none, 0, io.width) : summariseProblems(found.problems)]
  return [
    ...listingLines(found, io),
    ...machineLines(found, io, how.all),
    "",
    ...renderProblems(shown, io, how.cwd),
    ...more,
    ...(shown.length > 0 ? [""] : []),
    ...closing,
  ]
}

/** What matters most comes first: skills that the model hardly knows of are never used. */
function listingLines({ listings, host }: Examination, io: Io): readonly string[] {
  const lines = listings.flatMap((one) => listingLine(one, listings.length > 1 || one.host !== host, io))
  return lines.length === 0 ? [] : [...lines, ""]
}

function listingLine(
  { host, title, counts }: Examination["listings"][number],
  isOneOfSeveral: boolean,
  io: Io,
): readonly string[] {
  const hidden = counts.bare + counts.missing
  const { chosen } = counts
  if (hidden + counts.cut === 0) return []
  if (chosen.hidden + counts.cut === 0) return [indentHanging(calmText(chosen.entries, hidden, host), 0, io.width)]
  const parts = [
    ...(hidden === 0
      ? []
      : [`${groupDigits(hidden)} of ${groupDigits(counts.entries)} skills reach the model by name only`]),
    ...(counts.cut === 0 ? [] : [`${groupDigits(counts.cut)} with a description that is cut`]),
  ]
  const text = isOneOfSeveral ? `${title}: ${parts.join(", ")}` : `${parts.join(", ")} (${host})`
  const budget = renderHint(isOneOfSeveral ? `skillet budget --host ${host}` : "skillet budget", io)
  return [applyStyle(io, "yellow", text), `  shorten descriptions or remove skills; ${budget} shows which`]
}

/** Only skills that come with Skillet lack their description: the user's own are what matters. */
function calmText(chosen: number, hidden: number, host: string): string {
  const model = chosen === 0 ? "the model" : "it"
  const [come, reach] = hidden === 1 ? ["comes", "reaches"] : ["come", "reach"]
  const rest = `${groupDigits(hidden)} that ${come} with Skillet ${reach} ${model} by name only, because the listing is full`
  if (chosen === 0) return `There are no skills here yet; ${rest} (${host})`
  const yours = chosen === 1 ? "Your skill reaches" : `Your ${groupDigits(chosen)} skills reach`
  return `${yours} the model with ${chosen === 1 ? "its description" : "their descriptions"}; ${rest} (${host})`
}

function machineLines(found: Examination, io: Io, all: boolean): readonly string[] {
  const { machine } = found
  const sandbox =
    machine.sandbox.kind === "none"
      ? `none: ${machine.sandbox.why}`
      : `bubblewrap ${machine.sandbox.version}; it does not isolate: ${machine.sandbox.notIsolated.join(", ")}`
  const there = found.hosts.filter(({ isThere }) => all || isThere)
  const hosts = there.map(({ host, usable }) => `${host} ${groupDigits(usable)}`).join(", ")
  const named = (name: string) => applyStyle(io, "dim", name.padEnd(8))
  const line = (name: string, value: string) => `${named(name)} ${indentHanging(value, 9, io.width)}`
  return [
    line(
      "skillet",
      `${machine.skillet} on Node ${machine.node}${machine.nodeIsNewEnough ? "" : ", which is too old: 20.19 is needed"}`,
    ),
    line("skills", found.judged.includes(found.host) ? `${hosts} (rules in force: ${found.host})` : hosts),
    line("sandbox", sandbox),
    line("cache", machine.cache),
    ...agentRows(found.agents, all).map(
      ([driver, text], at) =>
        `${named(at === 0 ? "agents" : "")} ${driver.padEnd(8)} ${indentHanging(text, 18, io.width)}`,
    ),
    line("clients", clientsText(found.clients)),
    line("programs", programsText(found.programs)),
    ...searchLines(found.search).map(([name, value]) => line(name, value)),
  ]
}

/** The programs that Skillet starts by itself, and what it did not search. */
function searchLines({ programs, refused, blocked }: Examination["search"]): readonly (readonly [string, string])[] {
  if (blocked !== undefined) return [["starts", `nothing: ${blocked}`]]
  return [
    ["starts", programsText(programs)],
    ...(refused.length === 0 ? [] : [["not used", refused.join(", ")] as const]),
  ]
}

/** What the user lets clients of MCP do. */
function clientsText({ allow, clients }: Examination["clients"]): string {
  const rights = (list: readonly string[]) => (list.length === 0 ? "nothing" : list.join(", "))
  const named = Object.entries(clients).map(([name, list]) => `${toVisibleLine(name)}: ${rights(list)}`)
  return [`of MCP may: ${rights(allow)}`, ...named].join("; ")
}

/** For `review --with`. */
function programsText(programs: Examination["programs"]): string {
  const there = programs.flatMap(({ name, at }) => (at === undefined ? [] : [`${name} (${at})`]))
  const missing = programs.flatMap(({ name, at }) => (at === undefined ? [name] : []))
  return [
    ...(there.length === 0 ? [] : [there.join(", ")]),
    ...(missing.length === 0 ? [] : [`not installed: ${missing.join(", ")}`]),
  ].join("; ")
}

/** Those that are there; the others by name only, unless everything was asked for. */
function agentRows(agents: Examination["agents"], all: boolean): readonly (readonly [string, string])[] {
  const shown = agents.filter(({ kind }) => all || kind !== "missing")
  const missing = agents.filter((agent) => !shown.includes(agent)).map(({ driver }) => driver)
  const rows = shown.map((agent) => [agent.driver, agentText(agent)] as const)
  return missing.length === 0 ? rows : [...rows, ["not here", `${missing.join(", ")} (--all says why)`]]
}

function agentText(agent: Examination["agents"][number]): string {
  switch (agent.kind) {
    case "ready":
      return `${agent.version} (${agent.at})`
    case "missing":
      return `not usable: ${agent.why}; ${agent.fix}`
    case "off":
      return "switched off in the settings"
  }
}

/** A thousand skills with one mistake should not hide the one skill with another. */
function firstOfEach(problems: readonly Problem[]): readonly Problem[] {
  const counts = new Map<string, number>()
  return problems.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= SHOWN_OF_A_KIND
  })
}
