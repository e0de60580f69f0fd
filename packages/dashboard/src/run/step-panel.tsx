import { useState } from "preact/hooks"
import { useLive } from "../api.ts"
import { formatMoney, formatNumber, formatTime } from "../format.ts"
import { Ago, Choice, Code, Shown, State, TextBlock, Waiting } from "../parts/parts.tsx"
import { chooseQuery, place } from "../router.ts"
import { StepChanges } from "./step-changes.tsx"
import type { WireItem, WireStepPage, WireTranscript } from "../wire.ts"

/** Everything about one step that a run entered. */
export function StepPanel({
  run,
  step,
  round,
  item,
}: {
  readonly run: string
  readonly step: string
  readonly round: number
  readonly item?: string | undefined
}) {
  const path = `/api/runs/${encodeURIComponent(run)}/steps/${encodeURIComponent(step)}/${round}`
  const { value, error, isLoading } = useLive<WireStepPage>(path).value
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  const parts: readonly (readonly [string, string])[] = [
    ...(value.memory.length === 0 ? [] : [["memory", "Memory file"] as const]),
    ["output", value.items.length > 1 ? `Output (${value.items.length})` : "Output"],
    ["directive", "Directive"],
    ["input", `Input (${value.inputs.length})`],
    ...(value.evidence === undefined ? [] : [["evidence", "Evidence"] as const]),
    ["transcript", "Transcript"],
    ["changes", "Changes"],
  ]
  const { part: asked = "" } = place.value.query
  const part = parts.some(([name]) => name === asked) ? asked : (parts[0]?.[0] ?? "")
  return (
    <section class="panel" aria-label={`Step ${step}`}>
      <header>
        <h2>
          <Shown text={value.title} />
        </h2>
        <p class="dim">
          <Shown text={value.step} /> · {value.kind}
          {round > 1 && ` · round ${round}`}
        </p>
        {value.because !== undefined && (
          <p>
            <Shown text={value.because} />
          </p>
        )}
        <Choice label="Part" value={part} options={parts} onChoose={(next) => chooseQuery({ part: next })} />
      </header>
      {part === "memory" && <MemoryFiles run={run} page={value} round={round} />}
      {part === "directive" && (
        <TextBlock label="directive" value={value.directive} command={`skillet run current ${run}`} />
      )}
      {part === "input" && <Inputs page={value} />}
      {part === "evidence" && value.evidence !== undefined && <TextBlock label="evidence" value={value.evidence} />}
      {part === "output" && <Outputs page={value} item={item} />}
      {part === "changes" && <StepChanges run={run} step={step} round={round} />}
      {part === "transcript" && <Transcripts run={run} page={value} item={item} />}
      <p class="dim">
        <Code>{part === "changes" ? value.command.replace("run show", "run diff") : value.command}</Code>
      </p>
    </section>
  )
}

/** A file may have been changed or removed since; what was verified is stored with the run. */
function MemoryFiles({
  run,
  page,
  round,
}: {
  readonly run: string
  readonly page: WireStepPage
  readonly round: number
}) {
  const command = `skillet orchestrate show ${run} --phase ${page.step} --attempt ${round}`
  return (
    <>
      {page.memory.map(({ file, agent, status, verdict, hash, text }) => (
        <div key={file} class="part">
          <h3>
            <Shown text={file} />
          </h3>
          <p class="dim">
            <Shown text={`${agent}, ${status}${verdict === undefined ? "" : `, verdict ${verdict}`}`} />, as it was
            verified: <span class="mono">{hash.slice(0, 12)}</span>
          </p>
          <TextBlock label={file} value={text} command={command} />
        </div>
      ))}
      <Code>{command}</Code>
    </>
  )
}

function Inputs({ page: { inputs, kind } }: { readonly page: WireStepPage }) {
  if (inputs.length === 0) return <p class="dim">This {kind} step reads no value of an earlier step.</p>
  return (
    <>
      {inputs.map(({ name, from, value }) => (
        <div key={name} class="part">
          <h3>
            <Shown text={name} /> <span class="dim">from {from}</span>
          </h3>
          <TextBlock label={name} value={value} />
        </div>
      ))}
    </>
  )
}

function Outputs({ page, item }: { readonly page: WireStepPage; readonly item: string | undefined }) {
  const items = item === undefined ? page.items : page.items.filter((one) => one.item === item)
  return (
    <>
      {page.questions.map(({ text, answer, by, reason }) => (
        <div key={text} class="part">
          <h3>
            <Shown text={text} />
          </h3>
          <p>
            {answer === undefined ? (
              <span class="dim">Not answered.</span>
            ) : (
              <Shown text={`${answer} (${by ?? ""})${reason === undefined ? "" : `: ${reason}`}`} />
            )}
          </p>
        </div>
      ))}
      {items.length === 0 && page.questions.length === 0 && <p class="dim">Nothing was asked or reported yet.</p>}
      {items.slice(0, MOST_ITEMS).map((one) => (
        <ItemPart key={one.item} item={one} command={page.command} isAlone={items.length === 1} />
      ))}
      {items.length > MOST_ITEMS && (
        <p class="dim">{formatNumber(items.length - MOST_ITEMS)} more; choose one in the timeline.</p>
      )}
    </>
  )
}

const MOST_ITEMS = 40

function ItemPart({
  item: one,
  command,
  isAlone,
}: {
  readonly item: WireItem
  readonly command: string
  readonly isAlone: boolean
}) {
  const {
    item,
    agent,
    status,
    outcome,
    by,
    at,
    reused,
    prompt,
    output,
    tokensIn = 0,
    tokensOut = 0,
    money = 0,
    childRun,
    tried,
  } = one
  return (
    <details class="part" open={isAlone}>
      <summary>
        <b>
          <Shown text={item === "-" ? "Answer" : item} />
        </b>{" "}
        <State state={outcome ?? status} />{" "}
        <span class="dim">
          <Shown text={[agent, by].filter((word) => word !== undefined && word !== "").join(", by ")} />
        </span>{" "}
        {at !== undefined && (
          <span class="dim" title={formatTime(at)}>
            <Ago at={at} />
          </span>
        )}
      </summary>
      <p class="dim">
        {tokensIn + tokensOut > 0 && `${formatNumber(tokensIn)} tokens in, ${formatNumber(tokensOut)} out. `}
        {money > 0 && `${formatMoney(money)}. `}
        {tried > 1 && `${tried} attempts. `}
        {reused !== undefined && (
          <>
            Reused from <a href={`/run/${reused}`}>{reused}</a>.{" "}
          </>
        )}
        {childRun !== undefined && <a href={`/run/${childRun}`}>Its run {childRun}</a>}
      </p>
      {output !== undefined && (
        <TextBlock label="output" value={output} command={`${command}${item === "-" ? "" : ` --item ${item}`}`} />
      )}
      {prompt !== undefined && (
        <details>
          <summary>What was asked</summary>
          <TextBlock label="prompt" value={prompt} />
        </details>
      )}
    </details>
  )
}

function Transcripts({
  run,
  page,
  item,
}: {
  readonly run: string
  readonly page: WireStepPage
  readonly item: string | undefined
}) {
  const [chosen, setChosen] = useState(item ?? page.items[0]?.item ?? "-")
  const at = [run, "transcript", page.step, String(page.round), chosen].map(encodeURIComponent).join("/")
  const { value, error, isLoading } = useLive<WireTranscript>(`/api/runs/${at}`).value
  return (
    <>
      {page.items.length > 1 && (
        <select aria-label="Agent" value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
          {page.items.map((one) => (
            <option key={one.item} value={one.item}>
              {one.item}
            </option>
          ))}
        </select>
      )}
      <Waiting error={error} isLoading={isLoading} />
      {value?.lines.length === 0 && (
        <p class="dim">No transcript: the agent of this step was not started by Skillet.</p>
      )}
      {value?.isCut === true && <p class="dim">Only the last lines are shown.</p>}
      <ol class="transcript">
        {value?.lines.map(({ at: when, text, kind }, nth) => (
          <li key={nth} class={`line line-${kind}`}>
            <time class="dim">{formatTime(when).slice(11)}</time>
            <span>
              <Shown text={text} />
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
