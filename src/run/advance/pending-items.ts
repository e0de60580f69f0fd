import { ALL_ITEMS, type Change, type Dispatch, type Item, type ItemRef, type NewAnswer, type Run } from "../model.ts"
import type { AnswerText, RunStore, Wanted } from "../store.ts"

/**
 * The items of a run while a commit is made.
 *
 * 1. A changed item is seen as changed, whether it was read before or not.
 * 2. Nothing is read twice.
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
}

interface Read {
  readonly wanted: Wanted["items"]
  readonly loaded: readonly Item[]
}

/** Another commit came first: what is read now does not match what was read before. */
export class RunMoved extends Error {}

/** The items of a stored run. `isStill` says whether the run must not have moved since it was read. */
export function storedItems(
  run: Run,
  { store, isStill }: { readonly store: Pick<RunStore, "load">; isStill(): boolean },
  read?: Read,
): PendingItems {
  const load: Load = async (wanted) => {
    const loaded = await store.load({ run: run.id, ...wanted })
    if (isStill() && loaded?.run.seq !== run.seq) throw new RunMoved(`run ${run.id} moved`)
    return loaded
  }
  return pendingItems(run, load, read)
}

/** The items of a run that starts with this commit: none of them is stored yet. */
export function newItems(run: Run): PendingItems {
  return pendingItems(run, async () => undefined)
}

type Load = (wanted: Omit<Wanted, "run">) => ReturnType<RunStore["load"]>

function pendingItems(run: Run, load: Load, read?: Read): PendingItems {
  const stored = new Map<string, Item>()
  /** The items of visits that were read completely, in their order. */
  const whole = new Map<string, readonly ItemRef[]>()
  const wholeTexts = new Set<string>()
  const said = new Map<string, AnswerText>()
  const changes: Change[] = []
  if (read?.wanted !== undefined) take(read.wanted, read.loaded)

  function take(wanted: NonNullable<Wanted["items"]>, loaded: readonly Item[]): void {
    for (const item of loaded) stored.set(keyOf(refOf(item)), item)
    if (wanted.item === undefined) whole.set(visitOf(wanted), loaded.map(refOf))
    else if (loaded.length === 0) stored.set(keyOf({ ...wanted, item: wanted.item }), {})
  }

  async function readVisit(step: string, round: number): Promise<void> {
    if (whole.has(visitOf({ step, round }))) return
    take({ step, round }, (await load({ items: { step, round } }))?.items ?? [])
  }

  async function readTexts(refs: readonly ItemRef[]): Promise<void> {
    const missing = refs.filter((ref) => !said.has(keyOf(ref)) && !wholeTexts.has(visitOf(ref)))
    if (missing.length === 0) return
    for (const text of (await load({ texts: missing }))?.texts ?? []) said.set(keyOf(text), text)
    for (const ref of missing) if (ref.item === ALL_ITEMS) wholeTexts.add(visitOf(ref))
  }

  function nowAt(ref: ItemRef): Item {
    const meant = changes.filter((change) => isAbout(change, ref))
    return meant.reduce((item, change) => changed(run, item, change), stored.get(keyOf(ref)) ?? {})
  }

  return {
    changes,
    apply: (change) => void changes.push(change),
    async one(ref) {
      const known = stored.get(keyOf(ref))
      if (known === undefined && !whole.has(visitOf(ref)))
        take({ ...ref }, (await load({ items: { ...ref } }))?.items ?? [])
      const now = nowAt(ref)
      return isEmpty(now) ? undefined : now
    },
    async all(step, round) {
      await readVisit(step, round)
      const kept = whole.get(visitOf({ step, round })) ?? []
      const changed = changes.flatMap((change) => ("item" in change ? [change.item] : []))
      const made = changed.filter((ref) => ref.step === step && ref.round === round)
      const once = [...new Map([...kept, ...made].map((ref) => [keyOf(ref), ref])).values()]
      return once.map(nowAt)
    },
    async texts(refs) {
      const given = changes.flatMap((change) => answerIn(change))
      const isGiven = (ref: ItemRef) => given.some((one) => keyOf(one) === keyOf(ref))
      await readTexts(refs.filter((ref) => !isGiven(ref)))
      // After the commit the store has the answer too; it still counts once.
      const once = new Map([...said.values(), ...given].map((one) => [keyOf(one), one]))
      return [...once.values()].filter((one) => refs.some((ref) => covers(ref, one)))
    },
  }
}

function covers(ref: ItemRef, one: ItemRef): boolean {
  return ref.step === one.step && ref.round === one.round && (ref.item === ALL_ITEMS || ref.item === one.item)
}

function answerIn(change: Change): readonly AnswerText[] {
  if (change.kind !== "answer" && change.kind !== "keep") return []
  const { agent, outcome, body, text } = change.answer
  const { step, round, item } = change.item
  return [{ step, round, item, agent, outcome, body, text }]
}

function isAbout(change: Change, ref: ItemRef): boolean {
  if (change.kind !== "all") return keyOf(change.item) === keyOf(ref)
  return change.step === ref.step && change.round === ref.round
}

/** An item after a change. */
function changed(run: Run, item: Item, change: Change): Item {
  const { dispatch } = item
  if (change.kind === "all") return dispatch === undefined ? item : { ...item, dispatch: settled(dispatch, change.as) }
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
function settled(dispatch: Dispatch, as: "open" | "held" | "cancelled"): Dispatch {
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

function refOf({ dispatch, result }: Item): ItemRef {
  const of = dispatch ?? result
  if (of === undefined) throw new Error("an item without request and answer")
  return { step: of.step, round: of.round, item: of.item }
}

function keyOf({ step, round, item }: ItemRef): string {
  return `${visitOf({ step, round })}${item}`
}

function visitOf({ step, round }: Pick<ItemRef, "step" | "round">): string {
  return `${step}\n${round}\n`
}
