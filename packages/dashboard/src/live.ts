import { signal } from "@preact/signals"
import { addProof, forgetProof, StrangerError } from "./prove.ts"
import type { WireChange } from "./wire.ts"

/** What the server said last. Views ask again when it changes. */
export const change = signal<WireChange>({ stored: "", skills: "" })
/** stranger: what answers is not the server that let this page in. */
export const connection = signal<"connecting" | "live" | "lost" | "stranger">("connecting")

const RETRY = 1000

/**
 * Follows the stream of changes. After an interruption, also one in which the server was started again, its first message
 * says how things are now, and views ask again only if something differs.
 */
export function followChanges(): void {
  addProof("/api/changes").then(openStream, (error: unknown) =>
    lose(error instanceof StrangerError ? "stranger" : "lost"),
  )
}

function openStream(address: string): void {
  const stream = new EventSource(address)
  stream.addEventListener("open", () => {
    connection.value = "live"
  })
  stream.addEventListener("change", (event) => {
    const next = JSON.parse(event.data as string) as WireChange
    const { stored, skills } = change.peek()
    if (next.stored !== stored || next.skills !== skills) change.value = next
  })
  stream.addEventListener("error", () => {
    stream.close()
    // Another program may listen there by now, so the server is asked for its proof again.
    forgetProof()
    lose("lost")
  })
}

function lose(how: "lost" | "stranger"): void {
  connection.value = how
  setTimeout(followChanges, RETRY)
}
