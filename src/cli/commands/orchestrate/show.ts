import type { SkilletJobs } from "../../../skillet/open-skillet-jobs.ts"
import { withJobs } from "./with-jobs.ts"
import type { Classified } from "../../../orchestrate/domain/classify-domain.ts"
import type { OrchestrationState } from "../../../orchestrate/state/orchestration-state.ts"
import { describeState } from "../../../orchestrate/state/describe-state.ts"
import { noMemoryError } from "../../../orchestrate/job-errors.ts"
import type { MemoryRecord } from "../../../orchestrate/memory-record.ts"
import { escapeHidden, toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { renderTable } from "../../terminal/table.ts"

const oneJob = { least: 1, most: 1, what: "a job's id" } as const

export const orchestrateShow = defineCommand({
  more: "It also shows the loaded configuration, unknowns and questions.",
  usage: "JOB [--phase PHASE [--attempt N]]",
  examples: [
    { line: "skillet orchestrate show 3f9c21ab04de", about: "for a person" },
    { line: "skillet orchestrate show 3f9c21ab04de --json", about: "all fields of the protocol's state" },
    { line: "skillet orchestrate show 3f9c21ab04de --phase analysis", about: "its memory file, as it was verified" },
  ],
  options: {
    phase: { kind: "text", value: "PHASE", about: "print the memory files of this phase" },
    attempt: { kind: "number", value: "N", about: "with --phase: the attempt (default: the latest)" },
  },
  arguments: oneJob,
  async run({ options, arguments: [id = ""] }, io) {
    return withJobs(io, options, async (jobs) => {
      const { phase, attempt } = options
      if (phase !== undefined) {
        const records = await jobs.memory({ run: id, step: phase, round: attempt })
        if (records.length === 0) {
          // A job that does not exist is another error.
          await jobs.show(id)
          throw noMemoryError(id, phase)
        }
        if (options.json === true) io.json(records)
        else io.out(records.map((record) => renderMemory(record, io)).join("\n\n"))
        return 0
      }
      const state = await jobs.show(id)
      if (options.json === true) io.json(state)
      else io.out(stateLines(state).join("\n"))
      return 0
    })
  },
})

function renderMemory({ memory_file: file, agent, attempt, text }: MemoryRecord, io: Io): string {
  const whole = io.isTerminal ? escapeHidden(text) : text
  return `${toVisibleLine(`${file} (${agent}, attempt ${attempt})`)}\n\n${whole.trimEnd()}`
}

function stateLines(state: OrchestrationState): readonly string[] {
  const { phases, unknowns, questions } = state
  const domain = state.step_outputs["2"] as Partial<Classified> | undefined
  const config = state.step_outputs["3"] as { readonly skill_config?: { readonly name?: string } } | undefined
  return [
    `job       ${state.task_id} (${state.slug ?? ""})`,
    `skill     ${config?.skill_config?.name ?? ""}`,
    `domain    ${domainText(domain)}`,
    ...(state.reasoning_session_id === null || state.reasoning_session_id === state.task_id
      ? []
      : [`reasoning ${toVisibleLine(state.reasoning_session_id)}`]),
    `state     ${describeState(state)}`,
    "phases",
    ...phases.map(
      ({ id, agent, status, attempts, memory_file, failed_branches = [] }) =>
        `  ${status.padEnd(12)}${id} (${agent})${attempts > 1 ? `, ${attempts} attempts` : ""}${failed_branches.length === 0 ? "" : `, without ${failed_branches.join(", ")}, which failed`}${memory_file === undefined ? "" : `  ${memory_file}`}`,
    ),
    ...unknowns.map(({ id, state: how, description }) => `unknown   ${id} ${how}: ${toVisibleLine(description)}`),
    ...questions.map(({ id, text }) => `question  ${id}: ${toVisibleLine(text)}`),
    ...(state.completion_summary === null ? [] : ["", state.completion_summary ?? ""]),
  ]
}

/** The domain and how it was decided: by the words of the request, or by a model. */
function domainText({
  domain,
  confidence,
  decided_by = "words",
  because,
  evidence = {},
}: Partial<Classified> = {}): string {
  if (domain === undefined) return ""
  const words = [...new Set(Object.values(evidence).flat())].slice(0, 5).join(", ")
  const by = decided_by === "model" ? "a model" : words === "" ? "default: no word decides it" : `its words: ${words}`
  return toVisibleLine(
    `${domain} (${confidence?.toLowerCase()}), by ${by}${because === undefined ? "" : `; ${because}`}`,
  )
}

export const orchestrateList = defineCommand({
  usage: "[--all]",
  examples: [
    { line: "skillet orchestrate list", about: "the jobs of this project" },
    { line: "skillet orchestrate list --all --json", about: "of all projects, as JSON" },
  ],
  options: { all: { kind: "flag", about: "in all projects on this machine" } },
  arguments: noArguments,
  async run({ options }, io) {
    return withJobs(io, options, async (jobs) => {
      const found = await jobs.list({ all: options.all })
      if (options.json === true) io.json({ jobs: found })
      else if (found.length === 0)
        io.out(renderHint(`${noJobs(options.all)} skillet orchestrate 'REQUEST' starts one.`, io))
      else io.out(renderTable(found, columns, io.width).join("\n"))
      return 0
    })
  },
})

/** Says where was looked. */
function noJobs(isAll: boolean | undefined): string {
  return isAll === true
    ? "There are no jobs on this machine."
    : "There are no jobs in this project. --all lists those of all projects."
}

type Listed = Awaited<ReturnType<SkilletJobs["list"]>>[number]

const columns = [
  { title: "JOB", text: ({ task_id }: Listed) => task_id },
  { title: "SKILL", text: ({ skill }: Listed) => toVisibleLine(skill) },
  { title: "STATUS", text: ({ status }: Listed) => status },
  { title: "AT", text: ({ step }: Listed) => toVisibleLine(step) },
  { title: "REQUEST", text: ({ query }: Listed) => toVisibleLine(query), fills: true as const },
]

export const orchestrateLearn = defineCommand({
  more: "Learnings are saved as Markdown files in the project.",
  usage: "JOB",
  examples: [
    { line: "skillet orchestrate learn 3f9c21ab04de", about: "write .skillet/learnings" },
    { line: "skillet orchestrate learn 3f9c21ab04de --json", about: "what was written, as JSON" },
  ],
  options: {},
  arguments: oneJob,
  async run({ options, arguments: [id = ""] }, io) {
    return withJobs(io, options, async (jobs) => {
      const learned = await jobs.learn(id)
      if (options.json === true) io.json(learned)
      else io.out(learned.nothing === undefined ? learned.files.join("\n") : `Nothing was saved: ${learned.nothing}.`)
      return 0
    })
  },
})
