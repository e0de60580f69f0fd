import type { ItemKey } from "../agents/agent-driver.ts"
import { movesFrom } from "../run/advance/pending-items.ts"
import {
  ALL_ITEMS,
  type Answer,
  type Change,
  type DispatchStatus,
  type Item,
  type NewAnswer,
  type Request,
} from "../run/model.ts"
import type { AnswerText, Wanted } from "../run/store.ts"

/** Everything stored under one key. */
export interface MemoryItem {
  readonly key: ItemKey
  readonly root: string
  readonly request?: Request
  readonly status?: DispatchStatus
  readonly epoch: number
  readonly tried: number
  /** Its order in the queue, if it is in it. */
  readonly place?: number
  readonly lease?: MemoryLease
  readonly answer?: Answer
  readonly text?: string | undefined
}

export interface MemoryLease {
  /** Nobody else may claim it before this time. */
  readonly until: number
  /** Who works on it, and until when the lease is valid without a renewal. */
  readonly held?: { readonly worker: string; readonly milliseconds: number }
}

/** Items by visit, in the order they were made. Changes of a failed commit are undone. */
export interface MemoryItems {
  get(key: ItemKey): MemoryItem | undefined
  put(item: MemoryItem): void
  of(run: string, step: string, round: number): readonly MemoryItem[]
  queue(): readonly MemoryItem[]
  nextPlace(): number
  keep(): void
  takeBack(): void
}

export function openMemoryItems(): MemoryItems {
  const visits = new Map<string, Map<string, MemoryItem>>()
  const queued = new Map<string, MemoryItem>()
  const undo: (() => void)[] = []
  let places = 0
  const toVisitKey = (run: string, step: string, round: number) => JSON.stringify([run, step, round])
  const set = ({ run, step, round, item }: ItemKey, made: MemoryItem | undefined) => {
    const visit = visits.get(toVisitKey(run, step, round)) ?? new Map<string, MemoryItem>()
    visits.set(toVisitKey(run, step, round), visit)
    if (made === undefined) visit.delete(item)
    else visit.set(item, made)
    const id = JSON.stringify([run, step, round, item])
    if (made?.place === undefined) queued.delete(id)
    else queued.set(id, made)
  }
  const get = ({ run, step, round, item }: ItemKey) => visits.get(toVisitKey(run, step, round))?.get(item)
  return {
    get,
    put(item) {
      const before = get(item.key)
      undo.push(() => set(item.key, before))
      set(item.key, item)
    },
    of: (run, step, round) => [...(visits.get(toVisitKey(run, step, round))?.values() ?? [])],
    queue: () => [...queued.values()].sort((a, b) => (a.place ?? 0) - (b.place ?? 0)),
    nextPlace: () => ++places,
    keep: () => void undo.splice(0),
    takeBack() {
      for (const back of undo.splice(0).reverse()) back()
    },
  }
}

/** The key of an invalid lease, if that prevents the change. */
export function applyChange(
  items: MemoryItems,
  run: { id: string; root: string },
  change: Change,
): ItemKey | undefined {
  if (change.kind === "all") {
    for (const item of items.of(run.id, change.step, change.round)) {
      const { status } = item
      if (status !== undefined && movesFrom[change.as].includes(status)) items.put(moveItem(items, item, change.as))
    }
    return undefined
  }
  const key = { run: run.id, ...change.item }
  const found = items.get(key)
  switch (change.kind) {
    case "ask": {
      if (found !== undefined) throw new Error(`${key.item} is asked for already`)
      const { request } = change
      items.put(moveItem(items, { key, root: run.root, request, epoch: 0, tried: 0 }, change.status))
      return undefined
    }
    case "keep":
      if (found !== undefined) throw new Error(`${key.item} is answered already`)
      items.put({ key, root: run.root, epoch: 0, tried: 0, ...splitAnswer(change.answer) })
      return undefined
    case "answer":
    case "cancel": {
      if (found?.status === undefined) throw new Error(`nobody was asked for ${key.item}`)
      if (!maySettle(found, change.epoch)) return key
      const as = change.kind === "answer" ? "answered" : "cancelled"
      items.put({ ...moveItem(items, found, as), ...(change.kind === "answer" ? splitAnswer(change.answer) : {}) })
      return undefined
    }
  }
}

/** A settled dispatch is not settled again; under a lease, only while the lease is the latest. */
function maySettle({ status, epoch }: MemoryItem, lease: number | undefined): boolean {
  if (status === "answered" || status === "cancelled") return false
  return lease === undefined || (status === "leased" && epoch === lease)
}

/** Only dispatches that may be claimed, or are claimed, are in the queue. */
export function moveItem(items: MemoryItems, item: MemoryItem, status: DispatchStatus): MemoryItem {
  const { place, lease: _lease, ...rest } = item
  const isQueued = (status === "open" || status === "leased") && item.request?.ask.kind !== "run"
  return { ...rest, status, ...(isQueued ? { place: place ?? items.nextPlace() } : {}) }
}

function splitAnswer({ text, ...answer }: NewAnswer): Pick<MemoryItem, "answer" | "text"> {
  return { answer, text: text === undefined ? undefined : asUtf8(text) }
}

/** Half of a surrogate pair cannot be written as UTF-8; it becomes U+FFFD, as in every file. */
function asUtf8(text: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}

export function toItem({ key, root, request, status, epoch, tried, answer }: MemoryItem): Item {
  return {
    dispatch:
      request === undefined || status === undefined ? undefined : { ...key, root, ...request, status, epoch, tried },
    result: answer === undefined ? undefined : { ...key, ...answer },
  }
}

export function selectItems(items: MemoryItems, { run, items: wanted }: Wanted): readonly Item[] {
  if (wanted === undefined) return []
  const { step, round, item } = wanted
  const found = items.of(run, step, round)
  return (item === undefined ? found : found.filter(({ key }) => key.item === item)).map(toItem)
}

export function selectTexts(items: MemoryItems, { run, texts = [] }: Wanted): readonly AnswerText[] {
  return texts.flatMap(({ step, round, item }) =>
    items.of(run, step, round).flatMap(({ key, answer, text }) => {
      if (answer === undefined || (item !== ALL_ITEMS && key.item !== item)) return []
      const { agent, outcome, body } = answer
      return [{ step, round, item: key.item, agent, outcome, body, text }]
    }),
  )
}
