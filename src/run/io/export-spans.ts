import type { Span } from "../trace/describe-spans.ts"
import { encodeSpans } from "../trace/encode-spans.ts"
import type { TraceTarget } from "../trace/trace-settings.ts"

/**
 * Sends spans to a collector, in the background.
 *
 * 1. The caller that adds a span never waits, and nothing that happens to it is an error of the work it is about.
 * 2. It keeps a limited number. Those for which there is no room, and those that the collector refuses, are counted.
 */
export interface SpanExporter {
  add(spans: readonly Span[]): void
  readonly exported: number
  readonly dropped: number
  /** Why the latest request failed. */
  readonly problem: string | undefined
  /** Sends what is left, within a short time. */
  close(): Promise<void>
}

export interface ExportOptions {
  readonly target: TraceTarget
  /** How long it collects spans before it sends them, in milliseconds. */
  readonly every?: number | undefined
  /** How many it keeps at most. */
  readonly most?: number | undefined
  /** How long the last request may take, in milliseconds. */
  readonly farewell?: number | undefined
}

const BATCH = 512
/** Those of OTLP after which the same request may be sent again. */
const LATER: readonly number[] = [429, 502, 503, 504]
const LONGEST_PAUSE = 30_000

export function openSpanExporter({ target, every = 1000, most = 4096, farewell = 2000 }: ExportOptions): SpanExporter {
  const end = new AbortController()
  const line: Line = { target, every, most, end: end.signal, waiting: [], exported: 0, dropped: 0, pause: every }
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isOpen = true

  function plan(): void {
    if (!isOpen || sending !== undefined || timer !== undefined || line.waiting.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      sending = sendBatch(line).finally(() => {
        sending = undefined
        plan()
      })
    }, line.pause)
    timer.unref()
  }

  return {
    add(spans) {
      const room = isOpen ? Math.max(0, most - line.waiting.length) : 0
      line.waiting.push(...spans.slice(0, room))
      line.dropped += Math.max(0, spans.length - room)
      plan()
    },
    get exported() {
      return line.exported
    },
    get dropped() {
      return line.dropped
    },
    get problem() {
      return line.problem
    },
    async close() {
      isOpen = false
      clearTimeout(timer)
      const late = setTimeout(() => end.abort(), farewell)
      await sending
      for (let before = Infinity; line.waiting.length > 0 && line.waiting.length < before && !end.signal.aborted; ) {
        before = line.waiting.length
        await sendBatch(line)
      }
      clearTimeout(late)
      line.dropped += line.waiting.splice(0).length
    },
  }
}

interface Line {
  readonly target: TraceTarget
  readonly every: number
  readonly most: number
  readonly end: AbortSignal
  readonly waiting: Span[]
  exported: number
  dropped: number
  problem?: string | undefined
  /** How long it waits before the next request: longer after each that failed. */
  pause: number
}

async function sendBatch(line: Line): Promise<void> {
  const batch = line.waiting.splice(0, BATCH)
  const { accepted, why, isLater } = await post(line.target, batch, line.end)
  const back = isLater ? batch.slice(0, Math.max(0, line.most - line.waiting.length)) : []
  line.waiting.unshift(...back)
  line.exported += accepted
  line.dropped += batch.length - accepted - back.length
  line.problem = why
  line.pause = isLater ? Math.min(LONGEST_PAUSE, Math.max(500, line.pause * 2)) : line.every
}

interface Posted {
  readonly accepted: number
  readonly why?: string | undefined
  readonly isLater: boolean
}

/** No redirects: what is in the headers is for this address only. */
async function post(target: TraceTarget, batch: readonly Span[], end: AbortSignal): Promise<Posted> {
  const { url, headers, milliseconds, resource } = target
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, "content-type": "application/json" },
      body: encodeSpans(batch, resource),
      signal: AbortSignal.any([end, AbortSignal.timeout(milliseconds)]),
    })
    const text = await response.text()
    if (!response.ok)
      return { accepted: 0, why: `the collector answered ${response.status}`, isLater: LATER.includes(response.status) }
    const rejected = Math.min(batch.length, countRejected(text))
    const why = rejected === 0 ? undefined : `the collector refused ${rejected} spans`
    return { accepted: batch.length - rejected, why, isLater: false }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { accepted: 0, why: cause instanceof Error ? cause.message : String(cause), isLater: true }
  }
}

/** An answer that is not understood refuses nothing. */
function countRejected(text: string): number {
  try {
    const said = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown } } | null
    const count = Number(said?.partialSuccess?.rejectedSpans ?? 0)
    return Number.isInteger(count) && count > 0 ? count : 0
  } catch (error) {
    if (error instanceof SyntaxError) return 0
    throw error
  }
}
