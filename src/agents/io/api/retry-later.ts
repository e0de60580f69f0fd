import { describeError, SkilletError } from "../../../problem/failure.ts"
import { classifyStatus } from "../classify-failure.ts"

export interface Retrying {
  readonly tries: number
  /** The first pause, in milliseconds; each one after it is twice as long. */
  readonly pause: number
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly told: (why: string, milliseconds: number) => void
}

const LONGEST_PAUSE = 30_000
/** If a server asks for a longer pause than this, there is no retry: the dispatch is given back instead. */
export const MOST_PATIENCE = 120_000

/** Retries what may work later, after the time the server asks for, else after a pause that doubles each time. */
export async function retryLater<Result>(act: () => Promise<Result>, how: Retrying): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await act()
    } catch (error) {
      const pause = choosePause(error, tried, how)
      if (how.signal.aborted || pause === undefined || tried >= how.tries || pause > MOST_PATIENCE) throw error
      how.told(describeError(error), pause)
      await how.sleep(pause, how.signal)
      how.signal.throwIfAborted()
    }
  }
}

/** In milliseconds; undefined if a retry cannot help. */
function choosePause(error: unknown, tried: number, { pause, random }: Retrying): number | undefined {
  if (error instanceof SkilletError && error.retry === "no") return undefined
  const status = readHttpStatus(error)
  if (status !== undefined && classifyStatus(status).retry === "no") return undefined
  const backoff = Math.min(LONGEST_PAUSE, pause * 2 ** (tried - 1))
  return readRetryAfter(error) ?? Math.round(backoff * (0.75 + random() / 4))
}

export function readHttpStatus(error: unknown): number | undefined {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  return typeof status === "number" ? status : undefined
}

/** The value of `retry-after`: seconds, or a date. */
export function readRetryAfter(error: unknown): number | undefined {
  const headers = error instanceof Error && "headers" in error ? error.headers : undefined
  if (!(headers instanceof Headers)) return undefined
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN)
  if (exact >= 0) return exact
  const given = headers.get("retry-after")
  if (given === null) return undefined
  const seconds = Number(given)
  if (seconds >= 0) return seconds * 1000
  const until = Date.parse(given)
  return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now())
}
