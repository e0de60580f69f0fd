import type { OpenQuestion } from "../run/history.ts"
import { formatCount } from "../text/format-count.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"

/** Why a person is needed. gate: a review loop reached its limit. budget: a ceiling is reached. */
export type NeedKind = "question" | "gate" | "budget" | "approval" | "changed-skill" | "schedule" | "message"

/** Something that waits for a person, and the command that deals with it. */
export interface Need {
  /** The same for as long as it is the same need. */
  readonly id: string
  readonly kind: NeedKind
  readonly title: string
  readonly text: string
  /** In milliseconds. */
  readonly since: number
  /** The higher, the sooner. */
  readonly urgency: number
  readonly run?: string | undefined
  readonly workflow?: string | undefined
  readonly question?: string | undefined
  /** The skill, by its path. */
  readonly ref?: string | undefined
  /** Skills that this is about together, each with its path. */
  readonly skills?: readonly { readonly name: string; readonly path: string }[] | undefined
  readonly schedule?: string | undefined
  readonly options: readonly { readonly label: string; readonly about?: string | undefined }[]
  readonly multiple: boolean
  readonly command: string
}

/** What is known about everything that may need a person. */
export interface NeedFacts {
  readonly questions: readonly AskedInRun[]
  readonly approvals: readonly ChangedApproval[]
  /** Skills that ask for something, and that nobody decided about. */
  readonly unapproved: readonly AskingSkill[]
  readonly schedules: readonly QuietSchedule[]
  readonly changedRuns: readonly ChangedRun[]
  readonly messages: readonly ForPerson[]
  readonly now: number
}

interface AskedInRun extends OpenQuestion {
  readonly workflow: string
  readonly command: string
}

interface ChangedApproval {
  readonly name: string
  readonly path: string
  readonly approvedAt: string
  readonly state: string
}

interface AskingSkill {
  readonly name: string
  readonly path: string
  /** Where it comes from, in words. */
  readonly source: string
  readonly commands: number
  readonly grants: number
  readonly hooks: number
  readonly changed: number
}

interface QuietSchedule {
  readonly id: string
  readonly what: string
  readonly isQuiet: boolean
  readonly lastSuccess?: number | undefined
  readonly created: number
}

/** A run whose procedure is not any more what it was when the run began. */
interface ChangedRun {
  readonly run: string
  readonly workflow: string
  readonly path: string
  readonly updated: number
}

interface ForPerson {
  readonly id: number
  readonly from: string
  readonly text: string
  readonly at: number
}

/** Everything that waits for a person, the most urgent first, then the oldest. Runs that wait come before all else. */
export function listNeeds(facts: NeedFacts): readonly Need[] {
  const needs = [
    ...facts.questions.map(toQuestionNeed),
    ...facts.approvals.filter(({ state }) => state === "changed").map(toApprovalNeed),
    ...facts.schedules.filter(({ isQuiet }) => isQuiet).map(toScheduleNeed),
    ...facts.changedRuns.map(toChangedNeed),
    ...facts.messages.map(toMessageNeed),
    ...groupBySource(facts.unapproved).map(toUnapprovedNeed),
  ]
  return needs.toSorted((a, b) => b.urgency - a.urgency || a.since - b.since)
}

/** Every question of a run comes before what no run waits for. */
const WAITING_RUN = 1000

const QUESTION_KINDS = { step: "question", limit: "gate", budget: "budget" } as const

function toQuestionNeed({ run, id, kind, step, text, asked, urgency, ...rest }: AskedInRun): Need {
  return {
    id: `question:${run}:${step}:${rest.round}:${id}`,
    kind: QUESTION_KINDS[kind],
    title: `${rest.workflow} is waiting at ${step}`,
    text,
    since: asked,
    urgency: WAITING_RUN + urgency,
    run,
    workflow: rest.workflow,
    question: id,
    options: rest.options.map(({ label, about }) => ({ label, about })),
    multiple: rest.multiple,
    command: rest.command,
  }
}

const NOTHING_TO_CHOOSE = { options: [], multiple: false } as const

function toApprovalNeed({ name, path, approvedAt }: ChangedApproval): Need {
  return {
    ...NOTHING_TO_CHOOSE,
    id: `approval:${path}`,
    kind: "approval",
    title: `${name} changed after it was approved`,
    text: "Its commands, grants and hooks are off until a person approves it as it is now.",
    since: Date.parse(approvedAt),
    urgency: 100,
    ref: path,
    command: `skillet trust add ${quoteForShell(path)}`,
  }
}

function groupBySource(skills: readonly AskingSkill[]): readonly (readonly AskingSkill[])[] {
  const groups = new Map<string, AskingSkill[]>()
  for (const skill of skills) {
    const group = groups.get(skill.source)
    if (group === undefined) groups.set(skill.source, [skill])
    else group.push(skill)
  }
  return [...groups.values()]
}

/** One entry for all skills of a directory, because a project or a plugin may bring hundreds. */
function toUnapprovedNeed(skills: readonly AskingSkill[]): Need {
  const { source = "", path = "" } = skills[0] ?? {}
  const sum = (name: "commands" | "grants" | "hooks") => skills.reduce((all, skill) => all + skill[name], 0)
  const asked = [
    [sum("commands"), "command"],
    [sum("grants"), "grant"],
    [sum("hooks"), "hook"],
  ] as const
  const listed = asked.flatMap(([count, what]) => (count === 0 ? [] : [formatCount(count, what)]))
  const names = skills.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = skills.length > names.length ? ` and ${formatCount(skills.length - names.length, "other")}` : ""
  return {
    ...NOTHING_TO_CHOOSE,
    id: `unapproved:${source}`,
    kind: "approval",
    title: `${formatCount(skills.length, "skill")} in ${source} ${skills.length === 1 ? "asks" : "ask"} for an approval`,
    text: `${names.join(", ")}${more}: ${listed.join(", ")}, off until a person approves them.`,
    since: Math.max(...skills.map(({ changed }) => changed)),
    urgency: 20,
    skills: skills.slice(0, MOST_LINKED).map((skill) => ({ name: skill.name, path: skill.path })),
    command: `skillet trust add ${quoteForShell(path)}`,
  }
}

const MOST_NAMED = 5
const MOST_LINKED = 100

function toScheduleNeed({ id, what, lastSuccess, created }: QuietSchedule): Need {
  return {
    ...NOTHING_TO_CHOOSE,
    id: `schedule:${id}`,
    kind: "schedule",
    title: `schedule ${id} has gone quiet`,
    text: `${what}. ${lastSuccess === undefined ? "It never succeeded." : "It has not succeeded for longer than its quiet-after."}`,
    since: lastSuccess ?? created,
    urgency: 50,
    schedule: id,
    command: `skillet schedule show ${id}`,
  }
}

function toChangedNeed({ run, workflow, path, updated }: ChangedRun): Need {
  return {
    ...NOTHING_TO_CHOOSE,
    id: `changed:${run}`,
    kind: "changed-skill",
    title: `${workflow} changed while run ${run} is under way`,
    text: "The run continues with the procedure it began with. A fork continues with the new one and keeps every answer that is still valid.",
    since: updated,
    urgency: 40,
    run,
    workflow,
    ref: path,
    command: `skillet run fork ${run} --dry-run`,
  }
}

function toMessageNeed({ id, from, text, at }: ForPerson): Need {
  return {
    ...NOTHING_TO_CHOOSE,
    id: `message:${id}`,
    kind: "message",
    title: `${from} writes to you`,
    text,
    since: at,
    urgency: 30,
    command: "skillet messages --to human",
  }
}
