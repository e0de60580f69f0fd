import type {
  EventRow,
  ItemKey,
  NewDispatch,
  NewResult,
  NewRun,
  QuestionRow,
  RunChange,
  RunCommit,
  RunProgress,
  RunStore,
  ValueRow,
  VisitRow,
} from "../../ports/run-store.ts"
import { same } from "./check.ts"

export function newRun(id: string, more: Partial<NewRun> = {}): NewRun {
  return {
    id,
    workflow: "review",
    definition: hex("d"),
    params: '{"path":"src"}',
    root: id,
    project: "/project",
    branch: "main",
    allow: [],
    started: 1000,
    ...more,
  }
}

export function progress(more: Partial<RunProgress> = {}): RunProgress {
  return {
    status: "running",
    step: "build",
    round: 1,
    updated: 1000,
    budget: {},
    spent: { agents: 0, tokens: 0, money: 0 },
    events: 0,
    chain: "",
    visited: 0,
    ...more,
  }
}

/** A commit that makes a run and does this to it. */
export function creation(made: NewRun, ...changes: readonly RunChange[]): RunCommit {
  return {
    run: made.id,
    seq: -1,
    changes: [{ kind: "create", run: made }, { kind: "run", set: progress() }, ...changes],
  }
}

export async function created(store: RunStore, id: string, ...changes: readonly RunChange[]): Promise<void> {
  same(await store.commit([creation(newRun(id), ...changes)]), { kind: "committed" }, "the first commit")
}

/** Commits to a run as it is. */
export async function change(store: RunStore, run: string, ...changes: readonly RunChange[]) {
  const seq = (await store.run(run))?.seq ?? -1
  return store.commit([{ run, seq, changes }])
}

export function visit(step: string, round: number, more: Partial<VisitRow> = {}): VisitRow {
  return { step, round, number: 1, entered: 1000, inputs: {}, digest: hex("1"), total: 1, ok: 0, failed: 0, ...more }
}

export function entering(step: string, round: number, more: Partial<VisitRow> = {}): RunChange {
  return { kind: "enter", visit: visit(step, round, more) }
}

export function key(run: string, step: string, item = "-"): ItemKey {
  return { run, step, round: 1, item }
}

export function result(of: ItemKey, more: Partial<NewResult> = {}): NewResult {
  return { ...of, outcome: "ok", agent: "writer", report: hex("2"), inputs: hex("3"), by: "someone", at: 2000, ...more }
}

export function dispatch(of: ItemKey, more: Partial<NewDispatch> = {}): NewDispatch {
  return {
    ...of,
    root: of.run,
    agent: "writer",
    ask: { kind: "prompt", prompt: `do ${of.item}` },
    inputs: hex("3"),
    status: "open",
    tries: 3,
    ...more,
  }
}

export function dispatching(of: ItemKey, more: Partial<NewDispatch> = {}): RunChange {
  return { kind: "dispatch", dispatch: dispatch(of, more) }
}

export function question(run: string, id: string, more: Partial<QuestionRow> = {}): QuestionRow {
  return {
    run,
    root: run,
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

export function event(seq: number, more: Partial<EventRow> = {}): EventRow {
  return { seq, at: 1000 + seq, kind: "entered", data: `{"seq":${seq}}`, hash: hex(String(seq % 10)), ...more }
}

export function value(name: string, more: Partial<ValueRow> = {}): ValueRow {
  return { name, step: "build", round: 1, item: "-", digest: hex("4"), ...more }
}

export function hex(digit: string): string {
  return digit.repeat(64)
}
