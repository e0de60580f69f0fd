import { useLive } from "../api.ts"
import { writeProjectsAddress } from "../first-address.ts"
import { formatCount, formatMoney, formatNumber } from "../format.ts"
import { Choice, Code, Empty, PageHead, Shown, Waiting } from "../parts/parts.tsx"
import { ProjectsChoice, Search, useFound } from "../parts/list-tools.tsx"
import { chooseQuery, place } from "../router.ts"
import type { WireSpend, WireSpending } from "../wire.ts"

const WAYS: readonly (readonly [string, string])[] = [
  ["workflow", "Workflow"],
  ["step", "Step"],
  ["agent", "Agent"],
  ["skill", "Skill"],
  ["day", "Day"],
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
          <p>What agents report as their usage is added up here.</p>
        </Empty>
      )}
      {value !== undefined && value.total.answers > 0 && (
        <div class="body">
          <p>
            <b>{formatMoney(value.total.money)}</b>, {formatNumber(value.total.tokensIn)} tokens in,{" "}
            {formatNumber(value.total.tokensOut)} out, in {formatCount(value.total.answers, "answer")} of{" "}
            {formatCount(value.runs, "run")}
          </p>
          <Rows rows={rows} />
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

/** Without prices the tokens are compared. */
function Rows({ rows }: { readonly rows: readonly WireSpending[] }) {
  const hasMoney = rows.some(({ money }) => money > 0)
  const weigh = ({ money, tokensIn, tokensOut }: WireSpending) => (hasMoney ? money : tokensIn + tokensOut)
  const most = Math.max(1e-9, ...rows.map(weigh))
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th class="number">Money</th>
            <th class="number">Tokens in</th>
            <th class="number">Tokens out</th>
            <th class="number">Answers</th>
            <th class="wide">Share</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  )
}
