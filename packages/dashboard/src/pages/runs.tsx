import { useMemo } from "preact/hooks"
import { useLive } from "../api.ts"
import { writeProjectsAddress } from "../first-address.ts"
import { formatMoney, formatNumber, formatShort } from "../format.ts"
import { Ago, Choice, Code, Empty, PageHead, Shown, State, Waiting } from "../parts/parts.tsx"
import { ProjectsChoice, Search, useFound } from "../parts/list-tools.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import { chooseQuery, goTo, place } from "../router.ts"
import type { WireRun } from "../wire.ts"

const STATES: readonly (readonly [string, string])[] = [
  ["", "All"],
  ["open", "Open"],
  ["waiting", "Waiting"],
  ["ended", "Ended"],
]
const OPEN = ["running", "waiting", "abandoned"]

export function Runs() {
  const { query } = place.value
  const { state = "", all } = query
  const { value, error, isLoading } = useLive<readonly WireRun[]>(writeProjectsAddress("/api/runs", all)).value
  const inState = useMemo(() => value?.filter((run) => isInState(run, state)), [value, state])
  const found = useFound(inState, describeRun)
  return (
    <>
      <PageHead title="Runs">
        <Search label="Search runs" />
        <Choice label="State" value={state} options={STATES} onChoose={(next) => chooseQuery({ state: next })} />
        <ProjectsChoice />
        <span class="dim">{formatNumber(found.length)}</span>
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value?.length === 0 && (
        <Empty title="No runs yet">
          <p>
            A run is a procedure under way. <Code>skillet workflow list</Code> lists what can be started here.
          </p>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && found.length === 0 && <Empty title="No run fits" />}
      {found.length > 0 && (
        <WindowedList
          label="Runs"
          items={found}
          rowHeight={52}
          keyOf={({ id }) => id}
          onOpen={({ id }) => goTo(`/run/${id}`)}
          row={drawRun}
        />
      )}
    </>
  )
}

function isInState({ state }: WireRun, wanted: string): boolean {
  if (wanted === "open") return OPEN.includes(state)
  if (wanted === "ended") return !OPEN.includes(state)
  return wanted === "" || state === wanted
}

function describeRun({ id, workflow, step, branch, because = "", state }: WireRun): string {
  return `${id} ${workflow} ${step} ${branch} ${because} ${state}`
}

function drawRun(run: WireRun) {
  return <RunRow run={run} />
}

function RunRow({ run }: { readonly run: WireRun }) {
  const { id, workflow, state, step, round, because, updated, visited, agents, tokens, money } = run
  return (
    <a class="run-row" href={`/run/${id}`}>
      <span class="row-main">
        <b>
          <Shown text={workflow} />
        </b>
        <span class="dim mono">{id}</span>
      </span>
      <span class="row-sub dim">
        {step !== "end" && (
          <>
            <Shown text={step} />
            {round > 1 && ` (round ${round})`}{" "}
          </>
        )}
        {because !== undefined && <Shown text={because} />}
      </span>
      <span class="row-state">
        <State state={state} />
      </span>
      <span class="row-numbers dim">
        {formatShort(visited)} steps · {formatShort(agents)} agents · {formatShort(tokens)} tok
        {money > 0 && ` · ${formatMoney(money)}`}
      </span>
      <span class="row-when dim">
        <Ago at={updated} />
      </span>
    </a>
  )
}
