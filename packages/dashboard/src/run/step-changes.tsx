import { useLive } from "../api.ts"
import { formatCount, formatNumber, formatTime } from "../format.ts"
import { Code, Shown, TextBlock, Waiting } from "../parts/parts.tsx"
import type { WireChanges } from "../wire.ts"

interface StepChangesProps {
  readonly run: string
  readonly step: string
  readonly round: number
}

/** The diff of the checkout between two moments, the second of which belongs to this step. */
export function StepChanges({ run, step, round }: StepChangesProps) {
  const path = [run, "changes", step, String(round)].map(encodeURIComponent).join("/")
  const { value, error, isLoading } = useLive<WireChanges>(`/api/runs/${path}`).value
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  if (!value.isRecorded)
    return (
      <p class="dim">
        What changes in the checkout is recorded for runs that are started with{" "}
        <Code>skillet run start … --changes</Code>, and this one was not.
      </p>
    )
  if (value.changes.length === 0)
    return <p class="dim">Nothing was recorded for this step: it is recorded when the step is reported.</p>
  return (
    <>
      {value.changes.map((changes) => (
        <OneMoment key={changes.at} changes={changes} command={value.command} />
      ))}
      <p class="dim">
        This is the checkout between two moments. Somebody else may have worked there too. Ignored files are not
        recorded.
      </p>
    </>
  )
}

const CAUSES = {
  report: "until it was reported",
  gate: "while commands of the gate ran",
  agent: "until the agent answered",
} as const

const MARKS = { added: "+", removed: "−", changed: "~" } as const

type Moment = WireChanges["changes"][number]

function OneMoment({ changes, command }: { readonly changes: Moment; readonly command: string }) {
  const { item, cause, since, at, unknown, summary, total, files, patch, leftOut } = changes
  return (
    <div class="part">
      <h3>
        <Shown text={`${item === "-" ? "" : `${item}: `}${summary}`} />
      </h3>
      <p class="dim">
        {formatTime(since)} to {formatTime(at)}, {CAUSES[cause]}
      </p>
      {unknown === undefined && (
        <>
          <ul class="changed-files">
            {files.map(({ path, kind, added, removed, bytes }) => (
              <li key={path} class={`diff-${kind === "changed" ? "same" : kind}`}>
                {MARKS[kind]} <Shown text={path} />{" "}
                <span class="dim">
                  {added === undefined
                    ? `content not compared${bytes === undefined ? "" : `, ${formatNumber(bytes)} bytes`}`
                    : `+${added} −${removed ?? 0}`}
                </span>
              </li>
            ))}
          </ul>
          {total > files.length && <p class="dim">{formatCount(total - files.length, "more file")}</p>}
          {patch.text !== "" && <TextBlock label="diff" value={patch} command={command} isDiff={true} />}
          {leftOut > 0 && <p class="dim">{formatCount(leftOut, "file")} too long for the diff.</p>}
        </>
      )}
    </div>
  )
}
