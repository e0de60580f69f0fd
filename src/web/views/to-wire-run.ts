import type { WireChanges, WireItem, WireMemory, WireRun, WireStep, WireStepPage, WireVisit } from "@skillet/dashboard"
import type { MemoryRecord } from "../../orchestrate/memory-record.ts"
import { describeChanges } from "../../run/changes/changes.ts"
import { describeRunState } from "../../run/describe-state.ts"
import { renderXml } from "../../run/directive/xml/render-xml.ts"
import type { PastVisit } from "../../run/history/replay-visits.ts"
import type { ShownVisit, VisitItem } from "../../run/history/show-visit.ts"
import type { Dispatch, Run } from "../../run/model.ts"
import type { RunChanges } from "../../skillet/open-skillet-runs.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import { cutLine, cutText } from "./cut-text.ts"

export function toWireRun(run: Run, now: number): WireRun {
  const { id, workflow, step, round, because, branch, started, updated, visited, spent, parent } = run
  return {
    id,
    workflow,
    state: describeRunState(run, now),
    step,
    round,
    because: because === undefined ? undefined : cutLine(because),
    branch,
    started,
    updated,
    visited,
    ...spent,
    questions: run.questions.filter(({ answer }) => answer === undefined).length,
    parent: parent && { run: parent.run, step: parent.step, round: parent.round },
  }
}

export function toWireVisit({
  number,
  step,
  round,
  entered,
  left,
  outcome,
  because,
  total,
  ok,
  failed,
  loop,
}: PastVisit): WireVisit {
  return {
    number,
    step,
    round,
    entered,
    left,
    outcome,
    because: because === undefined ? undefined : cutLine(because),
    total,
    ok,
    failed,
    iteration: loop?.iteration,
  }
}

export function toWireSteps({ steps }: Workflow): readonly WireStep[] {
  return steps.map(({ id, title, kind, phase, next, onError }) => ({
    id,
    title: cutLine(title),
    kind,
    phase,
    next: [
      ...Object.entries(next).flatMap(([outcome, to]) => (to === undefined ? [] : [{ outcome, to }])),
      ...(onError === undefined ? [] : [{ outcome: "error", to: onError }]),
    ],
  }))
}

export function toWireStepPage(
  { visit, directive, inputs, items }: ShownVisit,
  { run }: { readonly run: string },
): Omit<WireStepPage, "memory"> {
  return {
    step: visit.step,
    round: visit.round,
    kind: directive.kind,
    title: cutLine(directive.title),
    directive: cutText(renderXml(directive)),
    inputs: inputs.map(({ name, source, text }) => ({
      name,
      from: `${source.step} (round ${source.round})${source.item === "-" ? "" : `, ${source.item}`}`,
      value: cutText(text),
      answer: text === undefined ? undefined : { step: source.step, round: source.round, item: source.item },
    })),
    evidence: visit.evidence === undefined ? undefined : cutText(visit.evidence),
    because: visit.because,
    items: items.map(toWireItem),
    questions: (visit.asked ?? []).map(({ text, answer }) => ({
      text,
      answer: answer?.answers.join(", "),
      by: answer?.by,
      reason: answer?.reason,
    })),
    command: `skillet run show ${run} --step ${visit.step} --round ${visit.round}`,
  }
}

export function toWireMemory({ memory_file: file, agent, status, verdict, hash, text }: MemoryRecord): WireMemory {
  return { file: cutLine(file), agent, status, verdict, hash, text: cutText(text) }
}

/** Of the many items of a fan-out, each text is cut shorter; the page asks for one alone to see it whole. */
const MOST_ITEM = 60_000

function toWireItem({ item, dispatch, result, text }: VisitItem): WireItem {
  const { usage } = result ?? {}
  return {
    item,
    agent: dispatch?.agent ?? result?.agent ?? "",
    status: dispatch?.status ?? "answered",
    tried: dispatch?.tried ?? 0,
    prompt: dispatch === undefined ? undefined : readPrompt(dispatch),
    childRun: dispatch?.ask.kind === "run" ? dispatch.ask.run : undefined,
    outcome: result?.outcome,
    by: result?.by,
    at: result?.at,
    reused: result?.reused,
    output: text === undefined ? undefined : cutText(text, MOST_ITEM),
    tokensIn: usage?.tokensIn,
    tokensOut: usage?.tokensOut,
    money: usage?.money,
  }
}

function readPrompt({ ask }: Dispatch): WireItem["prompt"] {
  switch (ask.kind) {
    case "prompt":
    case "run":
      return cutText(ask.prompt, MOST_ITEM)
    case "command":
      return cutText(`$ ${ask.command}`)
    case "inspect":
      return cutText(`skillet ${ask.what} ${ask.path}`)
    case "step":
      return undefined
  }
}

export function toWireChanges(
  { isRecorded, changes }: RunChanges,
  { run, step, round }: { readonly run: string; readonly step: string; readonly round: number },
): WireChanges {
  return {
    isRecorded,
    changes: changes.slice(-MOST_CHANGES).map((one) => ({
      item: one.item,
      cause: one.cause,
      since: one.since,
      at: one.at,
      unknown: one.unknown,
      summary: describeChanges(one),
      total: one.total,
      files: one.files.map((file) => ({ ...file, path: cutLine(file.path) })),
      patch: cutText(one.patch),
      leftOut: one.leftOut,
    })),
    command: `skillet run diff ${run} --step ${step} --round ${round}`,
  }
}

const MOST_CHANGES = 100
