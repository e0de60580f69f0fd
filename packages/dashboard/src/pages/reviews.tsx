import { useState } from "preact/hooks"
import { request, useLive } from "../api.ts"
import { formatCount } from "../format.ts"
import { hello } from "../frame.tsx"
import { tell } from "../notes.tsx"
import { FindingLine } from "../parts/finding.tsx"
import { Ago, Choice, Code, Empty, Lines, LongText, PageHead, Shown, State, Waiting } from "../parts/parts.tsx"
import { Search, useFound } from "../parts/list-tools.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import { chooseQuery, place } from "../router.ts"
import type { WireAccept, WireFinding, WireReviewPage, WireRun } from "../wire.ts"

export function Reviews() {
  const { open } = place.value.query
  const { value, error, isLoading } = useLive<readonly WireRun[]>("/api/reviews").value
  const shown = open ?? value?.[0]?.id
  return (
    <>
      <PageHead title="Reviews">
        <Search label="Search findings" />
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value?.length === 0 && (
        <Empty title="No review yet">
          <p>
            <Code>skillet review</Code> reviews this project offline, without a model.
          </p>
        </Empty>
      )}
      {value !== undefined && value.length > 0 && (
        <div class="split split-narrow">
          <div class="split-left">
            <WindowedList
              label="Reviews"
              items={value}
              rowHeight={44}
              keyOf={({ id }) => id}
              open={shown}
              onOpen={({ id }) => chooseQuery({ open: id })}
              row={(run) => (
                <button type="button" class="pick" onClick={() => chooseQuery({ open: run.id })}>
                  <span class="mono">{run.id}</span> <State state={run.state} />
                  <span class="dim">
                    <Ago at={run.started} />
                  </span>
                </button>
              )}
            />
          </div>
          <div class="split-right">{shown !== undefined && <Review key={shown} run={shown} />}</div>
        </div>
      )}
    </>
  )
}

const GROUPS: readonly (readonly [string, string])[] = [
  ["category", "By category"],
  ["file", "By file"],
  ["rule", "By rule"],
]

function Review({ run }: { readonly run: string }) {
  const { by = "category" } = place.value.query
  const { value, error, isLoading } = useLive<WireReviewPage>(`/api/reviews/${encodeURIComponent(run)}`).value
  const found = useFound(value?.findings, ({ title, file, rule }) => `${title} ${file} ${rule}`)
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  const { findings, decided, gone, before, notChecked, leftOut, scope, depth, files, command } = value
  const groups = groupFindings(found, by)
  return (
    <section class="panel" aria-label={`Review ${run}`}>
      <header>
        <h2>
          {formatCount(findings.length, "finding")} in <Shown text={scope} />
        </h2>
        <p class="dim">
          {depth} · {formatCount(files, "file")}
          {before !== undefined &&
            ` · compared with ${before}: ${findings.filter(({ compared }) => compared === "new").length} new, ${gone.length} gone`}
        </p>
        <p>
          <Choice label="Group" value={by} options={GROUPS} onChoose={(next) => chooseQuery({ by: next })} />{" "}
          <button type="button" onClick={() => void saveSarif(run)}>
            SARIF
          </button>{" "}
          <a href={`/run/${run}`}>Its run</a>
        </p>
      </header>
      {notChecked.length > 0 && (
        <details class="part">
          <summary>{formatCount(notChecked.length, "thing")} not fully checked</summary>
          <LongText text={notChecked.join("\n")} />
        </details>
      )}
      {findings.length === 0 && <p class="dim">No finding in what was checked.</p>}
      {groups.map(([name, some]) => (
        <div key={name} class="part">
          <h3>
            <Shown text={name} /> <span class="dim">{some.length}</span>
          </h3>
          {some.slice(0, 200).map((finding) => (
            <FindingLine key={finding.id} finding={finding}>
              <Decide run={run} finding={finding} />
            </FindingLine>
          ))}
        </div>
      ))}
      {decided.length > 0 && (
        <details class="part">
          <summary>{formatCount(decided.length, "finding")} decided before</summary>
          {decided.map(({ finding, status, reason }) => (
            <p key={finding.id}>
              <span class="badge">{status}</span>{" "}
              <Shown text={`${finding.title} (${finding.file}:${finding.line}): ${reason}`} />
            </p>
          ))}
        </details>
      )}
      {leftOut.length > 0 && (
        <details class="part">
          <summary>
            {formatCount(
              leftOut.reduce((all, { count }) => all + count, 0),
              "claim",
            )}{" "}
            left out, and why
          </summary>
          {leftOut.map(({ why, count, items }) => (
            <Lines key={why} title={`${why} ${count}`} lines={items} />
          ))}
        </details>
      )}
      {gone.length > 0 && (
        <details class="part">
          <summary>{formatCount(gone.length, "finding")} of the review before, gone since</summary>
          <Lines title={before ?? ""} lines={gone.map(({ title, file, line }) => `${title} (${file}:${line})`)} />
        </details>
      )}
      <Code>{command}</Code>
    </section>
  )
}

/** A link would go without the proof that each request has. */
async function saveSarif(run: string): Promise<void> {
  const answer = await request(`/api/reviews/${encodeURIComponent(run)}/sarif`)
  if ("error" in answer) return tell(`Not saved: ${answer.error.message}. ${answer.error.next}`, "wrong")
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([answer.text], { type: "application/sarif+json" }))
  link.download = `${run}.sarif`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function groupFindings(
  findings: readonly WireFinding[],
  by: string,
): readonly (readonly [string, readonly WireFinding[]])[] {
  const groups = new Map<string, WireFinding[]>()
  for (const finding of findings) {
    const name = by === "file" ? finding.file : by === "rule" ? finding.rule : finding.category
    groups.set(name, [...(groups.get(name) ?? []), finding])
  }
  return [...groups]
}

const DECISIONS: readonly (readonly [WireAccept["status"], string])[] = [
  ["accepted", "Accept"],
  ["wont-fix", "Won't fix"],
  ["false-positive", "False positive"],
]

function Decide({ run, finding }: { readonly run: string; readonly finding: WireFinding }) {
  const [reason, setReason] = useState("")
  if (hello.value?.mayWrite !== true) return null
  async function decide(status: WireAccept["status"]): Promise<void> {
    const body: WireAccept = { findings: [finding.id], status, reason }
    const answer = await request(`/api/reviews/${encodeURIComponent(run)}/accept`, body)
    if ("error" in answer) tell(`Not recorded: ${answer.error.message}. ${answer.error.next}`, "wrong")
    else tell(`Recorded: ${finding.title}. Later reviews list it separately.`)
  }
  return (
    <div class="inline">
      <input
        type="text"
        aria-label="Reason"
        placeholder="Reason"
        value={reason}
        onInput={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {DECISIONS.map(([status, name]) => (
        <button key={status} type="button" disabled={reason.trim() === ""} onClick={() => void decide(status)}>
          {name}
        </button>
      ))}
    </div>
  )
}
