import { type Signal, effect, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { change, connection } from "./live.ts"
import type { WireError } from "./wire.ts"

export interface Loaded<Value> {
  readonly value?: Value | undefined
  readonly error?: WireError | undefined
  readonly isLoading: boolean
}

const NOT_THERE: WireError = {
  code: "web.unreachable",
  message: "the server does not answer",
  next: "start skillet serve again in the same directory; this page then continues by itself",
}

/** A request to the server. What went wrong is returned in its own words, never thrown. */
export async function request<Value>(
  path: string,
  body?: unknown,
): Promise<{ value: Value; text: string } | { error: WireError }> {
  try {
    const sent =
      body === undefined
        ? {}
        : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }
    const answer = await fetch(path, sent)
    const text = await answer.text()
    const value: unknown = JSON.parse(text)
    return answer.ok ? { value: value as Value, text } : { error: value as WireError }
  } catch (error) {
    if (error instanceof TypeError) connection.value = "lost"
    return { error: NOT_THERE }
  }
}

/** What is asked again when something changed: what is stored, the skills, or either. */
export type Follows = "stored" | "skills" | "both"

/** What the server says at this address, now and whenever it changes. What was there stays until there is something new. */
export function useLive<Value>(path: string | undefined, follows: Follows = "stored"): Signal<Loaded<Value>> {
  const loaded = useMemo(() => signal<Loaded<Value>>({ isLoading: path !== undefined }), [path])
  useEffect(() => (path === undefined ? undefined : keepLoading(path, follows, loaded)), [path, loaded])
  return loaded
}

/** One request at a time; a change during it is followed by another one. */
function keepLoading<Value>(path: string, follows: Follows, loaded: Signal<Loaded<Value>>): () => void {
  let seen = ""
  let isAsking = false
  let isStale = false
  let isOver = false
  async function ask(): Promise<void> {
    if (isAsking) {
      isStale = true
      return
    }
    isAsking = true
    const answer = await request<Value>(path)
    isAsking = false
    if (isOver) return
    if ("error" in answer) loaded.value = { ...loaded.peek(), error: answer.error, isLoading: false }
    else if (answer.text !== seen || loaded.peek().error !== undefined) {
      seen = answer.text
      loaded.value = { value: answer.value, isLoading: false }
    }
    if (isStale) {
      isStale = false
      void ask()
    }
  }
  let before: string | undefined
  const stop = effect(() => {
    const { stored, skills } = change.value
    const now = follows === "both" ? `${stored} ${skills}` : follows === "stored" ? stored : skills
    if (now === before) return
    before = now
    void ask()
  })
  return () => {
    isOver = true
    stop()
  }
}
