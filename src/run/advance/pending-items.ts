import { ALL_ITEMS, type Change, type Dispatch, type Item, type ItemRef, type NewAnswer, type Run } from "../model.ts"
import type { AnswerText, Loaded, RunStore, Wanted } from "../store.ts"

/**
 * The items of a run while a commit is made.
 *
 * 1. A changed item is seen as changed, whether it was read before or not.
 * 2. Nothing is read twice, and nothing is read of a visit that began after the run was read.
 * 3. Everything that a decision is based on comes from one moment: if the run has moved since it was read, reading
 *    throws `RunMoved`.
 */
export interface PendingItems {
  readonly changes: readonly Change[]
  apply(change: Change): void
  one(ref: ItemRef): Promise<Item | undefined>
  /** In the order in which they were requested. */
  all(step: string, round: number): Promise<readonly Item[]>
  /** The answers; with `*` all answers of a visit. */
  texts(refs: readonly ItemRef[]): Promise<readonly AnswerText[]>
  /** The items after the commit of these changes: what was read or changed is not read again. */
  committed(run: Run, from: StoredFrom): PendingItems
}

/** What was read with the run itself. */
interface Read extends Pick<Wanted, "items" | "texts"> {
  readonly loaded: Pick<Loaded, "items" | "texts">
}

/** Where a run is stored. `isStill` says whether it must not have moved since it was read. */
export interface StoredFrom {
  readonly store: Pick<RunStore, "load">
  isStill(): boolean
}

/** Another commit came first: what is read now does not match what was read before. */
export class RunMoved extends Error {}

/** The items of a stored run. */
export function openStoredItems(run: Run, from: StoredFrom, read?: Read): PendingItems {
  return pendingItems(run, openLoad(run, from), makeKnown(read))
}

/** The items of a run that starts with this commit: none of them is stored yet. */
export function openNewItems(run: Run): PendingItems {
  return pendingItems(run, async () => undefined, makeKnown())
}

type Load = (wanted: Omit<Wanted, "run">) => ReturnType<RunStore["load"]>

function openLoad(run: Run, { store, isStill }: StoredFrom): Load {
  return async (wanted) => {
    const loaded = await store.load({ run: run.id, ...wanted })
    if (isStill() && loaded?.run.seq !== run.seq) throw new RunMoved(`run ${run.id} moved`)
    return loaded
  }
}

/** What is known of the stored items. */
interface Known {
  readonly stored: Map<string, Item>
  /** The items of visits that were read completely, in their order. */
  readonly whole: Map<string, readonly ItemRef[]>
  readonly wholeTexts: Set<string>
  readonly said: Map<string, AnswerText>
}

function makeKnown({ items, texts = [], loaded }: Partial<Read> = {}): Known {
  const known: Known = { stored: new Map(), whole: new Map(), wholeTexts: new Set(), said: new Map() }
  if (items !== undefined) take(known, items, loaded?.items ?? [])
  takeTexts(known, texts, loaded?.texts ?? [])
  return known
}

function take({ stored, whole }: Known, wanted: NonNullable<Wanted["items"]>, loaded: readonly Item[]): void {
  for (const item of loaded) stored.set(toItemKey(toItemRef(item)), item)
  if (wanted.item === undefined) whole.set(toVisitKey(wanted), loaded.map(toItemRef))
  else if (loaded.length === 0) stored.set(toItemKey({ ...wanted, item: wanted.item }), {})
}

function takeTexts({ said, wholeTexts }: Known, wanted: readonly ItemRef[], loaded: readonly AnswerText[]): void {
  for (const text of loaded) said.set(toItemKey(text), text)
  for (const ref of wanted) if (ref.item === ALL_ITEMS) wholeTexts.add(toVisitKey(ref))
}

function pendingItems(run: Run, load: Load, known: Known): PendingItems {
  const { stored, whole, wholeTexts, said } = known
  const changes: Change[] = []

  /** A visit that began after the run was read has no stored items. */
  const isNew = ({ step, round }: Pick<ItemRef, "step" | "round">) => round > countRounds(run, step)

  async function readVisit(step: string, round: number): Promise<void> {
    if (whole.has(toVisitKey({ step, round })) || isNew({ step, round })) return
    take(known, { step, round }, (await load({ items: { step, round } }))?.items ?? [])
  }

  async function readTexts(refs: readonly ItemRef[]): Promise<void> {
    const missing = refs.filter((ref) => !said.has(toItemKey(ref)) && !wholeTexts.has(toVisitKey(ref)) && !isNew(ref))
    if (missing.length === 0) return
    takeTexts(known, missing, (await load({ texts: missing }))?.texts ?? [])
  }

  /** The items of a visit that was read completely, with those that the changes add. */
  function listRefs(visit: string, kept: readonly ItemRef[]): readonly ItemRef[] {
    const changed = changes.flatMap((change) => ("item" in change ? [change.item] : []))
    const made = changed.filter((ref) => toVisitKey(ref) === visit)
    return [...new Map([...kept, ...made].map((ref) => [toItemKey(ref), ref])).values()]
  }

  function computeItem(ref: ItemRef): Item {
    const meant = changes.filter((change) => concerns(change, ref))
    return meant.reduce((item, change) => changed(run, item, change), stored.get(toItemKey(ref)) ?? {})
  }

  return {
    changes,
    apply: (change) => void changes.push(change),
    async one(ref) {
      if (!stored.has(toItemKey(ref)) && !whole.has(toVisitKey(ref)) && !isNew(ref))
        take(known, { ...ref }, (await load({ items: { ...ref } }))?.items ?? [])
      const now = computeItem(ref)
      return isEmpty(now) ? undefined : now
    },
    async all(step, round) {
      await readVisit(step, round)
      const visit = toVisitKey({ step, round })
      return listRefs(visit, whole.get(visit) ?? []).map(computeItem)
    },
    async texts(refs) {
      const given = changes.flatMap((change) => pickAnswer(change))
      const isGiven = (ref: ItemRef) => given.some((one) => toItemKey(one) === toItemKey(ref))
      await readTexts(refs.filter((ref) => !isGiven(ref)))
      // After the commit the store has the answer too; it still counts once.
      const once = new Map([...said.values(), ...given].map((one) => [toItemKey(one), one]))
      return [...once.values()].filter((one) => refs.some((ref) => covers(ref, one)))
    },
    committed(then, from) {
      const begun = listNewVisits(run, then).map(toVisitKey)
      const read = [...whole, ...begun.map((visit) => [visit, []] as const)]
      const visits = read.map(([visit, kept]) => [visit, listRefs(visit, kept)] as const)
      const alone = [...stored.values()].filter((item) => !isEmpty(item)).map(toItemRef)
      const refs = [...alone, ...visits.flatMap(([, inVisit]) => inVisit)]
      const answers = changes.flatMap(pickAnswer).map((one) => [toItemKey(one), one] as const)
      return pendingItems(then, openLoad(then, from), {
        stored: new Map(refs.map((ref) => [toItemKey(ref), computeItem(ref)])),
        whole: new Map(visits),
        wholeTexts: new Set([...wholeTexts, ...begun]),
        said: new Map([...said, ...answers]),
      })
    },
  }
}

function countRounds({ rounds }: Pick<Run, "rounds">, step: string): number {
  return Object.hasOwn(rounds, step) ? (rounds[step] ?? 0) : 0
}

/** The visits that began between two states of a run. */
function listNewVisits(before: Run, then: Run): readonly Pick<ItemRef, "step" | "round">[] {
  return Object.entries(then.rounds).flatMap(([step, last]) => {
    const first = countRounds(before, step) + 1
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({ step, round: first + at }))
  })
}

function covers(ref: ItemRef, one: ItemRef): boolean {
  return ref.step === one.step && ref.round === one.round && (ref.item === ALL_ITEMS || ref.item === one.item)
}

function pickAnswer(change: Change): readonly AnswerText[] {
  if (change.kind !== "answer" && change.kind !== "keep") return []
  const { agent, outcome, body, text } = change.answer
  const { step, round, item } = change.item
  return [{ step, round, item, agent, outcome, body, text }]
}

function concerns(change: Change, ref: ItemRef): boolean {
  if (change.kind !== "all") return toItemKey(change.item) === toItemKey(ref)
  return change.step === ref.step && change.round === ref.round
}

/** An item after a change. */
function changed(run: Run, item: Item, change: Change): Item {
  const { dispatch } = item
  if (change.kind === "all")
    return dispatch === undefined ? item : { ...item, dispatch: settleDispatch(dispatch, change.as) }
  const key = { run: run.id, ...change.item }
  switch (change.kind) {
    case "ask":
      return { dispatch: { ...key, root: run.root, ...change.request, status: change.status, epoch: 0, tried: 0 } }
    case "answer":
      return {
        dispatch: dispatch === undefined ? undefined : { ...dispatch, status: "answered" },
        result: { ...key, ...withoutText(change.answer) },
      }
    case "keep":
      return { ...item, result: { ...key, ...withoutText(change.answer) } }
    case "cancel":
      return { ...item, dispatch: dispatch === undefined ? undefined : { ...dispatch, status: "cancelled" } }
  }
}

/** What happens to a dispatch when all unanswered ones of its visit are opened, held or cancelled. */
function settleDispatch(dispatch: Dispatch, as: "open" | "held" | "cancelled"): Dispatch {
  return movesFrom[as].includes(dispatch.status) ? { ...dispatch, status: as } : dispatch
}

/** Which dispatches each of these changes applies to. */
export const movesFrom: Readonly<Record<"open" | "held" | "cancelled", readonly Dispatch["status"][]>> = {
  open: ["held"],
  held: ["open"],
  cancelled: ["open", "held", "leased"],
}

function withoutText({ text: _text, ...answer }: NewAnswer) {
  return answer
}

function isEmpty({ dispatch, result }: Item): boolean {
  return dispatch === undefined && result === undefined
}

function toItemRef({ dispatch, result }: Item): ItemRef {
  const of = dispatch ?? result
  if (of === undefined) throw new Error("an item without request and answer")
  return { step: of.step, round: of.round, item: of.item }
}

function toItemKey({ step, round, item }: ItemRef): string {
  return `${toVisitKey({ step, round })}${item}`
}

function toVisitKey({ step, round }: Pick<ItemRef, "step" | "round">): string {
  return `${step}\n${round}\n`
}
