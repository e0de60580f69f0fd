import { formatCount, groupDigits } from "../../text/format-count.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { AgentUse, ReviewReport } from "../review-data.ts"
import { readItemName, listReviewers } from "../reviewers.ts"
import { renderBullets, renderCell, renderMarkdownTable } from "./render-markdown.ts"

/**
 * Which agents were asked, what each cost, and which dispatch proves it. A missing measurement is unknown, not zero.
 */
export function renderUsage(report: ReviewReport): readonly string[] {
  const { usage } = report
  if (usage.length === 0) return []
  const paces = usage.map((use) => ratePace(use, report))
  const rows = usage.map((use, at) => renderRow(use, paces[at]))
  return [
    "## Agents",
    planned(usage),
    renderMarkdownTable(HEADS, rows),
    ...legend(
      new Set(paces),
      usage.some(({ waited }) => waited !== undefined),
    ),
  ]
}

const HEADS = [
  { title: "Phase" },
  { title: "Agent" },
  { title: "Status" },
  { title: "Time", isNumber: true },
  { title: "Tokens", isNumber: true },
  { title: "Cost", isNumber: true },
  { title: "Findings", isNumber: true },
  { title: "Task" },
] as const

function renderRow(use: AgentUse, pace: Pace | undefined): readonly string[] {
  const { phase, agent, status, milliseconds, waited, tokens, money, findings, task } = use
  const known = (value: number | undefined, shown: (value: number) => string) => {
    if (value !== undefined) return shown(value)
    return status === "skipped" ? "–" : "unknown"
  }
  const time =
    milliseconds === undefined && waited !== undefined ? `≤ ${duration(waited)}` : known(milliseconds, duration)
  return [
    renderCell(phase),
    renderCell(agent),
    status,
    pace === undefined ? time : `${time} ${marks[pace]}`,
    known(tokens, groupDigits),
    known(money, (value) => `$${value.toFixed(2)}`),
    String(findings),
    renderCell(task),
  ]
}

const marks = { fast: "[!]", slow: "[*]" } as const

function legend(paces: ReadonlySet<Pace | undefined>, isWaited: boolean): readonly string[] {
  const lines = [
    ...(isWaited
      ? ["`≤` from the beginning of the step until the answer arrived; nobody measured the agent itself"]
      : []),
    ...(paces.has("fast") ? ["`[!]` too fast to have read its prompt"] : []),
    ...(paces.has("slow") ? ["`[*]` much slower than usual"] : []),
  ]
  return lines.length === 0 ? [] : [renderBullets(lines)]
}

function planned(usage: readonly AgentUse[]): string {
  const having = (status: AgentUse["status"]) => usage.filter((use) => use.status === status).length
  const others = (["failed", "skipped"] as const).filter((status) => having(status) > 0)
  const rest = others.map((status) => `, ${having(status)} ${status}`).join("")
  return `${having("completed")} of ${formatCount(usage.length, "planned task")} completed${rest}.${totals(usage)}`
}

function totals(usage: readonly AgentUse[]): string {
  const sum = (of: "milliseconds" | "tokens" | "money") => {
    const values = usage.flatMap((use) => use[of] ?? [])
    const isWhole = values.length === usage.filter(({ status }) => status !== "skipped").length
    return values.length === 0
      ? undefined
      : { value: values.reduce((a, b) => a + b, 0), least: isWhole ? "" : "at least " }
  }
  const [time, tokens, money] = [sum("milliseconds"), sum("tokens"), sum("money")]
  const parts = [
    ...(time === undefined ? [] : [`${time.least}${duration(time.value)} of agent time`]),
    ...(tokens === undefined ? [] : [`${tokens.least}${groupDigits(tokens.value)} tokens`]),
    ...(money === undefined ? [] : [`${money.least}$${money.value.toFixed(2)}`]),
  ]
  return parts.length === 0 ? "" : ` Together: ${parts.join(", ")}.`
}

function duration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** fast: too fast to have read its prompt. slow: much slower than usual. */
export type Pace = "fast" | "slow"

const bounds: Readonly<Record<Tier | "synthesis", { readonly fast: number; readonly slow: number } | undefined>> = {
  large: { fast: 15_000, slow: 180_000 },
  mid: { fast: 10_000, slow: 120_000 },
  small: undefined,
  synthesis: { fast: 5_000, slow: 90_000 },
}

/** Undefined if the time is normal, if the task did not finish, or if nobody measured it. */
export function ratePace(use: AgentUse, review: Pick<ReviewReport, "kind" | "depth">): Pace | undefined {
  const { status, milliseconds } = use
  const asked = use.phase === "synthesis" ? "synthesis" : findTier(use, review)
  const bound = asked === undefined ? undefined : bounds[asked]
  if (status !== "completed" || milliseconds === undefined || bound === undefined) return undefined
  if (milliseconds < bound.fast) return "fast"
  return milliseconds > bound.slow ? "slow" : undefined
}

function findTier({ agent, phase }: AgentUse, { kind, depth }: Pick<ReviewReport, "kind" | "depth">): Tier | undefined {
  const round = depth === "quick" ? "quick" : phase
  if (round !== "thorough" && round !== "gaps" && round !== "quick") return undefined
  return listReviewers(kind).find(({ id }) => id === readItemName(agent).reviewer)?.tier[round]
}
