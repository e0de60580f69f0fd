import type { ItemKey } from "../../agents/agent-driver.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Change, ItemRef, NewAnswer, AskedQuestion, Request, Run, RunHead, RunStart } from "../../run/model.ts"
import type { CommitRecord } from "../../run/store.ts"
import type { CommitResult, RunCommit, RunStore } from "../../run/store.ts"
import { same } from "./same.ts"

/** Small runs, heads and changes to test a store with. */

export function newRun(id: string, more: Partial<RunStart> = {}): RunStart {
  return {
    id,
    workflow: "review",
    definition: hex("d"),
    params: '{"path":"src"}',
    root: id,
    project: "/project",
    branch: "main",
    permissions: { rules: [], grants: [] },
    started: 1000,
    ...more,
  }
}

export function head(more: Partial<RunHead> = {}): RunHead {
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

export function record(seq: number, more: Partial<CommitRecord> = {}): CommitRecord {
  return {
    seq,
    at: 1000 + seq,
    events: `[{"kind":"entered","data":{"seq":${seq}}}]`,
    hash: hex(String(seq % 10)),
    ...more,
  }
}

/** A commit that creates a run and makes these changes. */
export function creation(start: RunStart, changes: readonly Change[] = [], more: Partial<RunHead> = {}): RunCommit {
  return { run: start.id, seq: 0, start, head: head({ ...placeOf(changes), ...more }), record: record(1), changes }
}

/** A run is at the step that it asks for. */
function placeOf(changes: readonly Change[]): Partial<RunHead> {
  const asked = changes.find((change) => change.kind === "ask")
  return asked?.kind === "ask" ? { step: asked.item.step, round: asked.item.round } : {}
}

export async function created(store: RunStore, id: string, ...changes: readonly Change[]): Promise<void> {
  same(await store.commit({ runs: [creation(newRun(id), changes)] }), { kind: "committed" }, "the first commit")
}

/** A commit to a run as it was read. */
export function next(run: Run, changes: readonly Change[] = [], more: Partial<RunHead> = {}): RunCommit {
  return {
    run: run.id,
    seq: run.seq,
    head: head({ step: run.step, round: run.round, ...more }),
    record: record(run.seq + 1),
    changes,
  }
}

/** Commits to a run as it is. */
export async function change(store: RunStore, run: string, ...changes: readonly Change[]): Promise<CommitResult> {
  return store.commit({ runs: [next(await found(store, run), changes)] })
}

export async function found(store: RunStore, run: string): Promise<Run> {
  const loaded = await store.load({ run })
  if (loaded === undefined) throw new Error(`there is no run ${run}`)
  return loaded.run
}

export function key(run: string, step: string, item = "-"): ItemKey {
  return { run, step, round: 1, item }
}

export function ref(step: string, item = "-", round = 1): ItemRef {
  return { step, round, item }
}

export function request(item: string, more: Partial<Request> = {}): Request {
  return { agent: "writer", ask: { kind: "prompt", prompt: `do ${item}` }, inputs: hex("3"), tries: 3, ...more }
}

export function asking(item: ItemRef, more: Partial<Request> & { readonly status?: "open" | "held" } = {}): Change {
  const { status = "open", ...rest } = more
  return { kind: "ask", item, status, request: request(item.item, rest) }
}

export function answer(more: Partial<NewAnswer> = {}): NewAnswer {
  const { text } = more
  const body = text === undefined ? undefined : { digest: sha256(text), bytes: new TextEncoder().encode(text).length }
  return { outcome: "ok", agent: "writer", inputs: hex("3"), by: "someone", at: 2000, body, ...more }
}

export function answering(
  item: ItemRef,
  more: Partial<NewAnswer> & { readonly epoch?: number | undefined } = {},
): Change {
  const { epoch, ...rest } = more
  return { kind: "answer", item, answer: answer(rest), epoch }
}

export function keeping(item: ItemRef, more: Partial<NewAnswer> = {}): Change {
  return { kind: "keep", item, answer: answer(more) }
}

export function question(id: string, more: Partial<AskedQuestion> = {}): AskedQuestion {
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

export function hex(digit: string): string {
  return digit.repeat(64)
}
