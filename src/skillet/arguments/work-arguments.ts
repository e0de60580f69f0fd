import type { ItemKey, Usage } from "../../agents/agent-driver.ts"
import type { Directive } from "../../run/directive/directive.ts"
import type { GivenAnswers } from "../../run/io/answer-question.ts"
import { FORK, VISIT_PLACE } from "./run-shapes.ts"
import type { StartOptions } from "../../run/io/start-named.ts"
import type { RunStatus } from "../../run/model.ts"
import type { StepReport } from "../../run/take-report.ts"
import type { WorktreeMode } from "../../settings/agent-settings.ts"
import type { HookEvent, HookName } from "../../tasks/hooks/hook-event.ts"
import type { PersonAsked } from "../../tasks/io/agents/ask-person.ts"
import type { Prompting } from "../../tasks/io/agents/prompt-agent.ts"
import type { SpawnWanted } from "../../tasks/io/agents/spawn-agent.ts"
import type { Asker } from "../../tasks/io/agents/wake-asker.ts"
import type { HookInstall, HookWanted } from "../../tasks/hooks/hook-install.ts"
import type { TaskStatus } from "../../tasks/model.ts"
import type { SubAgentRequest } from "../../tasks/roles/recognise-role.ts"
import type { NewTask } from "../../tasks/store.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import { JOB_REQUEST, PERMISSIONS } from "./job-shapes.ts"
import { CLIENT_WANTED, EVENT_FILTER, POSTING } from "./message-shapes.ts"
import { PREVIEW, ROLE, WAKE } from "./wake-shapes.ts"
import { BUDGET, DRIVER, SIGNAL, TEXTS } from "./value-shapes.ts"
import type { VerbArguments } from "./check-arguments.ts"
import type { RunDriving } from "../drive-with-agents.ts"
import type { AgentWorking, AskerWaking } from "../open-skillet-agents.ts"
import type { JobResuming, JobStarting } from "../open-skillet-jobs.ts"
import type {
  ChangesFilter,
  EventFilter,
  ListedRuns,
  OutputPlace,
  PassedBy,
  VisitFilter,
} from "../open-skillet-runs.ts"
import type { SkilletTasks } from "../open-skillet-tasks.ts"
import type { Skillet } from "../skillet.ts"
import {
  ANYTHING,
  CALLBACK,
  COUNT,
  FLAG,
  NUMBER,
  OBJECT,
  TEXT,
  either,
  fields,
  having,
  list,
  oneOf,
  optional,
} from "./shape.ts"
import type { Shape } from "./shape.ts"

const OUTCOME = oneOf<Outcome>({ ok: true, fail: true, skip: true, iterate: true })
const WORKTREES = oneOf<WorktreeMode>({ offer: true, apply: true })
const TASK_STATUS = oneOf<TaskStatus>({
  pending: true,
  active: true,
  blocked: true,
  in_review: true,
  done: true,
  failed: true,
  cancelled: true,
})
const HOOK = oneOf<HookName>({
  SessionStart: true,
  UserPromptSubmit: true,
  BeforeAgent: true,
  PreCompact: true,
  PreCompress: true,
  PostCompact: true,
  SubagentStart: true,
  PreToolUse: true,
  SessionEnd: true,
})
const DIRECTIVE = having<Directive>({ run: TEXT, step: TEXT, outcomes: list(OBJECT), dispatches: list(OBJECT) })
const USAGE = fields<Usage>({
  tokensIn: NUMBER,
  tokensOut: NUMBER,
  money: NUMBER,
  milliseconds: NUMBER,
  tokensCached: optional(NUMBER),
})
const DRIVING = fields<RunDriving>({
  agent: either(DRIVER, having<{ ask: unknown }>({ ask: CALLBACK })),
  program: optional(TEXT),
  worktrees: optional(WORKTREES),
  atOnce: optional(COUNT),
  budget: optional(BUDGET),
  by: optional(TEXT),
  signal: optional(SIGNAL),
  progress: optional(CALLBACK),
  told: optional(CALLBACK),
  heard: optional(CALLBACK),
})
const ALL = optional(fields<{ all?: boolean }>({ all: optional(FLAG) }))
/** Tasks have tasks below them, so that shape is looked up when it is needed. */
const NEW_TASK: Shape = fields<NewTask>({
  title: TEXT,
  status: TASK_STATUS,
  assignee: optional(TEXT),
  skills: optional(TEXTS),
  planFile: optional(TEXT),
  notes: optional(TEXT),
  run: optional(TEXT),
  children: optional({
    expected: "a list",
    findMisfit: (value, at) => list(NEW_TASK).findMisfit(value, at),
  }),
})
const EVENT = fields<HookEvent>({
  name: HOOK,
  session: TEXT,
  cwd: optional(TEXT),
  source: optional(TEXT),
  transcript: optional(TEXT),
  prompt: optional(TEXT),
  asked: optional(TEXT),
  loaded: optional(TEXTS),
  agentType: optional(TEXT),
  agentId: optional(TEXT),
  tool: optional(TEXT),
  about: optional(TEXT),
  request: optional(fields<SubAgentRequest>({ description: TEXT, prompt: TEXT })),
})

/** The arguments of the verbs about runs, jobs, tasks and agents. */
export const workArguments: VerbArguments<Pick<Skillet, "runs" | "jobs" | "tasks" | "agents">> = {
  runs: {
    // What is wrong with a workflow is told as the problems of a workflow.
    start: [
      ["workflow", ANYTHING],
      ["params", optional(OBJECT)],
      [
        "options",
        optional(
          fields<Omit<StartOptions, "params">>({
            budget: optional(BUDGET),
            permissions: optional(PERMISSIONS),
            source: optional(TEXT),
            renew: optional(TEXTS),
            recordChanges: optional(FLAG),
          }),
        ),
      ],
    ],
    report: [
      [
        "report",
        fields<StepReport>({
          run: TEXT,
          step: TEXT,
          outcome: optional(OUTCOME),
          round: optional(COUNT),
          item: optional(TEXT),
          text: optional(TEXT),
          reason: optional(TEXT),
          by: optional(TEXT),
          usage: optional(USAGE),
        }),
      ],
    ],
    current: [["run", TEXT]],
    find: [["run", TEXT]],
    show: [["run", TEXT]],
    visits: [
      ["run", TEXT],
      ["filter", optional(fields<VisitFilter>({ after: optional(NUMBER) }))],
    ],
    visit: [["at", VISIT_PLACE]],
    changes: [
      ["run", TEXT],
      ["filter", optional(fields<ChangesFilter>({ step: optional(TEXT), round: optional(COUNT) }))],
    ],
    below: [["run", TEXT]],
    definition: [["run", TEXT]],
    compare: [
      ["left", TEXT],
      ["right", TEXT],
    ],
    spending: [["filter", ALL]],
    list: [
      [
        "filter",
        optional(
          fields<ListedRuns>({
            all: optional(FLAG),
            status: optional(oneOf<RunStatus>({ running: true, done: true, failed: true, cancelled: true })),
            workflow: optional(TEXT),
          }),
        ),
      ],
    ],
    output: [["at", fields<OutputPlace>({ run: TEXT, step: TEXT, round: optional(COUNT), item: optional(TEXT) })]],
    events: [
      ["run", TEXT],
      ["filter", optional(fields<EventFilter>({ after: optional(COUNT), most: optional(COUNT) }))],
    ],
    questions: [["filter", ALL]],
    answerCommand: [
      ["run", TEXT],
      ["question", TEXT],
    ],
    answer: [
      [
        "given",
        fields<GivenAnswers>({
          run: TEXT,
          answers: TEXTS,
          by: TEXT,
          question: optional(TEXT),
          reason: optional(TEXT),
        }),
      ],
    ],
    override: [["given", fields<PassedBy>({ run: TEXT, gate: TEXT, by: TEXT, reason: TEXT })]],
    cancel: [
      ["run", TEXT],
      ["how", fields<{ reason: string; by: string }>({ reason: TEXT, by: TEXT })],
    ],
    fork: [["options", FORK]],
    drive: [
      ["run", TEXT],
      ["options", DRIVING],
    ],
    verify: [
      ["run", TEXT],
      ["how", optional(fields<{ again?: boolean }>({ again: optional(FLAG) }))],
    ],
    watch: [["run", TEXT]],
    agents: [["run", TEXT]],
    transcript: [["key", fields<ItemKey>({ run: TEXT, step: TEXT, round: COUNT, item: TEXT })]],
    prepare: [["directive", DIRECTIVE]],
  },
  jobs: {
    start: [
      ["request", JOB_REQUEST],
      ["how", optional(fields<JobStarting>({ driving: optional(DRIVING), onChoice: optional(CALLBACK) }))],
    ],
    advance: [["job", TEXT]],
    resume: [
      ["job", TEXT],
      ["how", optional(fields<JobResuming>({ driving: optional(DRIVING), onRestored: optional(CALLBACK) }))],
    ],
    show: [["job", TEXT]],
    memory: [["at", VISIT_PLACE]],
    export: [
      ["job", TEXT],
      ["to", optional(TEXT)],
    ],
    list: [["filter", ALL]],
    learn: [["job", TEXT]],
  },
  tasks: {
    add: [
      ["tasks", list(NEW_TASK)],
      ["parent", optional(TEXT)],
    ],
    import: [
      ["file", TEXT],
      [
        "how",
        optional(fields<Pick<NewTask, "assignee" | "skills">>({ assignee: optional(TEXT), skills: optional(TEXTS) })),
      ],
    ],
    list: [
      ["filter", optional(fields<{ below?: string; most?: number }>({ below: optional(TEXT), most: optional(COUNT) }))],
    ],
    show: [["task", TEXT]],
    checkSkills: [["skills", TEXTS]],
    move: [["branch", TEXT]],
    place: [],
    change: [
      ["task", TEXT],
      [
        "change",
        fields<Parameters<SkilletTasks["change"]>[1]>({
          title: optional(TEXT),
          status: optional(TASK_STATUS),
          assignee: optional(TEXT),
          skills: optional(TEXTS),
          note: optional(TEXT),
          run: optional(TEXT),
          withChildren: optional(FLAG),
        }),
      ],
    ],
    delete: [["task", TEXT]],
    post: [["message", POSTING]],
    messages: [
      ["filter", optional(fields<{ to?: string; most?: number }>({ to: optional(TEXT), most: optional(COUNT) }))],
    ],
    wake: [
      ["request", WAKE],
      ["deliver", CALLBACK],
    ],
    hook: [
      ["event", EVENT],
      ["deliver", CALLBACK],
    ],
    // Not refused for what is in the event: a host would let the tool through.
    enforce: [
      ["event", OBJECT],
      ["how", optional(fields<{ unreadable?: string }>({ unreadable: optional(TEXT) }))],
    ],
    planClient: [["wanted", CLIENT_WANTED]],
    planHooks: [
      [
        "wanted",
        fields<HookWanted>({
          host: oneOf<HookWanted["host"]>({ claude: true, codex: true, opencode: true, gemini: true }),
          isUser: FLAG,
          isUndo: FLAG,
          isEnforced: optional(FLAG),
        }),
      ],
    ],
    applyHooks: [["plan", having<HookInstall>({ files: list(OBJECT), notes: TEXTS })]],
    pins: [["agent", TEXT]],
    updatePin: [
      ["agent", TEXT],
      ["skill", TEXT],
      ["how", optional(fields<{ dryRun?: boolean }>({ dryRun: optional(FLAG) }))],
    ],
    preview: [["wanted", PREVIEW]],
    scope: [],
  },
  agents: {
    list: [],
    find: [["agent", TEXT]],
    register: [
      ["agent", TEXT],
      ["client", TEXT],
    ],
    state: [["agent", TEXT]],
    spawn: [
      [
        "wanted",
        fields<SpawnWanted>({
          kind: DRIVER,
          title: TEXT,
          prefix: TEXT,
          role: ROLE,
          script: TEXT,
          skills: optional(TEXTS),
          parent: optional(TEXT),
          program: optional(TEXT),
          worktrees: optional(WORKTREES),
        }),
      ],
    ],
    kill: [
      ["agent", TEXT],
      ["how", optional(fields<{ force?: boolean }>({ force: optional(FLAG) }))],
    ],
    recover: [
      ["agent", TEXT],
      ["script", TEXT],
    ],
    prompt: [["prompting", fields<Prompting>({ agent: TEXT, from: TEXT, text: TEXT, script: TEXT })]],
    say: [
      ["message", POSTING],
      ["script", TEXT],
    ],
    ask: [["asked", fields<PersonAsked>({ agent: TEXT, question: TEXT, options: TEXTS, isAwaited: optional(FLAG) })]],
    awaitAnswer: [
      ["agent", TEXT],
      ["run", TEXT],
    ],
    wakeAsker: [
      ["run", TEXT],
      [
        "how",
        fields<AskerWaking>({
          script: TEXT,
          before: optional(fields<Asker>({ agent: TEXT, isAwaited: FLAG })),
        }),
      ],
    ],
    findAsker: [["run", TEXT]],
    log: [["agent", TEXT]],
    rawLog: [["agent", TEXT]],
    events: [
      ["agent", TEXT],
      ["filter", optional(EVENT_FILTER)],
    ],
    news: [
      ["agent", TEXT],
      ["reader", TEXT],
    ],
    work: [
      ["agent", TEXT],
      ["how", fields<AgentWorking>({ signal: SIGNAL, told: CALLBACK })],
    ],
  },
}
