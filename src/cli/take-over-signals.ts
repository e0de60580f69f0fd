const SIGNALS = ["SIGTERM", "SIGINT"] as const

/** Lets a command end by itself when it is told to stop; the usual listeners end the process at once. */
export async function untilStopped<T>(act: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const restore = SIGNALS.map((signal) => takeOver(signal, () => stop.abort(new Error("stopped"))))
  try {
    return await act(stop.signal)
  } finally {
    for (const putBack of restore) putBack()
  }
}

/** Returns what puts the usual listeners back. */
function takeOver(signal: (typeof SIGNALS)[number], act: () => void): () => void {
  const before = process.listeners(signal)
  process.removeAllListeners(signal)
  process.on(signal, act)
  return () => {
    process.removeListener(signal, act)
    for (const listener of before) process.on(signal, listener)
  }
}
