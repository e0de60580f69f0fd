import type { ComponentChildren } from "preact"
import { useLive } from "../api.ts"
import { writeProjectsAddress } from "../first-address.ts"
import { formatCount, formatMoney, formatNumber } from "../format.ts"
import { Choice, Code, Empty, PageHead, Shown, Waiting } from "../parts/parts.tsx"
import { ProjectsChoice, Search, useFound } from "../parts/list-tools.tsx"
import { Table } from "../parts/table.tsx"
import { chooseQuery, place } from "../router.ts"
import type { WireQuoted, WireSpend, WireSpending } from "../wire.ts"

const WAYS: readonly (readonly [string, string])[] = [
  ["workflow", "Workflow"],
  ["step", "Step"],
  ["agent", "Agent"],
  ["skill", "Skill"],
  ["day", "Day"],
  ["run", "Run"],
]

export function Spend() {
  const { by = "workflow", all } = place.value.query
  const { value, error, isLoading } = useLive<WireSpend>(writeProjectsAddress("/api/spend", all)).value
  const rows = useFound(value && chooseRows(value, by), ({ name }) => name)
  return (
    <>
      <PageHead title="Spend">
        <Search label="Search names" />
        <Choice label="Divide by" value={by} options={WAYS} onChoose={(next) => chooseQuery({ by: next })} />
        <ProjectsChoice />
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && value.total.answers === 0 && (
        <Empty title="Nothing spent yet">
          <p>
            What agents report as their usage is added up here: those that Skillet starts, and those that name it with{" "}
            <Code>skillet run report … --tokens N</Code>.
          </p>
        </Empty>
      )}
      {value !== undefined && value.total.answers > 0 && (
        <div class="body">
          <p>
            <b>{formatMoney(value.total.money)}</b>, {formatNumber(value.total.tokensIn)} tokens in,{" "}
            {formatNumber(value.total.tokensOut)} out, in {formatCount(value.total.answers, "answer")} of{" "}
            {formatCount(value.runs, "run")}
          </p>
          {by === "run" ? <QuotedRuns spend={value} /> : <Rows rows={rows} />}
          {by === "workflow" && <QuotedWorkflows spend={value} />}
          <Code>skillet run spend --json</Code>
        </div>
      )}
    </>
  )
}

function chooseRows(report: WireSpend, by: string): readonly WireSpending[] {
  const { byWorkflow, byStep, byAgent, bySkill, byDay } = report
  const ways: Readonly<Record<string, readonly WireSpending[]>> = {
    step: byStep,
    agent: byAgent,
    skill: bySkill,
    day: byDay,
  }
  return ways[by] ?? byWorkflow
}

interface QuotedProps {
  readonly spend: WireSpend
}

function QuotedRuns({ spend }: QuotedProps) {
  const rows = useFound(spend.quoted.byRun, ({ run, workflow }) => `${run} ${workflow}`)
  return (
    <>
      <p class="dim">The newest runs, and what their workflows and parameters made Skillet expect before they began.</p>
      <QuotedTable
        rows={rows.map((row) => ({
          ...row,
          key: row.run,
          name: (
            <>
              <a href={`/run/${row.run}`}>{row.run}</a> <Shown text={row.workflow} />{" "}
              <span class="dim">{row.status === "running" ? "under way" : row.status}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

function QuotedWorkflows({ spend }: QuotedProps) {
  const rows = useFound(spend.quoted.byWorkflow, ({ workflow }) => workflow)
  if (rows.length === 0) return null
  return (
    <>
      <h2>Quote against actual</h2>
      <p class="dim">Of the newest runs, those that have ended, added up.</p>
      <QuotedTable
        rows={rows.map((row) => ({
          ...row,
          key: row.workflow,
          name: (
            <>
              <Shown text={row.workflow} /> <span class="dim">{formatCount(row.runs, "run")}</span>
            </>
          ),
        }))}
      />
    </>
  )
}

interface QuotedRow extends WireQuoted {
  readonly key: string
  readonly name: ComponentChildren
}

const QUOTED_HEADS = [
  "Name",
  ["Tokens", "number"],
  ["Likely", "number"],
  ["Between", "number"],
  ["Money", "number"],
  ["Likely", "number"],
  ["Between", "number"],
] as const

function QuotedTable({ rows }: { readonly rows: readonly QuotedRow[] }) {
  return (
    <Table label="Expected and spent" heads={QUOTED_HEADS}>
      {rows.map(({ key, name, actual, quote: { min, likely, max } }) => (
        <tr key={key}>
          <td>{name}</td>
          <td class={actual.tokens > max.tokens ? "number over-quote" : "number"}>{formatNumber(actual.tokens)}</td>
          <td class="number">{formatNumber(likely.tokens)}</td>
          <td class="number dim">
            {formatNumber(min.tokens)} and {formatNumber(max.tokens)}
          </td>
          <td class={actual.money > max.money ? "number over-quote" : "number"}>{formatMoney(actual.money)}</td>
          <td class="number">{formatMoney(likely.money)}</td>
          <td class="number dim">
            {formatMoney(min.money)} and {formatMoney(max.money)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

const SPENT_HEADS = [
  "Name",
  ["Money", "number"],
  ["Tokens in", "number"],
  ["Tokens out", "number"],
  ["Answers", "number"],
  ["Share", "wide"],
] as const

/** Without prices the tokens are compared. */
function Rows({ rows }: { readonly rows: readonly WireSpending[] }) {
  const hasMoney = rows.some(({ money }) => money > 0)
  const weigh = ({ money, tokensIn, tokensOut }: WireSpending) => (hasMoney ? money : tokensIn + tokensOut)
  const most = Math.max(1e-9, ...rows.map(weigh))
  return (
    <Table label="Spent" heads={SPENT_HEADS}>
      {rows.map((row) => (
        <tr key={row.name}>
          <td>
            <Shown text={row.name} />
          </td>
          <td class="number">{formatMoney(row.money)}</td>
          <td class="number">{formatNumber(row.tokensIn)}</td>
          <td class="number">{formatNumber(row.tokensOut)}</td>
          <td class="number">{formatNumber(row.answers)}</td>
          <td class="wide">
            <div class="meter" aria-hidden="true">
              <i style={{ width: `${(weigh(row) / most) * 100}%` }} />
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}
