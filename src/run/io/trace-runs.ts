import { formatCount } from "../../text/format-count.ts"
import { describeError, SkilletError } from "../../problem/failure.ts"
import { loadRecords } from "../history.ts"
import { replayVisits } from "../history/replay-visits.ts"
import type { Run } from "../model.ts"
import type { DriveSettings } from "../drive/drive-settings.ts"
import type { Engine } from "../engine.ts"
import { describeDispatchSpan, describeRunSpans } from "../trace/describe-spans.ts"
import { readTraceSettings } from "../trace/trace-settings.ts"
import { openSpanExporter, type SpanExporter } from "./export-spans.ts"

export interface RunTrace {
  readonly trace: NonNullable<DriveSettings["trace"]>
  readonly exporter: SpanExporter
  /** Sends what is left. Returns what became of all of them. */
  close(): Promise<string>
}

/** Spans of what is driven here, if the environment asks for them. */
export function openRunTrace(
  engine: Engine,
  env: Readonly<Record<string, string | undefined>>,
  onProblem: (message: string) => void,
): RunTrace | undefined {
  const target = readTraceSettings(env)
  if (target.kind === "refused") onProblem(`no spans are exported: ${target.why}`)
  if (target.kind !== "on") return undefined
  const exporter = openSpanExporter({ target })
  const reading = new Set<Promise<void>>()
  return {
    exporter,
    trace(begun) {
      const began = now()
      return (end, ended = []) => {
        exporter.add([describeDispatchSpan({ ...begun, ...end, began, ended: now() })])
        for (const run of ended) traceEnd(run)
      }
    },
    async close() {
      await Promise.all(reading)
      await exporter.close()
      const { exported, dropped, problem } = exporter
      const why = problem === undefined ? "" : ` (${problem})`
      return `${formatCount(exported, "span")} exported, ${dropped} dropped${why}`
    },
  }

  /** The clock that all machines share, as the runs have it. */
  function now(): number {
    try {
      return engine.now()
    } catch (error) {
      if (!(error instanceof SkilletError)) throw error
      return Date.now()
    }
  }

  function traceEnd(run: Run): void {
    const read = loadRecords(engine.store, run)
      .then((records) => exporter.add(describeRunSpans(run, replayVisits(records, run.visit))))
      .catch((error: unknown) => onProblem(`no spans of run ${run.id} are exported: ${describeError(error)}`))
      .finally(() => reading.delete(read))
    reading.add(read)
  }
}
