import { expect, test } from "vitest"
import type { Directive } from "../../run/directive/directive.ts"
import type { PhaseAttempt } from "../units.ts"
import { buildJobDirective, type DirectiveFacts, type JobDirective, renderJobDirective } from "./job-directive.ts"

const directive: Directive = {
  run: "r-1",
  workflow: "develop-command",
  step: "make",
  round: 2,
  kind: "fanout",
  title: "Make it",
  number: 5,
  total: 9,
  actions: [],
  resources: {},
  outcomes: [],
  dispatches: [
    { item: "a", agent: "generation", prompt: "first\n\n\n\nlast", answered: false },
    { item: "b", agent: "validation", prompt: "check", answered: true },
    { item: "c", agent: "analysis", prompt: "look", answered: false },
  ],
  questions: [],
  done: false,
  ended: false,
  status: "running",
}
const works = [
  { item: "b", file: "b.md" },
  { item: "a", file: "a.md" },
] as unknown as readonly PhaseAttempt[]

function build(more: Partial<Directive> = {}, facts: Partial<DirectiveFacts> = {}): JobDirective {
  return buildJobDirective({ directive: { ...directive, ...more }, skill: "develop", works, offered: 0, ...facts })
}

test("a running job names its agents that have not answered, with their files, and the command that continues", () => {
  expect(build()).toEqual({
    task_id: "r-1",
    skill: "develop",
    step: "make",
    attempt: 2,
    agents: [
      {
        subagent_type: "generation",
        item: "a",
        prompt: "first\n\nlast",
        memory_file: "a.md",
        not_started: "skillet run report r-1 --step make --round 2 --item a --outcome fail --reason REASON",
      },
      {
        subagent_type: "analysis",
        item: "c",
        prompt: "look",
        memory_file: "",
        not_started: "skillet run report r-1 --step make --round 2 --item c --outcome fail --reason REASON",
      },
    ],
    questions: [],
    advance: "skillet orchestrate advance r-1",
    status: "running",
    show: "skillet orchestrate show r-1",
  })
})

const ask = {
  id: "q1",
  text: "Which?",
  options: [{ label: "one", about: "the first" }, { label: "two" }],
  multiple: true,
  command: "skillet run answer r-1",
}

test("while a person is asked, the job continues with resume", () => {
  const { questions, advance } = build({ questions: [ask], program: "npx skillet" })
  expect(advance).toBe("npx skillet orchestrate resume r-1")
  expect(questions).toEqual([
    { id: "q1", text: "Which?", options: ["one", "two"], multiple: true, command: "skillet run answer r-1" },
  ])
})

test("a reader outside the project gets its path in every command and prompt, one inside does not", () => {
  const outside = build({ isOutside: true, directory: "/p" })
  expect(outside.advance).toBe("skillet orchestrate advance r-1 --cwd /p")
  expect(outside.agents[1]?.not_started).toBe(
    "skillet run report r-1 --step make --round 2 --item c --outcome fail --reason REASON --cwd /p",
  )
  expect(outside.agents[1]?.prompt).toBe("The project's top directory is /p. Work there.\n\nlook")
  expect(build({ isOutside: true, directory: "/p", ended: true }, { offered: 1 }).learn).toBe(
    "skillet orchestrate learn r-1 --cwd /p",
  )
  expect(build({ directory: "/p" })).toEqual(build())
})

test("a job that is over has no command to continue, and learnings can be saved only if there are any", () => {
  const over = { ended: true, done: true, dispatches: [] }
  expect(build(over, { summary: "made" })).toMatchObject({ status: "completed", summary: "made" })
  expect(build({ ...over, done: false })).toMatchObject({ status: "halted" })
  expect(build(over).advance).toBeUndefined()
  expect(build(over).learn).toBeUndefined()
  expect(build(over, { offered: 1 }).learn).toBe("skillet orchestrate learn r-1")
  expect(build({}, { offered: 1 }).learn).toBeUndefined()
  expect(build(over, { reason: "stuck" })).toMatchObject({ status: "halted", reason: "stuck" })
})

test("a job that ended without success is never called complete, even if no reason is known", () => {
  expect(build({ ended: true, done: false, dispatches: [] }, { summary: "made" }).status).toBe("halted")
})

const LAST_LINES = `Give each prompt word for word. Do not do the agent's work yourself, and do not write its memory file.

If you have no agent type of that name, use your general-purpose one. An agent may work in the background. Wait until it has finished.

If an agent may not write files and answers with the text of its memory file, save that text unchanged.

If an agent cannot be started at all, run this instead, with the quoted reason in place of REASON:`

test("as text, several agents are started in one message, and the last line is what to run", () => {
  expect(renderJobDirective(build())).toBe(`JOB r-1 (develop): make, attempt 2

Start these 2 agents in one message, so that they work in parallel. Wait for all of them.

Execute Task tool with subagent_type: 'generation'
Prompt: first

last

Execute Task tool with subagent_type: 'analysis'
Prompt: look

${LAST_LINES}
skillet run report r-1 --step make --round 2 --item a --outcome fail --reason REASON
skillet run report r-1 --step make --round 2 --item c --outcome fail --reason REASON

Then run: skillet orchestrate advance r-1`)
})

test("as text, one agent is simply started", () => {
  expect(
    renderJobDirective(build({ dispatches: directive.dispatches.slice(2) })),
  ).toBe(`JOB r-1 (develop): make, attempt 2

Execute Task tool with subagent_type: 'analysis'
Prompt: look

${LAST_LINES}
skillet run report r-1 --step make --round 2 --item c --outcome fail --reason REASON

Then run: skillet orchestrate advance r-1`)
})

test("as text, questions come instead of agents", () => {
  const other = { ...ask, id: "q2", text: "When?", options: [], multiple: false }
  expect(renderJobDirective(build({ questions: [ask, other] }))).toBe(`JOB r-1 (develop): 2 questions to the user

Ask the user these questions word for word. Do not answer for the user. Run the command of each, with the quoted answer in place of ANSWER.

QUESTION q1: Which?
Several may be chosen: repeat --answer for each.
- one
- two
  skillet run answer r-1

QUESTION q2: When?
  skillet run answer r-1

Then run: skillet orchestrate resume r-1`)
})

test("as text, the last line of a job that is over says so", () => {
  const over = { ended: true, done: true, dispatches: [] }
  expect(renderJobDirective(build(over, { summary: "made", offered: 1 }))).toBe(
    "made\nTo save the learnings: skillet orchestrate learn r-1\nSKILL_ORCHESTRATION_COMPLETE",
  )
  expect(renderJobDirective(build(over))).toBe("\nSKILL_ORCHESTRATION_COMPLETE")
  expect(renderJobDirective(build(over, { reason: "stuck" }))).toBe(
    "HALTED: stuck\nTell the user why. What was recorded is kept: skillet orchestrate show r-1",
  )
  expect(renderJobDirective({ ...build(over), status: "halted" })).toBe(
    "HALTED: \nTell the user why. What was recorded is kept: skillet orchestrate show r-1",
  )
})
