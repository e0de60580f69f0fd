import type { ItemKey } from "../../agents/agent-driver.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Change, ItemRef, NewAnswer, AskedQuestion, Request, Run, RunHead, RunStart } from "../../run/model.ts"
import type { CommitRecord } from "../../run/store.ts"
import type { CommitResult, RunCommit, RunStore } from "../../run/store.ts"
import { expectSame } from "./expectations.ts"

/** Small runs, heads and changes to test a store with. */

export function makeRunStart(id: string, more: Partial<RunStart> = {}): RunStart {
  return {
    id,
    workflow: "review",
    definition: makeDigest("d"),
    params: '{"path":"src"}',
    root: id,
    project: "/project",
    branch: "main",
    permissions: { rules: [], grants: [] },
    started: 1000,
    ...more,
  }
}

export function makeHead(more: Partial<RunHead> = {}): RunHead {
  return {
    status: "running",
    step: "build",
    round: 1,
    updated: 1000,
    budget: {},
    spent: { agents: 0, tokens: 0, money: 0 },
    visited: 0,
    rounds: {},
    loops: {},
    values: {},
    questions: [],
    events: 0,
    chain: "",
    ...more,
  }
}

export function makeRecord(seq: number, more: Partial<CommitRecord> = {}): CommitRecord {
  return {
    seq,
    at: 1000 + seq,
    events: `[{"kind":"entered","data":{"seq":${seq}}}]`,
    hash: makeDigest(String(seq % 10)),
    ...more,
  }
}

/** A commit that creates a run and makes these changes. */
export function makeFirstCommit(
  start: RunStart,
  changes: readonly Change[] = [],
  more: Partial<RunHead> = {},
): RunCommit {
  return {
    run: start.id,
    seq: 0,
    start,
    head: makeHead({ ...findAskedStep(changes), ...more }),
    record: makeRecord(1),
    changes,
  }
}

/** A run is at the step that it asks for. */
function findAskedStep(changes: readonly Change[]): Partial<RunHead> {
  const asked = changes.find((change) => change.kind === "ask")
  return asked?.kind === "ask" ? { step: asked.item.step, round: asked.item.round } : {}
}

export async function commitNewRun(store: RunStore, id: string, ...changes: readonly Change[]): Promise<void> {
  expectSame(
    await store.commit({ runs: [makeFirstCommit(makeRunStart(id), changes)] }),
    { kind: "committed" },
    "the first commit",
  )
}

/** A commit to a run as it was read. */
export function makeNextCommit(run: Run, changes: readonly Change[] = [], more: Partial<RunHead> = {}): RunCommit {
  return {
    run: run.id,
    seq: run.seq,
    head: makeHead({ step: run.step, round: run.round, ...more }),
    record: makeRecord(run.seq + 1),
    changes,
  }
}

/** Commits to a run as it is. */
export async function change(store: RunStore, run: string, ...changes: readonly Change[]): Promise<CommitResult> {
  return store.commit({ runs: [makeNextCommit(await loadExistingRun(store, run), changes)] })
}

export async function loadExistingRun(store: RunStore, run: string): Promise<Run> {
  const loaded = await store.load({ run })
  if (loaded === undefined) throw new Error(`there is no run ${run}`)
  return loaded.run
}

export function makeItemKey(run: string, step: string, item = "-"): ItemKey {
  return { run, step, round: 1, item }
}

export function makeItemRef(step: string, item = "-", round = 1): ItemRef {
  return { step, round, item }
}

export function makeRequest(item: string, more: Partial<Request> = {}): Request {
  return { agent: "writer", ask: { kind: "prompt", prompt: `do ${item}` }, inputs: makeDigest("3"), tries: 3, ...more }
}

export function makeAskChange(
  item: ItemRef,
  more: Partial<Request> & { readonly status?: "open" | "held" } = {},
): Change {
  const { status = "open", ...rest } = more
  return { kind: "ask", item, status, request: makeRequest(item.item, rest) }
}

export function makeAnswer(more: Partial<NewAnswer> = {}): NewAnswer {
  const { text } = more
  const body = text === undefined ? undefined : { digest: sha256(text), bytes: new TextEncoder().encode(text).length }
  return { outcome: "ok", agent: "writer", inputs: makeDigest("3"), by: "someone", at: 2000, body, ...more }
}

export function makeAnswerChange(
  item: ItemRef,
  more: Partial<NewAnswer> & { readonly epoch?: number | undefined } = {},
): Change {
  const { epoch, ...rest } = more
  return { kind: "answer", item, answer: makeAnswer(rest), epoch }
}

export function makeKeepChange(item: ItemRef, more: Partial<NewAnswer> = {}): Change {
  return { kind: "keep", item, answer: makeAnswer(more) }
}

export function makeQuestion(id: string, more: Partial<AskedQuestion> = {}): AskedQuestion {
  return {
    step: "ask",
    round: 1,
    id,
    kind: "step",
    text: `${id}?`,
    options: [{ label: "yes" }],
    multiple: false,
    urgency: 0,
    asked: 1000,
    ...more,
  }
}

export function makeDigest(digit: string): string {
  return digit.repeat(64)
}
