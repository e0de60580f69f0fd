import { useEffect, useState } from "preact/hooks"
import { request, useLive } from "../api.ts"
import { formatCount, formatMoney } from "../format.ts"
import { Code, ErrorNote, Shown } from "../parts/parts.tsx"
import { goTo } from "../router.ts"
import type {
  WireError,
  WireForkAsked,
  WireForked,
  WireForkPlan,
  WireInput,
  WireRunPage,
  WireStarted,
  WireStepPage,
} from "../wire.ts"

/** A copy of a run from a step on: what it keeps, what it asks again, and what that costs, before it starts. */
export function ForkPanel({
  page,
  from,
  onClose,
}: {
  readonly page: WireRunPage
  readonly from: string | undefined
  readonly onClose: () => void
}) {
  const before = readParams(page.params)
  const [params, setParams] = useState(before)
  const [plan, setPlan] = useState<WireForkPlan | undefined>(undefined)
  const [error, setError] = useState<WireError | undefined>(undefined)
  const inputs = useInputs(page, from)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const edits = inputs.flatMap(({ name, value, answer }) => {
    const text = texts[name] ?? value.text
    return answer === undefined || text === value.text ? [] : [{ ...answer, text }]
  })
  const changed = Object.fromEntries(Object.entries(params).filter(([name, value]) => before[name] !== value))
  const asked: WireForkAsked = { from, params: changed, edits }
  const path = `/api/runs/${encodeURIComponent(page.run.id)}/fork`
  useEffect(() => {
    const later = setTimeout(() => void request<WireForkPlan>(`${path}/plan`, asked).then(take), 200)
    return () => clearTimeout(later)
  }, [from, JSON.stringify([changed, edits])])
  function take(answer: { value: WireForkPlan } | { error: WireError }): void {
    setError("error" in answer ? answer.error : undefined)
    setPlan("error" in answer ? undefined : answer.value)
  }
  async function start(event: Event): Promise<void> {
    event.preventDefault()
    const answer = await request<WireStarted>(path, asked)
    if ("error" in answer) setError(answer.error)
    else goTo(`/run/${answer.value.run}`)
  }
  return (
    <section class="panel" aria-label="Start again">
      <header>
        <h2>
          Start again {from === undefined ? "" : "from "}
          <Shown text={from ?? ""} />
        </h2>
        <p class="dim">A new run of the procedure as it is now. Answers that are still valid are kept.</p>
      </header>
      <form onSubmit={(event) => void start(event)}>
        {Object.entries(params).map(([name, value]) => (
          <label class="field" key={name}>
            <span>
              <Shown text={name} />
            </span>
            <textarea
              rows={value.length > 80 ? 4 : 1}
              value={value}
              onInput={({ currentTarget }) => setParams({ ...params, [name]: currentTarget.value })}
            />
          </label>
        ))}
        {inputs.map(({ name, from: source, value }) => (
          <label class="field" key={name}>
            <span>
              <Shown text={`${name}, from ${source}`} />
            </span>
            <textarea
              rows={Math.min(12, Math.max(2, value.text.split("\n").length))}
              value={texts[name] ?? value.text}
              onInput={({ currentTarget }) => setTexts({ ...texts, [name]: currentTarget.value })}
            />
          </label>
        ))}
        {plan !== undefined && <Plan plan={plan} />}
        {error !== undefined && <ErrorNote error={error} />}
        <button type="submit" class="primary" disabled={plan === undefined}>
          Start
        </button>{" "}
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </form>
      {plan !== undefined && <Code>{plan.command}</Code>}
    </section>
  )
}

const EDITABLE = ["do", "dispatch", "fanout"]

/** What the step read that agents or the session answered, whole: it can be edited. What a gate or a person decided cannot. */
function useInputs({ run, steps }: WireRunPage, from: string | undefined): readonly WireInput[] {
  const path = `/api/runs/${encodeURIComponent(run.id)}/steps/${encodeURIComponent(from ?? "")}/latest`
  const { value } = useLive<WireStepPage>(from === undefined ? undefined : path).value
  return (value?.inputs ?? []).filter(({ answer, value: { text, length } }) => {
    const kind = steps.find(({ id }) => id === answer?.step)?.kind ?? ""
    return answer !== undefined && EDITABLE.includes(kind) && text.length === length
  })
}

function Plan({ plan }: { readonly plan: WireForkPlan }) {
  const { changed, reused, renewed, agents, tokens, money } = plan
  return (
    <div class="plan">
      {changed.length > 0 && (
        <p>
          Changed since: <Shown text={changed.join(", ")} />
        </p>
      )}
      <p>
        <b>{formatCount(reused.length, "step")} kept</b>
        {reused.length > 0 && (
          <span class="dim">
            {" "}
            {reused.map(({ step, because }) => (because ? `${step} (${because})` : step)).join(", ")}
          </span>
        )}
      </p>
      <p>
        <b>{formatCount(renewed.length, "step")} asked again</b>, about {formatCount(agents, "agent")},{" "}
        {formatCount(tokens, "token")}
        {money > 0 && `, ${formatMoney(money)}`}
      </p>
      <ul>
        {renewed.map((one: WireForked) => (
          <li key={`${one.step}/${one.round}`}>
            <Shown text={`${one.step}${one.because === undefined ? "" : `: ${one.because}`}`} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function readParams(json: string): Readonly<Record<string, string>> {
  const value = JSON.parse(json) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)]),
  )
}
