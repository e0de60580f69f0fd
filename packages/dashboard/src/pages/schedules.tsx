import { request, useLive } from "../api.ts"
import { formatSpan, formatTime } from "../format.ts"
import { hello } from "../frame.tsx"
import { tell } from "../notes.tsx"
import { Ago, Code, Empty, PageHead, Shown, State, Waiting } from "../parts/parts.tsx"
import { Search, useFocusKeys, useFound } from "../parts/list-tools.tsx"
import { Table } from "../parts/table.tsx"
import { chooseQuery, place } from "../router.ts"
import type { WireDue, WireSchedule } from "../wire.ts"

export function Schedules() {
  const { open } = place.value.query
  const { value, error, isLoading } = useLive<readonly WireSchedule[]>("/api/schedules").value
  const found = useFound(value, ({ id, what, times }) => `${id} ${what} ${times}`)
  useFocusKeys(".need")
  return (
    <>
      <PageHead title="Schedules">
        <Search label="Search schedules" />
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value?.length === 0 && (
        <Empty title="No schedules">
          <p>What is to be done again and again is listed here, with what became of each time it was due.</p>
          <Code>skillet schedule add "0 7 * * 1-5" "…"</Code>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && found.length === 0 && <Empty title="No schedule fits" />}
      <div class="needs">
        {found.map((schedule) => (
          <ScheduleCard key={schedule.id} schedule={schedule} isOpen={schedule.id === open} />
        ))}
      </div>
    </>
  )
}

function ScheduleCard({ schedule, isOpen }: { readonly schedule: WireSchedule; readonly isOpen: boolean }) {
  const { id, what, times, status, because, next, lastSuccess, lateBy, isQuiet, counts } = schedule
  return (
    <article class={`need ${isQuiet ? "" : "need-schedule"}`} tabIndex={0} aria-label={what}>
      <header>
        <State state={status} />
        <h2>
          <Shown text={what} />
        </h2>
        <span class="dim mono">{id}</span>
      </header>
      <p class="dim">
        <Shown text={times} /> · next {next === undefined ? "never" : <Ago at={next} />} · last success{" "}
        {lastSuccess === undefined ? "never" : <Ago at={lastSuccess} />}
        {lateBy !== undefined && ` · late by ${formatSpan(lateBy)}`}
        {isQuiet && " · gone quiet"}
        {because !== undefined && <Shown text={` · ${because}`} />}
      </p>
      <p class="dim">
        {Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([state, count]) => `${count} ${state}`)
          .join(" · ")}
      </p>
      <footer>
        <button type="button" aria-expanded={isOpen} onClick={() => chooseQuery({ open: isOpen ? undefined : id })}>
          Due times
        </button>
        {hello.value?.mayWrite === true && <Acts schedule={schedule} />}
        <Code>{`skillet schedule history ${id} --json`}</Code>
      </footer>
      {isOpen && <Dues id={id} />}
    </article>
  )
}

function Acts({ schedule: { id, status } }: { readonly schedule: WireSchedule }) {
  async function act(how: string): Promise<void> {
    const answer = await request(`/api/schedules/${encodeURIComponent(id)}/${how}`, {})
    if ("error" in answer) tell(`${answer.error.message}. ${answer.error.next}`, "wrong")
  }
  if (status !== "active" && status !== "paused") return null
  const other = status === "active" ? "pause" : "resume"
  return (
    <>
      <button type="button" onClick={() => void act(other)}>
        {status === "active" ? "Pause" : "Resume"}
      </button>
      {status === "active" && (
        <button type="button" onClick={() => void act("run")}>
          Make due now
        </button>
      )}
    </>
  )
}

function Dues({ id }: { readonly id: string }) {
  const { value, error, isLoading } = useLive<readonly WireDue[]>(`/api/schedules/${encodeURIComponent(id)}/dues`).value
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  if (value.length === 0) return <p class="dim">It was not due yet.</p>
  return (
    <Table label="Due times" heads={["Due", "What became of it", "Why", "Run"]}>
      {value.map(({ at, state, cause, why, run }) => (
        <tr key={at}>
          <td>{formatTime(at)}</td>
          <td>
            <State state={state === "ran" ? "done" : state} />
          </td>
          <td>
            <Shown text={why ?? cause} />
          </td>
          <td>{run !== undefined && <a href={`/run/${run}`}>{run}</a>}</td>
        </tr>
      ))}
    </Table>
  )
}
