import type { AskedAgent } from "../../../run/io/agents/list-asked-agents.ts"
import type { ShownRun } from "../../../run/io/show-run.ts"
import { writePassedActions, writeResultActions } from "../../../run/run-result.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { toVisibleLine, escapeHidden } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { applyStyle } from "../../terminal/style.ts"
import { withRunVerbs } from "./open.ts"
import { formatDollars } from "../../../text/format-dollars.ts"
import { formatElapsed } from "./amounts.ts"

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
    return withRunVerbs(io, options, async (runs) => {
      const { step, round, item } = options
      if (step !== undefined) {
        const output = await runs.output({ run: id, step, round, item })
        if (output === undefined) throw nothing(step)
        if (options.json === true) io.json(output)
        else io.out(io.isTerminal ? escapeHidden(output.text) : output.text)
        return 0
      }
      const shown = await runs.show(id)
      const agents = await runs.agents(id)
      if (options.json === true) io.json({ ...shown, agents })
      else {
        const commands = await Promise.all(shown.questions.map((question) => runs.answerCommand(id, question.id)))
        io.out([runText({ ...shown, commands }, io, Date.now()), ...agentLines(agents)].join("\n"))
      }
      if (shown.notContinued !== undefined) {
        io.err(`${shown.notContinued.message}\n  ${renderHint(shown.notContinued.next, io)}`)
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
    return toVisibleLine(`  ${key?.step ?? ""}${item}  ${status}  ${who}  ${transcript}`)
  })
  return ["", "Transcripts:", ...lines]
}

function nothing(step: string): SkilletError {
  return new SkilletError("run.no-output", `step ${step} has no output`, {
    retry: "no",
    next: "skillet run show lists the steps; --item selects one agent of several",
  })
}

/** After the current step. */
function describeLeft({ least, most }: NonNullable<ShownRun["left"]>): string {
  if (most === 0) return "this is the last step"
  const count = least === most ? formatCount(most, "step") : `${least} to ${formatCount(most, "step")}`
  return `${count} after this one, without further rounds`
}

const MARKS = { ok: "✓", fail: "✗", skip: "–", iterate: "↻" } as const

interface RunOnScreen extends ShownRun {
  /** For each question, the command that answers it. */
  readonly commands: readonly string[]
}

function runText(
  { run, visits, questions, commands, children, spent, passed, result, ...shown }: RunOnScreen,
  io: Io,
  now: number,
): string {
  const steps = visits.map(
    ({ step, round, outcome, because, total, ok, failed, failures, entered, left, notStarted = 0 }) => {
      const mark = outcome === undefined ? "…" : MARKS[outcome]
      const many = total > 1 ? `  ${ok + failed - notStarted} of ${total}` : ""
      const missing = notStarted > 0 ? `, ${notStarted} not started` : ""
      const took = formatElapsed((left ?? now) - entered)
      const why = because === undefined ? "" : `\n      ${applyStyle(io, "dim", toVisibleLine(because))}`
      const each = failures.map(
        ({ item, reason }) => `\n      ${MARKS.fail} ${toVisibleLine(`${item}${reason === "" ? "" : `: ${reason}`}`)}`,
      )
      return `  ${mark} ${step}${round > 1 ? ` (${round})` : ""}${many}${missing}  ${applyStyle(io, "dim", took)}${why}${each.join("")}`
    },
  )
  const money = spent.money > 0 ? `, ${formatDollars(spent.money)}` : ""
  return [
    `${run.id}  ${toVisibleLine(run.workflow)}  ${run.status}${run.because === undefined ? "" : `: ${toVisibleLine(run.because)}`}`,
    `  ${toVisibleLine(shown.title)}`,
    `  ${formatCount(spent.agents, "agent")}, ${groupDigits(spent.tokens)} tokens${money}, started ${formatElapsed(now - run.started)} ago`,
    ...(shown.left === undefined ? [] : [`  ${describeLeft(shown.left)}`]),
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
          ...questions.flatMap(({ id, text }, nth) => [
            `  ${id}: ${toVisibleLine(text)}`,
            `    ${toVisibleLine(commands[nth] ?? "")}`,
          ]),
        ]),
    ...[...writePassedActions(passed), ...writeResultActions(run, result)].flatMap((text) => ["", escapeHidden(text)]),
  ].join("\n")
}
