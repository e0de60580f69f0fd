const SIGNALS = ["SIGTERM", "SIGINT"] as const

/** The usual listener ends the process at once; instead `act` is called. Returns what puts it back. */
export function takeOverSignals(act: () => void): () => void {
  const restore = SIGNALS.map((signal) => takeOver(signal, act))
  return () => {
    for (const one of restore) one()
  }
}

function takeOver(signal: (typeof SIGNALS)[number], act: () => void): () => void {
  const before = process.listeners(signal)
  process.removeAllListeners(signal)
  process.on(signal, act)
  return () => {
    process.removeListener(signal, act)
    for (const listener of before) process.on(signal, listener)
  }
}
