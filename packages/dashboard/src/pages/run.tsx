import { computed } from "@preact/signals"
import { useState } from "preact/hooks"
import { request, useLive } from "../api.ts"
import { formatCount, formatMoney, formatNumber, formatSpan } from "../format.ts"
import { readRunId } from "../first-address.ts"
import { hello } from "../frame.tsx"
import { tell } from "../notes.tsx"
import { Search, useFound } from "../parts/list-tools.tsx"
import { NeedCard } from "../parts/need-card.tsx"
import { Ago, Choice, clock, PageHead, Shown, State, Waiting } from "../parts/parts.tsx"
import { chooseQuery, goTo, place } from "../router.ts"
import { type FollowedRun, useRun } from "../run/follow-run.ts"
import { ForkPanel } from "../run/fork-panel.tsx"
import { Graph } from "../run/graph.tsx"
import { StepPanel } from "../run/step-panel.tsx"
import { Timeline, type TimelineRow } from "../run/timeline.tsx"
import type { WireLane, WireRunPage } from "../wire.ts"

export function RunView() {
  const id = readRunId(place.value.path)
  const { value, error, isLoading } = useRun(id).value
  if (value === undefined)
    return (
      <>
        <PageHead title={`Run ${id}`} />
        <Waiting error={error} isLoading={isLoading} />
      </>
    )
  return <LoadedRun key={id} followed={value} />
}

const LOOKS: readonly (readonly [string, string])[] = [
  ["", "Timeline"],
  ["graph", "Graph"],
]

function LoadedRun({ followed: { page, visits } }: { readonly followed: FollowedRun }) {
  const { query } = place.value
  const { look = "", step, round, item, fork } = query
  const { run, needs, steps, children } = page
  const lanes = useLive<readonly WireLane[]>(`/api/runs/${encodeURIComponent(run.id)}/lanes`).value.value ?? NO_LANES
  const mayWrite = hello.value?.mayWrite === true
  const isRunning = !["done", "failed", "unfinished", "cancelled"].includes(run.state)
  const shown = useFound(visits, ({ step: name, because = "", outcome = "" }) => `${name} ${because} ${outcome}`)
  const openStep = (id: string) => {
    const last = visits.findLast((visit) => visit.step === id)
    if (last !== undefined) chooseQuery({ step: id, round: String(last.round), item: undefined, fork: undefined })
  }
  const last = visits.at(-1)
  const at = step ?? last?.step
  const atRound = Number(round ?? last?.round ?? 1)
  return (
    <>
      <RunHead page={page} mayWrite={mayWrite} isRunning={isRunning} step={step} />
      {needs.map((need) => (
        <NeedCard key={need.id} need={need} mayWrite={mayWrite} isInRun={true} />
      ))}
      <div class="run-tools">
        <Choice label="Look" value={look} options={LOOKS} onChoose={(next) => chooseQuery({ look: next })} />
        <Search label="Search steps" />
        <span class="dim">{formatCount(shown.length, "step")}</span>
      </div>
      <div class={look === "graph" ? "split split-graph" : "split"}>
        <div class="split-left">
          {look === "graph" ? (
            <Graph
              steps={steps}
              visits={visits}
              at={run.step}
              state={run.state}
              isOver={!isRunning}
              open={at}
              onOpen={openStep}
            />
          ) : (
            <Timeline
              run={run.id}
              visits={shown}
              lanes={lanes}
              open={step === undefined ? undefined : `${step}/${atRound}`}
              onOpen={openRow}
              now={isRunning ? slowClock.value : run.updated}
              isRunning={isRunning}
              state={run.state}
              below={children}
            />
          )}
        </div>
        <div class="split-right">
          {fork !== undefined ? (
            <ForkPanel
              page={page}
              from={fork === "all" ? undefined : fork}
              onClose={() => chooseQuery({ fork: undefined })}
            />
          ) : (
            at !== undefined && (
              <StepPanel key={`${at}/${atRound}/${item ?? ""}`} run={run.id} step={at} round={atRound} item={item} />
            )
          )}
        </div>
      </div>
    </>
  )
}

function openRow({ step, round, item, run }: TimelineRow): void {
  if (run !== undefined) return goTo(`/run/${run}`)
  chooseQuery({ step, round: String(round), item, fork: undefined })
}

/** How often the bars of what is under way grow: a long run has many. */
const LOOKED_EVERY = 5000
const slowClock = computed(() => Math.ceil(clock.value / LOOKED_EVERY) * LOOKED_EVERY)

const NO_LANES: readonly WireLane[] = []

interface RunHeadProps {
  readonly page: WireRunPage
  readonly mayWrite: boolean
  readonly isRunning: boolean
  readonly step: string | undefined
}

function RunHead({ page, mayWrite, isRunning, step }: RunHeadProps) {
  const { run, source, skill, passed, roles } = page
  const took = (isRunning ? clock.value : run.updated) - run.started
  return (
    <>
      <PageHead
        title={
          <>
            <Shown text={run.workflow} /> <span class="dim mono">{run.id}</span>
          </>
        }
      >
        <State state={run.state} />
        {mayWrite && (
          <button type="button" onClick={() => chooseQuery({ fork: step ?? "all" })}>
            {step === undefined ? "Start again" : `Start again from ${step}`}
          </button>
        )}
        {mayWrite && isRunning && <CancelButton run={run.id} />}
        <a href={`/compare?a=${run.id}`}>Compare</a>
      </PageHead>
      <p class="run-facts dim">
        Started <Ago at={run.started} />, {formatSpan(took)} · {formatCount(run.visited, "step")} ·{" "}
        {formatCount(run.agents, "agent")} · {formatCount(run.tokens, "token")}
        {run.money > 0 && ` · ${formatMoney(run.money)}`}
        {page.budget.money !== undefined && ` of at most ${formatMoney(page.budget.money)}`}
        {run.branch !== "" && (
          <>
            {" "}
            · branch <Shown text={run.branch} />
          </>
        )}
        {skill !== undefined && (
          <>
            {" "}
            · <Shown text={skill.path} /> (trust {skill.trust})
          </>
        )}
        {source !== undefined && (
          <>
            {" "}
            · copy of <a href={`/run/${source}`}>{source}</a>
          </>
        )}
        {run.parent !== undefined && (
          <>
            {" "}
            · started by{" "}
            <a href={`/run/${run.parent.run}?step=${encodeURIComponent(run.parent.step)}&round=${run.parent.round}`}>
              {run.parent.run}
            </a>
          </>
        )}
      </p>
      {run.because !== undefined && (
        <p class="because">
          <Shown text={run.because} />
        </p>
      )}
      {passed.map(({ title, because, open }) => (
        <p class="because" key={title}>
          The gate <Shown text={`"${title}" was ${because}`} />. Still open:{" "}
          <Shown text={open.slice(0, 10).join("; ")} />
        </p>
      ))}
      {roles.length > 1 && (
        <p class="run-facts dim">
          Successful answers:{" "}
          {roles
            .map(
              ({ name, answers, tokensIn, tokensOut }) =>
                `${name === "" ? "main session" : name} ${formatNumber(answers)} (${formatCount(tokensIn + tokensOut, "token")})`,
            )
            .join(" · ")}
        </p>
      )}
    </>
  )
}

function CancelButton({ run }: { readonly run: string }) {
  const [reason, setReason] = useState<string | undefined>(undefined)
  if (reason === undefined)
    return (
      <button type="button" onClick={() => setReason("")}>
        Cancel run
      </button>
    )
  async function cancel(event: Event): Promise<void> {
    event.preventDefault()
    const answer = await request(`/api/runs/${encodeURIComponent(run)}/cancel`, { reason })
    if ("error" in answer) tell(`Not cancelled: ${answer.error.message}. ${answer.error.next}`, "wrong")
    setReason(undefined)
  }
  return (
    <form class="inline" onSubmit={(event) => void cancel(event)}>
      <input
        aria-label="Reason for cancelling"
        placeholder="Reason"
        value={reason}
        ref={(input) => input?.focus()}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <button type="submit" class="danger" disabled={reason.trim() === ""}>
        Cancel run
      </button>
    </form>
  )
}
