import { useMemo } from "preact/hooks"
import { useLive } from "../api.ts"
import { formatMoney, formatNumber, formatSpan } from "../format.ts"
import { Code, describeVisit, Empty, PageHead, Shown, State, Waiting } from "../parts/parts.tsx"
import { Search, useFound } from "../parts/list-tools.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import { chooseQuery, goTo, place } from "../router.ts"
import type { WireComparison, WireRun, WireVisit } from "../wire.ts"

const DIFFERENCES: Readonly<Record<string, string>> = {
  step: "another step",
  inputs: "other inputs",
  outcome: "another outcome",
  missing: "only one run got here",
}

export function Compare() {
  const { a, b } = place.value.query
  const runs = useLive<readonly WireRun[]>("/api/runs").value
  const isChosen = a !== undefined && b !== undefined
  const { value, error, isLoading } = useLive<WireComparison>(
    isChosen ? `/api/compare?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}` : undefined,
  ).value
  return (
    <>
      <PageHead title="Compare">
        <Pick label="First run" value={a} runs={runs.value ?? []} onChoose={(run) => chooseQuery({ a: run })} />
        <Pick label="Second run" value={b} runs={runs.value ?? []} onChoose={(run) => chooseQuery({ b: run })} />
        <Search label="Search steps" />
      </PageHead>
      {!isChosen && (
        <Empty
          title={runs.value !== undefined && runs.value.length < 2 ? "There are no two runs yet" : "Choose two runs"}
        >
          <p>They are shown side by side, with the first step where they part.</p>
        </Empty>
      )}
      {isChosen && <Waiting error={error} isLoading={isLoading} />}
      {value !== undefined && <Pairs comparison={value} />}
    </>
  )
}

interface PickProps {
  readonly label: string
  readonly value: string | undefined
  readonly runs: readonly WireRun[]
  readonly onChoose: (run: string) => void
}

function Pick({ label, value, runs, onChoose }: PickProps) {
  return (
    <select aria-label={label} value={value ?? ""} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">{label}</option>
      {runs.slice(0, 500).map(({ id, workflow, state }) => (
        <option key={id} value={id}>
          {id} {workflow} {state}
        </option>
      ))}
    </select>
  )
}

function Pairs({ comparison: { left, right, pairs, parts } }: { readonly comparison: WireComparison }) {
  const all = useMemo(() => pairs.map((pair, at) => ({ ...pair, at })), [pairs])
  const rows = useFound(all, ({ left: one, right: other }) =>
    [one, other].map((visit) => `${visit?.step ?? ""} ${visit?.outcome ?? ""}`).join(" "),
  )
  return (
    <>
      <div class="body">
        <p>
          {parts === undefined
            ? "They did not part: the same steps with the same inputs and outcomes."
            : `They part at step ${parts + 1}: ${DIFFERENCES[pairs[parts]?.differs ?? ""] ?? ""}.`}
        </p>
        <div class="sides dim">
          <Side run={left} />
          <Side run={right} />
        </div>
        <Code>{`skillet run compare ${left.id} ${right.id} --json`}</Code>
      </div>
      <WindowedList
        label="Steps of both"
        items={rows}
        rowHeight={34}
        keyOf={({ at }) => String(at)}
        open={parts === undefined ? undefined : String(parts)}
        onOpen={({ left: visit }) => visit !== undefined && goTo(writeStep(left.id, visit))}
        row={({ left: one, right: other, differs }) => (
          <div class={`pair${differs === undefined ? "" : " pair-differs"}`}>
            <Visit run={left} visit={one} />
            <Visit run={right} visit={other} />
            <span class="dim">{differs !== undefined && DIFFERENCES[differs]}</span>
          </div>
        )}
      />
    </>
  )
}

function Side({ run: { id, workflow, state, started, updated, tokens, money } }: { readonly run: WireRun }) {
  return (
    <p>
      <a href={`/run/${id}`}>
        <Shown text={workflow} /> {id}
      </a>{" "}
      <State state={state} /> {formatSpan(updated - started)}, {formatNumber(tokens)} tokens, {formatMoney(money)}
    </p>
  )
}

function writeStep(run: string, { step, round }: WireVisit): string {
  return `/run/${run}?step=${encodeURIComponent(step)}&round=${round}`
}

function Visit({ run, visit }: { readonly run: WireRun; readonly visit: WireVisit | undefined }) {
  if (visit === undefined) return <span class="dim">–</span>
  return (
    <a href={writeStep(run.id, visit)}>
      <Shown text={visit.step} />
      {visit.round > 1 && ` ×${visit.round}`} <State state={describeVisit(visit, run.state)} />
    </a>
  )
}
