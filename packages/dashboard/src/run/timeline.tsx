import { useCallback, useMemo } from "preact/hooks"
import { formatSpan } from "../format.ts"
import { describeVisit, Shown, State } from "../parts/parts.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import type { WireLane, WireRun, WireVisit } from "../wire.ts"
import { type FoldedTime, foldTime } from "./fold-time.ts"

export interface TimelineProps {
  /** Its id. */
  readonly run: string
  readonly visits: readonly WireVisit[]
  readonly lanes: readonly WireLane[]
  readonly below: readonly WireRun[]
  readonly open: string | undefined
  readonly onOpen: (row: TimelineRow) => void
  readonly now: number
  readonly isRunning: boolean
  /** Of the run: the step that it has not left is in the same. */
  readonly state: string
}

/** A step that was entered, an agent's part of it, or a run that it started. */
export interface TimelineRow {
  readonly key: string
  readonly kind: "visit" | "lane" | "child"
  readonly name: string
  readonly step: string
  readonly round: number
  readonly item?: string | undefined
  /** Of a child run: its id, and how far below this run it is. */
  readonly run?: string | undefined
  readonly depth?: number | undefined
  readonly state: string
  readonly began: number
  readonly ended: number
  readonly because?: string | undefined
}

export function Timeline({ run, visits, lanes, below, open, onOpen, now, isRunning, state }: TimelineProps) {
  const rows = useMemo(
    () => listRows({ run, visits, lanes, below, state }, now),
    [run, visits, lanes, below, state, isRunning ? now : 0],
  )
  const time = useMemo(() => foldTime(rows.flatMap(({ began, ended }) => [began, ended])), [rows])
  const drawRow = useCallback(
    (row: TimelineRow) => <TimelineBar row={row} time={time} onOpen={onOpen} />,
    [time, onOpen],
  )
  return (
    <>
      <TimeAxis time={time} />
      <WindowedList
        label="Steps"
        items={rows}
        rowHeight={30}
        keyOf={({ key }) => key}
        open={open}
        onOpen={onOpen}
        row={drawRow}
      />
    </>
  )
}

function TimeAxis({ time }: { readonly time: FoldedTime }) {
  if (time.folds.length === 0) return null
  const longest = time.folds.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 8)
  return (
    <div class="axis dim" aria-hidden="true">
      <span class="axis-name">folded:</span>
      <div class="axis-line">
        {longest.map(({ at, milliseconds }) => (
          <span key={at} style={{ left: `${at * 100}%` }} title={`nothing happened for ${formatSpan(milliseconds)}`}>
            ⋯
          </span>
        ))}
      </div>
    </div>
  )
}

function TimelineBar({
  row,
  time,
  onOpen,
}: {
  readonly row: TimelineRow
  readonly time: FoldedTime
  readonly onOpen: (row: TimelineRow) => void
}) {
  const { kind, name, round, state, began, ended, because, depth = 0 } = row
  const from = time.place(began)
  const width = Math.min(1 - from, Math.max(0.004, time.place(ended) - from))
  const share = (part: number) => `calc(var(--line-share) * ${part.toFixed(5)})`
  return (
    <button type="button" class={`bar-row bar-${kind}`} onClick={() => onOpen(row)} title={because}>
      <span class="bar-name" style={depth > 1 ? { paddingLeft: `${depth * 16}px` } : undefined}>
        <Shown text={name} />
        {round > 1 && <span class="dim"> ×{round}</span>}
      </span>
      <State state={state} />
      <span class="bar-took dim">{formatSpan(ended - began)}</span>
      <i
        class={`bar bar-is-${state}`}
        aria-hidden="true"
        style={{ width: share(width), marginLeft: share(from), marginRight: share(1 - from - width) }}
      />
    </button>
  )
}

function listRows(
  { run, visits, lanes, below: started, state }: Pick<TimelineProps, "run" | "visits" | "lanes" | "below" | "state">,
  now: number,
): readonly TimelineRow[] {
  const below = new Map<string, TimelineRow[]>()
  const add = (row: TimelineRow) => {
    const key = `${row.step}/${row.round}`
    below.set(key, [...(below.get(key) ?? []), row])
  }
  for (const lane of lanes) add(toLaneRow(lane))
  for (const row of listChildRows(run, { started, now, depth: 1 })) add(row)
  return visits.flatMap((visit): TimelineRow[] => {
    const { step, round, entered, left, outcome, because, total, ok, failed } = visit
    const many = total > 1 ? ` ${ok + failed}/${total}` : ""
    const key = `${step}/${round}`
    return [
      {
        key,
        kind: "visit",
        name: `${step}${many}`,
        step,
        round,
        state: describeVisit({ left, outcome }, state),
        began: entered,
        ended: left ?? now,
        because,
      },
      ...(below.get(key) ?? []),
    ]
  })
}

function toLaneRow({ step, round, item, agent, status, began, last, failure }: WireLane): TimelineRow {
  const name = item === "-" ? agent : item
  return {
    key: `${step}/${round}/${item}/${began}`,
    kind: "lane",
    name,
    step,
    round,
    item,
    state: status,
    began,
    ended: last,
    because: failure,
  }
}

interface ChildRows {
  readonly started: readonly WireRun[]
  readonly now: number
  readonly depth: number
  /** The step of the run on this page that all of them are below. */
  readonly below?: Pick<TimelineRow, "step" | "round">
}

/** Each child run, and right after it those that it started. */
function listChildRows(run: string, { started, now, depth, below }: ChildRows): readonly TimelineRow[] {
  return started.flatMap((child): readonly TimelineRow[] => {
    if (child.parent?.run !== run) return []
    const { id, workflow, state, started: began, updated, because } = child
    const { step, round } = below ?? child.parent
    const ended = state === "running" ? now : updated
    const row = { key: id, kind: "child", name: `${workflow} ${id}`, step, round, run: id, depth } as const
    return [
      { ...row, state, began, ended, because },
      ...listChildRows(id, { started, now, depth: depth + 1, below: { step, round } }),
    ]
  })
}
