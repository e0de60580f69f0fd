import type { LookedPlace } from "../../../sessions/io/locate-transcripts.ts"
import type { UnusedSkills, UsageReport } from "../../../sessions/io/show-usage.ts"
import { type AgentHost, agentHosts } from "../../../sessions/session.ts"
import { countInvoked, type SkillUsage } from "../../../sessions/summarise-usage.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { readAge } from "../../parsing/read-age.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { renderTable } from "../../terminal/table.ts"
import { describeUnread } from "./describe-unread.ts"

export const usage = defineCommand({
  more: "It reads the transcripts of Claude Code, Codex, opencode and Gemini CLI. Nothing leaves this machine.",
  usage: "[--since AGE] [--host H] [--unused]",
  examples: [
    { line: "skillet usage --since 30d", about: "who used which skill in the last 30 days" },
    { line: "skillet usage --unused", about: "skills that no transcript uses, and what they cost" },
  ],
  options: {
    since: { kind: "text", value: "AGE", about: "only what happened in this time, such as 12h, 30d or 8w" },
    unused: { kind: "flag", about: "only skills that were never used, and what removing them would save" },
    all: { kind: "flag", about: "also skills that were never used" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const since = options.since === undefined ? undefined : Date.now() - readAge("since", options.since)
    const host = options.host === "auto" ? undefined : options.host
    if (host === "open")
      throw new UsageError("the host open has no sessions", "name an agent with --host, or leave it out")
    const skillet = openWithOptions({ ...options, host: undefined }, io)
    const hosts: readonly AgentHost[] | undefined = host === undefined ? undefined : [host]
    const found = await skillet.sessions.usage({ since, hosts })
    if (options.json === true) io.json(found)
    else if (options.unused === true) io.out(renderUnused(found, io).join("\n"))
    else io.out(renderUsage(found, io, options.all === true).join("\n"))
    return 0
  },
})

function renderUsage(found: UsageReport, io: Io, isAll: boolean): readonly string[] {
  const used = found.rows.filter((row) => countInvoked(row) + row.failed > 0)
  const unused = found.rows.filter((row) => row.isHere && countInvoked(row) + row.failed === 0)
  const shown = isAll ? [...used, ...unused] : used
  const table = renderTable(shown, columns, io.width)
  const names = new Set(unused.map(({ skill }) => skill)).size
  const hint =
    isAll || names === 0
      ? []
      : [
          `${formatCount(names, "skill")} ${found.since === undefined ? "never used" : `not used since ${toDay(found.since)}`} by an agent that ${names === 1 ? "lists it" : "lists them"}: see --unused.`,
        ]
  return [
    ...(shown.length === 0 ? ["No skill was used."] : table),
    "",
    "INVOKED: by a person / by the model / by a hook. FOLLOWED: every step that a tool call can show is done / one is not / unknown.",
    ...hint,
    describeReading(found, io),
  ]
}

const columns = [
  { title: "SKILL", text: renderName, ownLine: true },
  { title: "AGENT", text: ({ host }: SkillUsage) => host },
  {
    title: "OFFERED",
    text: ({ offered }: SkillUsage) => (offered === undefined ? "?" : groupDigits(offered)),
    align: "right",
    drops: 2,
  },
  {
    title: "INVOKED",
    text: ({ invoked }: SkillUsage) => `${invoked.person} / ${invoked.model} / ${invoked.hook}`,
    align: "right",
  },
  { title: "FAILED", text: ({ failed }: SkillUsage) => (failed === 0 ? "" : String(failed)), align: "right", drops: 1 },
  { title: "FOLLOWED", text: renderFollowed, align: "right" },
  { title: "TOKENS", text: ({ tokens }: SkillUsage) => groupDigits(tokens), align: "right", drops: 3 },
  {
    title: "LAST",
    text: ({ last }: SkillUsage) => (last === undefined ? "" : toDay(last)),
  },
] as const

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function renderName({ skill, isHere, elsewhere, otherNames, inSubAgents }: SkillUsage): string {
  const where = elsewhere === undefined ? "not here now" : `the one in ${elsewhere.replace(/\/SKILL\.md$/, "")}`
  const notes = [
    ...(isHere ? [] : [where]),
    ...(otherNames.length === 0 ? [] : [`also as ${otherNames.join(", ")}`]),
    ...(inSubAgents === 0 ? [] : [`${inSubAgents} in sub-agents`]),
  ]
  return toVisibleLine(notes.length === 0 ? skill : `${skill} (${notes.join("; ")})`)
}

function renderFollowed(row: SkillUsage): string {
  const { yes, no, unknown } = row.followed
  return countInvoked(row) === 0 ? "" : `${yes} / ${no} / ${unknown}`
}

function renderUnused(found: UsageReport, io: Io): readonly string[] {
  const lists = found.unused.flatMap((one) => ["", ...renderUnusedSkills(one, found.since, io)])
  return [
    ...(lists.length === 0 ? ["", "No agent has transcripts here, so nothing can be said."] : lists),
    "",
    describeReading(found, io),
  ].slice(1)
}

const byTokens = (a: { readonly tokens: number }, b: { readonly tokens: number }) => b.tokens - a.tokens

function renderUnusedSkills(
  { host, skills, before, after }: UnusedSkills,
  since: number | undefined,
  io: Io,
): readonly string[] {
  const from = since === undefined ? "" : ` since ${toDay(since)}`
  if (skills.length === 0) return [`${host}: every listed skill was used${from}`]
  const table = renderTable(
    [...skills].sort(byTokens),
    [
      { title: "SKILL", text: ({ name }: UnusedSkills["skills"][number]) => toVisibleLine(name), ownLine: true },
      { title: "TOKENS", text: ({ tokens }: UnusedSkills["skills"][number]) => groupDigits(tokens), align: "right" },
    ],
    io.width,
  )
  const own = skills.reduce((sum, { tokens }) => sum + tokens, 0)
  const rest = own > before - after ? " Skills that are cut now get the rest." : ""
  const saved = `Without ${skills.length === 1 ? "it" : "them"} the listing would be about ${groupDigits(after)} tokens instead of ${groupDigits(before)}: ${groupDigits(before - after)} saved in each session.${rest}`
  return [
    `${host}: ${formatCount(skills.length, "skill")} that no transcript read shows in use${from}`,
    ...table,
    saved,
  ]
}

/** What was read, where it is, and what could not be read. */
function describeReading({ sessions, subAgents, looked, first, problems }: UsageReport, io: Io): string {
  const since = first === undefined ? "" : ` since ${toDay(first)}`
  const agents = subAgents === 0 ? "" : ` and ${formatCount(subAgents, "sub-agent")}`
  const places = agentHosts.flatMap((host) =>
    describePlaces(
      looked.filter((one) => one.host === host),
      io,
    ),
  )
  const unread = sessions === 0 && problems.length === 0 ? "" : ` ${describeUnread(problems, io)}`
  return `Read: ${formatCount(sessions, "session")}${agents}${since}. Looked in ${places.join(", ")}.${unread}`
}

function describePlaces(looked: readonly LookedPlace[], io: Io): readonly string[] {
  return looked.flatMap(({ place, files }, at) => {
    if (files === undefined) return at === 0 ? [`${toVisibleLine(shortenPath(place, io, ""))} (not there)`] : []
    return [`${toVisibleLine(shortenPath(place, io, ""))} (${formatCount(files, "file")})`]
  })
}
