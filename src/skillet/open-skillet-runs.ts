import type { ItemKey } from "../agents/agent-driver.ts"
import { isWithin } from "../system/files/is-within.ts"
import { addDirectory, type CommandTarget, readOutside, writeAnswerCommand } from "../run/directive/commands.ts"
import { currentDirective } from "../run/build-directive.ts"
import type { Directive } from "../run/directive/directive.ts"
import { type Engine, findRun, keepDefinitions } from "../run/engine.ts"
import type { OpenQuestion, PastEvent } from "../run/history.ts"
import type { AskedAgent, ShownLine } from "../run/io/agents/list-asked-agents.ts"
import type { WatchedRun } from "../run/io/agents/watch-run.ts"
import type { GivenAnswers } from "../run/io/answer-question.ts"
import type { ForkOptions } from "../run/io/fork-run.ts"
import { prepareFiles } from "../run/io/output-files.ts"
import { wereChangesRecorded } from "../run/io/changes/locate-changes.ts"
import type { RecordedChanges } from "../run/changes/changes.ts"
import { reportStep, settleRun } from "../run/io/report-step.ts"
import type { ShownRun } from "../run/io/show-run.ts"
import type { StartOptions } from "../run/io/start-named.ts"
import type { ForkPlan } from "../run/history/plan-fork.ts"
import type { RunComparison } from "../run/history/compare-runs.ts"
import type { QuotedSpendingReport } from "../run/history/compare-quotes.ts"
import type { PastVisit } from "../run/history/replay-visits.ts"
import type { ShownVisit, Visits, VisitPlace } from "../run/history/show-visit.ts"
import { findLatestRound, NO_ITEM, type Run, type RunStatus } from "../run/model.ts"
import type { Reported, StepReport } from "../run/take-report.ts"
import { tellRun, tellStatus } from "../run/run-result.ts"
import type { Verification } from "../run/verify-run.ts"
import type { Workflow } from "../workflow/workflow.ts"
import type { RunDriving } from "./drive-with-agents.ts"
import type { Resources } from "./open-resources.ts"

/** Runs of workflows. Whatever is wrong with what was given is thrown as a SkilletError, and nothing is started. */
export interface SkilletRuns {
  /** Starts a run of a workflow, by its name or as it was defined, and returns what to do first. */
  start(
    workflow: string | Workflow,
    params?: Readonly<Record<string, unknown>>,
    options?: Omit<StartOptions, "params">,
  ): Promise<Directive>
  /** Reports a step and returns what to do next. */
  report(report: Omit<StepReport, "by"> & { readonly by?: string | undefined }): Promise<Reported>
  /** What to do now. Asking again changes nothing. */
  current(run: string): Promise<Directive>
  /** The run itself. */
  find(run: string): Promise<Run>
  show(run: string): Promise<ShownRun>
  /** The steps it entered, in order, without what each agent answered. A long run is read fastest this way. */
  visits(run: string, filter?: VisitFilter): Promise<readonly PastVisit[]>
  /** One step it entered: its directive, its inputs, and every request with its answer. */
  visit(at: VisitPlace): Promise<ShownVisit>
  /** What changed in its checkout between reports, if it was started with `recordChanges`. */
  changes(run: string, filter?: ChangesFilter): Promise<RunChanges>
  /** The runs that it started, and those that they started. */
  below(run: string): Promise<readonly Run[]>
  /** Two runs step by step, and where they part. */
  compare(left: string, right: string): Promise<RunComparison>
  /** What answers cost, by workflow, skill, step, agent and day, and what runs were expected to cost: of this project, or of all. */
  spending(filter?: { readonly all?: boolean | undefined }): Promise<QuotedSpendingReport>
  /** The workflow it is pinned to, which may have changed since. */
  definition(run: string): Promise<Workflow>
  /** The runs of this project, or of all projects with their child runs. One that ended without success is `failed`. */
  list(filter?: ListedRuns): Promise<readonly Run[]>
  /** The output of a step (default: its latest round); undefined if it has none. */
  output(at: OutputPlace): Promise<RunOutput | undefined>
  events(run: string, filter?: EventFilter): Promise<readonly PastEvent[]>
  /** The questions that wait for a person. */
  questions(filter?: { readonly all?: boolean | undefined }): Promise<readonly OpenQuestion[]>
  /** The command with which the reader answers a question; ANSWER is to be replaced. */
  answerCommand(run: string, question: string): Promise<string>
  answer(given: GivenAnswers): Promise<Directive>
  /** Lets a run pass a gate with open issues. */
  override(given: PassedBy): Promise<Directive>
  /** Ends a run and its child runs. Returns their ids. */
  cancel(run: string, how: { readonly reason: string; readonly by: string }): Promise<readonly string[]>
  /** Plans a copy of a run that keeps its valid answers; `start` starts it. */
  fork(options: ForkOptions): Promise<ForkedRun>
  /** Lets agents work until the run ends or asks a person. */
  drive(run: string, options: RunDriving): Promise<Directive>
  /** Checks the history of a run; with `again`, its gate commands are run again. */
  verify(run: string, how?: { readonly again?: boolean | undefined }): Promise<Verification>
  /** What happens in a run, as it happens. */
  watch(run: string): Promise<AsyncIterable<WatchedRun>>
  /** The agents that were asked, with their transcripts. */
  agents(run: string): Promise<readonly AskedAgent[]>
  /** What the agent of an item did. */
  transcript(key: ItemKey): Promise<readonly ShownLine[]>
  /** Creates the directories of the files that a directive names. */
  prepare(directive: Directive): Promise<void>
}

export interface ListedRuns {
  readonly all?: boolean | undefined
  readonly status?: RunStatus | undefined
  readonly workflow?: string | undefined
}

export interface VisitFilter {
  /** Only visits after the one with this number. */
  readonly after?: number | undefined
}

export interface ChangesFilter {
  readonly step?: string | undefined
  /** Default: the latest. */
  readonly round?: number | undefined
}

export interface RunChanges {
  /** False: the run was started without. */
  readonly isRecorded: boolean
  readonly changes: readonly RecordedChanges[]
}

export interface EventFilter {
  /** Only events after this one. */
  readonly after?: number | undefined
  readonly most?: number | undefined
}

export interface OutputPlace extends Pick<ItemKey, "run" | "step"> {
  readonly round?: number | undefined
  readonly item?: string | undefined
}

export interface RunOutput extends ItemKey {
  readonly text: string
}

export interface PassedBy {
  readonly run: string
  readonly gate: string
  readonly by: string
  readonly reason: string
}

export interface ForkedRun {
  readonly plan: ForkPlan
  start(): Promise<Directive>
}

/** The name under which a program reports if it gives none. */
const PROGRAM = "library"

export function openSkilletRuns(resources: Resources): SkilletRuns {
  return { ...openChanges(resources), ...openReads(resources), ...openSteps(resources) }
}

type Changes = Pick<SkilletRuns, "start" | "report" | "current" | "answer" | "override" | "cancel" | "fork" | "drive">

/** What changes a run, or does what is due; each gives the directive that follows. */
function openChanges(resources: Resources): Changes {
  const { options } = resources
  const direct = async (id: string) =>
    addressReader(resources, await currentDirective((await resources.runs()).engine, id))
  return {
    async start(workflow, params = {}, how = {}) {
      const { startWorkflow } = await import("./start-workflow.ts")
      return direct(await startWorkflow(resources, workflow, { ...how, params }))
    },
    async report(report) {
      const reported = await reportStep(await resources.runs(), { ...report, by: report.by ?? PROGRAM }, options)
      return { ...reported, directive: addressReader(resources, reported.directive) }
    },
    async current(id) {
      await settleRun(await resources.runs(), id, options)
      return direct(id)
    },
    async answer(given) {
      const { answerQuestion } = await import("../run/io/answer-question.ts")
      await answerQuestion(await resources.runs(), given, options)
      return direct(given.run)
    },
    async override(given) {
      const { overrideGate } = await import("../run/io/answer-question.ts")
      await overrideGate(await resources.runs(), given, options)
      return direct(given.run)
    },
    cancel: async (id, how) =>
      (await import("../run/io/answer-question.ts")).cancelRun(await resources.runs(), id, how),
    async fork(asked) {
      const { forkRun } = await import("../run/io/fork-run.ts")
      const { plan, start } = await forkRun(await resources.session(), await resources.runs(), asked)
      return { plan, start: async () => direct(await start()) }
    },
    async drive(id, how) {
      const { driveWithAgents } = await import("./drive-with-agents.ts")
      await driveWithAgents(resources, id, how)
      return direct(id)
    },
  }
}

/** The commands of a directive as the reader can run them. */
function addressReader(resources: Resources, directive: Directive): Directive {
  return isReaderOutside(resources, directive) ? readOutside(directive) : directive
}

function isReaderOutside({ reader }: Resources, { directory }: CommandPlace): boolean {
  return directory !== undefined && !isWithin(reader, directory)
}

type CommandPlace = Pick<CommandTarget, "directory">

function openReads(resources: Resources): Omit<SkilletRuns, keyof Changes | keyof Steps> {
  return {
    find: async (id) => tellRun(await findRun((await resources.runs()).engine, id)),
    show: async (id) => (await import("../run/io/show-run.ts")).showRun(await resources.runs(), id),
    async list({ all, status, workflow } = {}) {
      const { engine, project } = await resources.runs()
      const found = await engine.store.runs({
        ...(all === true ? {} : { project }),
        ...(status === undefined || status === "failed" ? {} : { status }),
        ...(workflow !== undefined && { workflow }),
      })
      return found
        .filter((run) => (all === true || run.parent === undefined) && (status ?? tellStatus(run)) === tellStatus(run))
        .map(tellRun)
    },
    async output({ run, step, item = NO_ITEM, ...at }) {
      const { engine } = await resources.runs()
      const { openHistory } = await import("../run/history.ts")
      const round = at.round ?? findLatestRound(await findRun(engine, run), step)
      const text = await openHistory(engine.store).text({ run, step, round, item })
      return text === undefined ? undefined : { run, step, round, item, text }
    },
    async events(id, filter = {}) {
      const { readRunEvents } = await import("./read-events.ts")
      return readRunEvents(await resources.runs(), id, filter)
    },
    async questions({ all } = {}) {
      const { engine, project } = await resources.runs()
      const { openHistory } = await import("../run/history.ts")
      return openHistory(engine.store).questions(all === true ? {} : { project })
    },
    async answerCommand(id, question) {
      const run = await findRun((await resources.runs()).engine, id)
      const command = writeAnswerCommand(run, question)
      const outside = isReaderOutside(resources, run) ? run.directory : undefined
      return outside === undefined ? command : addDirectory(command, outside)
    },
    async verify(id, { again } = {}) {
      const { verifyAgain } = await import("../doctor/io/examine-runs.ts")
      return verifyAgain(await resources.runs(), id, again === true ? await resources.session() : undefined)
    },
    async watch(id) {
      const { watchRun } = await import("../run/io/agents/watch-run.ts")
      return watchRun(await resources.runs(), { run: id, env: resources.env })
    },
    agents: async (id) => (await import("../run/io/agents/list-asked-agents.ts")).listAskedAgents(resources.env, id),
    transcript: async (key) =>
      (await import("../run/io/agents/list-asked-agents.ts")).readItemTranscript(resources.env, key),
    prepare: async (directive) => prepareFiles(await resources.runs(), directive),
  }
}

type Steps = Pick<SkilletRuns, "changes" | "visits" | "visit" | "below" | "definition" | "compare" | "spending">

function openSteps(resources: Resources): Steps {
  let known: { readonly engine: Engine; readonly visits: Visits } | undefined
  async function visits(): Promise<Visits> {
    const { openVisits } = await import("../run/history/show-visit.ts")
    const { engine } = await resources.runs()
    if (known?.engine !== engine) known = { engine, visits: openVisits(engine) }
    return known.visits
  }
  return {
    visits: async (id, { after } = {}) => (await visits()).list(id, after),
    visit: async (at) => (await visits()).show(at),
    async changes(id, { step, round } = {}) {
      const run = await findRun((await resources.runs()).engine, id)
      const { listChanges } = await import("../run/io/changes/record-changes.ts")
      const at = step === undefined ? undefined : { step, round: round ?? findLatestRound(run, step) }
      return { isRecorded: wereChangesRecorded(resources.env, id), changes: listChanges(resources.env, id, at) }
    },
    async compare(left, right) {
      const { compareVisits } = await import("../run/history/compare-runs.ts")
      const { list } = await visits()
      return compareVisits(await list(left), await list(right))
    },
    async spending({ all } = {}) {
      const { engine, project } = await resources.runs()
      const { readSpending } = await import("./read-spending.ts")
      return readSpending(engine, all === true ? {} : { project })
    },
    async below(id) {
      const { engine } = await resources.runs()
      const { root } = await findRun(engine, id)
      return (await engine.store.runs({ root })).filter((one) => one.id.startsWith(`${id}.`)).map(tellRun)
    },
    async definition(id) {
      const { engine } = await resources.runs()
      return keepDefinitions(engine).definitions.find((await findRun(engine, id)).definition)
    },
  }
}
