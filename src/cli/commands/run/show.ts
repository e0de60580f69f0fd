import { type AskedAgent, agentsOf } from "../../../run/io/agents/agents-of.ts"
import { type ShownRun, showRun } from "../../../run/io/show-run.ts"
import { passedActions, resultActions } from "../../../run/run-result.ts"
import { findRun } from "../../../run/engine.ts"
import { historyOf } from "../../../run/history.ts"
import { latestRound } from "../../../run/model.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { counted, grouped } from "../../../text/grouped.ts"
import { visibleLine, visibleText } from "../../../text/visible-text.ts"
import { defineCommand } from "../../parsing/command.ts"
import { hint } from "../../hint.ts"
import type { Io } from "../../io.ts"
import { styled } from "../../terminal/style.ts"
import { withRuns } from "./open.ts"
import { answerHint } from "./answer-hint.ts"
import { ago, dollars } from "./amounts.ts"

export const runShow = defineCommand({
  usage: "RUN [--step STEP [--round N] [--item ITEM]]",
  examples: [
    { line: "skillet run show r-7k3f9qxm", about: "its steps so far" },
    { line: "skillet run show r-7k3f9qxm --step plan", about: "the output of a step" },
  ],
  options: {
    step: { kind: "text", value: "STEP", about: "print the output of this step" },
    round: { kind: "number", value: "N", about: "the round (default: the latest)" },
    item: { kind: "text", value: "ITEM", about: "the item, if the step asks several agents" },
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRuns(io, options, async (runs) => {
      const { step, item = "-" } = options
      if (step !== undefined) {
        const round = options.round ?? latestRound(await findRun(runs.engine, id), step)
        const text = await historyOf(runs.engine.store).text({ run: id, step, round, item })
        if (text === undefined) throw nothing(step)
        if (options.json === true) io.json({ run: id, step, round, item, text })
        else io.out(io.isTerminal ? visibleText(text) : text)
        return 0
      }
      const shown = await showRun(runs, id)
      const agents = agentsOf(io.env, id)
      if (options.json === true) io.json({ ...shown, agents })
      else io.out([runText(shown, io, runs.engine.now()), ...agentLines(agents)].join("\n"))
      if (shown.notContinued !== undefined) {
        io.err(`${shown.notContinued.message}\n  ${hint(shown.notContinued.next, io)}`)
      }
      return 0
    })
  },
})

/** Which agent was asked, and where its transcript is. */
function agentLines(agents: readonly AskedAgent[]): readonly string[] {
  if (agents.length === 0) return []
  const lines = agents.map(({ key, driver, model, status, transcript }) => {
    const item = key === undefined || key.item === "-" ? "" : `/${key.item}`
    const who = [driver, model].filter((word) => word !== undefined).join(", ")
    return visibleLine(`  ${key?.step ?? ""}${item}  ${status}  ${who}  ${transcript}`)
  })
  return ["", "Transcripts:", ...lines]
}

function nothing(step: string): SkilletError {
  return new SkilletError("run.no-output", `step ${step} has no output`, {
    retry: "no",
    next: "skillet run show lists the steps; --item selects one agent of several",
  })
}

const MARKS = { ok: "✓", fail: "✗", skip: "–", iterate: "↻" } as const

function runText(
  { run, visits, questions, children, spent, passed, result, ...shown }: ShownRun,
  io: Io,
  now: number,
): string {
  const steps = visits.map(({ step, round, outcome, because, total, ok, failed, failures, entered, left }) => {
    const mark = outcome === undefined ? "…" : MARKS[outcome]
    const many = total > 1 ? `  ${ok + failed} of ${total}` : ""
    const took = ago((left ?? now) - entered)
    const why = because === undefined ? "" : `\n      ${styled(io, "dim", visibleLine(because))}`
    const each = failures.map(
      ({ item, reason }) => `\n      ${MARKS.fail} ${visibleLine(`${item}${reason === "" ? "" : `: ${reason}`}`)}`,
    )
    return `  ${mark} ${step}${round > 1 ? ` (${round})` : ""}${many}  ${styled(io, "dim", took)}${why}${each.join("")}`
  })
  const money = spent.money > 0 ? `, ${dollars(spent.money)}` : ""
  return [
    `${run.id}  ${visibleLine(run.workflow)}  ${run.status}${run.because === undefined ? "" : `: ${visibleLine(run.because)}`}`,
    `  ${visibleLine(shown.title)}`,
    `  ${counted(spent.agents, "agent")}, ${grouped(spent.tokens)} tokens${money}, started ${ago(now - run.started)} ago`,
    ...(shown.sharedPrefix === undefined
      ? []
      : [`  ${Math.round(shown.sharedPrefix * 100)} % of this step's text is shared with the previous step`]),
    "",
    ...steps,
    ...(children.length === 0
      ? []
      : [
          "",
          "Child runs:",
          ...children.map(({ id, status, step }) => `  ${id}  ${status}${status === "running" ? ` at ${step}` : ""}`),
        ]),
    ...(questions.length === 0
      ? []
      : [
          "",
          "Questions:",
          ...questions.flatMap(({ id, text }) => [
            `  ${id}: ${visibleLine(text)}`,
            `    ${visibleLine(answerHint(run, id, io))}`,
          ]),
        ]),
    ...[...passedActions(passed), ...resultActions(run, result)].flatMap((text) => ["", visibleText(text)]),
  ].join("\n")
}
