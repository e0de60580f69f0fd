import { type Signal, effect, signal } from "@preact/signals"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { change, connection } from "./live.ts"
import { forgetProof, prove, StrangerError } from "./prove.ts"
import type { WireChange, WireError } from "./wire.ts"

export interface Loaded<Value> {
  readonly value?: Value | undefined
  readonly error?: WireError | undefined
  readonly isLoading: boolean
}

/** Every answer says what the stream of changes would have said when it was made. */
const CHANGE_HEADER = "x-skillet-change"

const NOT_THERE: WireError = {
  code: "web.unreachable",
  message: "the server does not answer",
  next: "start skillet serve again in the same directory; this page then continues by itself",
}

const STRANGER: WireError = {
  code: "web.stranger",
  message: "what answers on this port is not the server that let this browser in",
  next: "start skillet serve again, or open the address that it printed last; nothing was sent",
}

interface Answered<Value> {
  readonly value: Value
  readonly text: string
  /** How things were when it was made. */
  readonly made: WireChange
}

const early = new Map<string, Promise<Response>>()
const EARLY_FOR = 5000

/** Asks before the code that wants the answer is there. An answer that nobody takes soon is forgotten. */
export function askEarly(path: string): void {
  const asked = ask(path)
  asked.catch(() => early.delete(path))
  early.set(path, asked)
  setTimeout(() => early.delete(path), EARLY_FOR)
}

function takeEarly(path: string): Promise<Response> | undefined {
  const asked = early.get(path)
  early.delete(path)
  return asked
}

/** The server takes the proof of one start: if it was started again, this page proves itself to it once more. */
async function ask(path: string, body?: unknown, isAgain = false): Promise<Response> {
  const headers = { "x-skillet-proof": await prove(), "content-type": "application/json" }
  const answer = await fetch(
    path,
    body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body), headers },
  )
  if (answer.status !== 403 || isAgain) return answer
  const { code } = (await answer.clone().json()) as Partial<WireError>
  if (code !== "web.no-proof") return answer
  forgetProof()
  return ask(path, body, true)
}

/** A request to the server. What went wrong is returned in its own words, never thrown. */
export async function request<Value>(path: string, body?: unknown): Promise<Answered<Value> | { error: WireError }> {
  try {
    const answer = await ((body === undefined ? takeEarly(path) : undefined) ?? ask(path, body))
    const text = await answer.text()
    const value: unknown = JSON.parse(text)
    if (!answer.ok) return { error: value as WireError }
    const [stored = "", skills = ""] = (answer.headers.get(CHANGE_HEADER) ?? "").split("/")
    return { value: value as Value, text, made: { stored, skills } }
  } catch (error) {
    if (error instanceof StrangerError) return { error: STRANGER }
    if (error instanceof TypeError) connection.value = "lost"
    return { error: NOT_THERE }
  }
}

/** What is asked again when something changed: what is stored, the skills, or either. */
export type Follows = "stored" | "skills" | "both"

/** What the server says at this address, now and whenever it changes. What was there stays until there is something new. */
export function useLive<Value>(path: string | undefined, follows: Follows = "stored"): Signal<Loaded<Value>> {
  const loaded = useMemo(() => signal<Loaded<Value>>({ isLoading: path !== undefined }), [path])
  useEffect(() => {
    if (path === undefined) return undefined
    let seen = ""
    return keepAsking<Value>(
      () => path,
      follows,
      (answer) => {
        if ("error" in answer) loaded.value = { ...loaded.peek(), error: answer.error, isLoading: false }
        else if (answer.text !== seen || loaded.peek().error !== undefined) {
          seen = answer.text
          loaded.value = { value: answer.value, isLoading: false }
        }
      },
    )
  }, [path, loaded])
  return loaded
}

/** What was there before, until what is asked now is there: for an address that changes while somebody drags. */
export function useLast<Value>(loaded: Loaded<Value>): Loaded<Value> {
  const last = useRef<Value | undefined>(undefined)
  if (loaded.value !== undefined) last.current = loaded.value
  return loaded.value === undefined && loaded.error === undefined
    ? { value: last.current, isLoading: last.current === undefined }
    : loaded
}

/**
 * Asks, and asks again when something changed, until the function that is returned is called. One request at a time; a
 * change during it is followed by another one, unless the answer was made after the change.
 */
export function keepAsking<Value>(
  path: () => string,
  follows: Follows,
  take: (answer: Answered<Value> | { readonly error: WireError }) => void,
): () => void {
  /** How things were when the last answer was made; undefined if it failed. */
  let known: string | undefined
  let told: string | undefined
  let isAsking = false
  let isFirst = true
  let isOver = false
  async function ask(): Promise<void> {
    isAsking = true
    const answer = await request<Value>(path())
    isAsking = false
    if (isOver) return
    const isFailed = "error" in answer
    known = isFailed ? undefined : nameState(answer.made, follows)
    // The first question may have been asked before the stream of changes began.
    const now = isFirst && !isFailed ? nameState(change.peek(), follows) : told
    isFirst = false
    told = undefined
    take(answer)
    if (now !== undefined && now !== known && now !== UNKNOWN_STATE) await ask()
  }
  const stop = effect(() => {
    const now = nameState(change.value, follows)
    if (isAsking) told = now
    else if (isFirst || now !== known) void ask()
  })
  return () => {
    isOver = true
    stop()
  }
}

function nameState({ stored, skills }: WireChange, follows: Follows): string {
  return follows === "both" ? `${stored} ${skills}`.trim() : follows === "stored" ? stored : skills
}

/** Until the stream of changes begins. */
const UNKNOWN_STATE = ""
