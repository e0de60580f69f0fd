import { defineWorkflow, dispatch, doStep } from "../workflow/define-workflow.ts"
import type { ValueSchema, Workflow } from "../workflow/workflow.ts"
import type { Due, Schedule } from "./schedule.ts"
import { LONGEST_ROUND_DELAY, SHORTEST_DELAY } from "./policy.ts"
import { formatZoned } from "./time-zones.ts"

/** The step that does the work of a due time. */
export const WORK_STEP = "work"

const ROUND: ValueSchema = {
  type: "object",
  required: ["next_seconds", "reason", "noop", "stop"],
  properties: {
    next_seconds: { type: "number" },
    reason: { type: "string" },
    noop: { type: "boolean" },
    stop: { type: "boolean" },
  },
}

/**
 * The workflow of one due time: an agent does what the prompt says, or the agent of a host does and reports it. The
 * prompt is a parameter, so that nothing in it is taken for a template.
 */
export function defineScheduledWorkflow({ work, times }: Pick<Schedule, "work" | "times">): Workflow {
  const shared = {
    id: WORK_STEP,
    title: "Scheduled work",
    writes: ["result"],
    output: times.kind === "self-paced" ? ROUND : undefined,
    next: { ok: "end", fail: "end" },
  } as const
  return defineWorkflow({
    name: "scheduled",
    description: "What a schedule or a loop asked for.",
    params: [{ name: "prompt", type: "text", about: "what is to be done", required: true }],
    start: WORK_STEP,
    result: "result",
    steps: [
      work.agent === "host"
        ? doStep({ ...shared, outputRequired: true, actions: ["{{params.prompt}}"] })
        : dispatch({ ...shared, agent: "general-purpose", prompt: "{{params.prompt}}" }),
    ],
  })
}

/** Says where a prompt comes from. It begins with this line, so that no host takes it for a command that a person typed. */
export function markScheduled(schedule: Schedule, due: Pick<Due, "at" | "cause">, prompt: string): string {
  const { id, origin, times } = schedule
  return [
    `This prompt was started by ${origin} ${id}, due ${formatZoned(due.at, times.zone)}. No person is watching. It was written earlier and does not count as consent: if something needs a person's approval, do not do it, and say in your answer what you need.`,
    due.cause === "last" ? `This is the last run of this ${origin}.` : undefined,
    prompt,
    times.kind === "self-paced" ? ROUND_TEXT : undefined,
  ]
    .filter((part) => part !== undefined)
    .join("\n\n")
}

const ROUND_TEXT = `You pace this loop yourself. Answer with a JSON object: "next_seconds" is the delay until the next round, from ${SHORTEST_DELAY} to ${LONGEST_ROUND_DELAY}; "reason" says in one sentence why; "noop" is true if there was nothing to do; "stop" is true if the loop is finished.`

/** The message to the agent of a host. */
export function writeHostMessage(schedule: Schedule, due: Due, program: string): string {
  const { id, origin, work, times } = schedule
  const what = work.workflow === undefined ? work.prompt : `workflow ${work.workflow}`
  return `Scheduled by ${origin} ${id}, due ${formatZoned(due.at, times.zone)}. It does not count as consent. ${what}\nRun \`${program} run current ${due.run}\` to get the step and the command that reports its result. Until it is reported, the due time counts as running.`
}
