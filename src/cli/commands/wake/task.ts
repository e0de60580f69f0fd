import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { FileProblem } from "../../../problem/problem.ts"
import type { SkilletTasks } from "../../../skillet/open-skillet-tasks.ts"
import { type Task, taskStatuses } from "../../../tasks/model.ts"
import { renderTasks } from "../../../tasks/render-tasks.ts"
import { nowhere } from "../../../tasks/task-place.ts"
import { formatStatus } from "../../../tasks/task-status.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { renderTable } from "../../terminal/table.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { resolveCwd } from "../../with-resources.ts"
import { requireAgentName, withTasks } from "./with-wake.ts"

const owned = {
  assign: { kind: "text", value: "AGENT", about: "whose task it is" },
  skill: { kind: "list", value: "REF", about: "the skill for it; more skills are used as checklists" },
} as const

/** An empty value removes what the task has. */
const changed = {
  assign: { ...owned.assign, about: `${owned.assign.about}; "" for nobody` },
  skill: { ...owned.skill, about: `${owned.skill.about}; "" for none` },
} as const

/** Nobody, if the name is empty. */
function readAssignee(given: string | undefined): string | undefined {
  return given === undefined || given === "" ? given : requireAgentName(given)
}

/** A name that no host knows is kept, because the skill may be installed later, but not silently. */
async function warnOfSkills(
  tasks: SkilletTasks,
  skills: readonly string[] | undefined,
  io: Io,
): Promise<readonly FileProblem[]> {
  const problems = await tasks.checkSkills((skills ?? []).filter((skill) => skill !== ""))
  for (const { code, message, fix = "" } of problems)
    io.err(`${toVisibleLine(message)}\n  ${toVisibleLine(fix)}\n  code ${code}`)
  return problems
}

export const taskAdd = defineCommand({
  usage: "TITLE… [--parent ID] [--assign AGENT] [--skill REF]",
  examples: [
    { line: 'skillet task add "Add login endpoint" --assign backend', about: "one task" },
    { line: 'skillet task add "Write tests" "Write docs" --parent t-7k3f9qxm', about: "two subtasks of another task" },
  ],
  options: {
    parent: { kind: "text", value: "ID", about: "add them below this task" },
    status: { kind: "choice", values: taskStatuses, about: "their status (default pending)" },
    note: { kind: "text", value: "TEXT", about: "a note for each" },
    plan: { kind: "text", value: "FILE", about: "the plan they belong to", completes: "file", mayBeEmpty: true },
    run: { kind: "text", value: "RUN", about: "the run that this task follows" },
    ...owned,
  },
  arguments: { least: 1, most: 1000, what: "the title of a task", mayBeEmpty: true },
  async run({ options, arguments: titles }, io) {
    const empty = titles.find((title) => title.trim() === "")
    if (empty !== undefined) throw new UsageError("a task needs a title", 'skillet task add "Add login endpoint"')
    return withTasks(io, options, async (tasks) => {
      const added = await tasks.add(
        titles.map((title) => ({
          title: title.trim(),
          status: options.status ?? "pending",
          assignee: readAssignee(options.assign),
          skills: options.skill,
          notes: options.note,
          planFile: options.plan,
          run: options.run,
        })),
        options.parent,
      )
      const problems = await warnOfSkills(tasks, options.skill, io)
      if (options.json === true) io.json({ tasks: added, problems })
      else io.out(added.map(({ id, title }) => `${id}  ${toVisibleLine(title)}`).join("\n"))
      return 0
    })
  },
})

export const taskImport = defineCommand({
  usage: "PLAN.md [--assign AGENT] [--skill REF]",
  examples: [
    { line: "skillet task import docs/plans/login.md", about: "the plan becomes the active task" },
    { line: "skillet task import plan.md --assign backend", about: "all of it for one agent" },
  ],
  options: owned,
  arguments: { least: 1, most: 1, what: "a plan file", completes: "file" },
  async run({ options, arguments: [file = ""] }, io) {
    return withTasks(io, options, async (tasks) => {
      const { tasks: added, problems } = await tasks.import(file, {
        assignee: readAssignee(options.assign),
        skills: options.skill,
      })
      if (problems.length > 0) io.err(renderProblems(problems, io, resolveCwd(io, options)).join("\n"))
      const unknown = await warnOfSkills(tasks, options.skill, io)
      if (options.json === true) io.json({ tasks: added, problems: [...problems, ...unknown] })
      else if (added.length > 0) io.out(renderTasks({ ...nowhere, around: added }, "all", "all"))
      return added.length === 0 ? 1 : 0
    })
  },
})

export const taskList = defineCommand({
  more: "With an id: that task and all its subtasks.",
  usage: "[ID]",
  examples: [
    { line: "skillet task list", about: "the top-level tasks" },
    { line: "skillet task list t-7k3f9qxm", about: "one tree, with the current task marked" },
  ],
  options: { most: { kind: "number", value: "N", about: "print at most this many (default 200)" } },
  arguments: { least: 0, most: 1, what: "a task's id" },
  async run({ options, arguments: [id] }, io) {
    return withTasks(io, options, async (tasks) => {
      const found = await tasks.list({ below: id, most: options.most ?? 200 })
      const { current, above } = await tasks.place()
      if (options.json === true) io.json({ tasks: found, current: current?.id ?? null })
      else if (found.length === 0)
        io.out(renderHint('There are no tasks on this branch. skillet task add "…" adds one.', io))
      else if (id !== undefined) io.out(renderTasks({ ...nowhere, around: found, current, above }, "all", "all"))
      else io.out(renderTable(found, columns, io.width).join("\n"))
      return 0
    })
  },
})

const columns = [
  { title: "TASK", text: ({ id }: Task) => id },
  { title: "STATUS", text: ({ status }: Task) => formatStatus(status) },
  { title: "AGENT", text: ({ owner }: Task) => (owner === undefined ? "" : `@${toVisibleLine(owner)}`) },
  { title: "BELOW", text: ({ children }: Task) => (children === 0 ? "" : String(children)), align: "right" as const },
  { title: "TITLE", text: ({ title }: Task) => toVisibleLine(title), fills: true as const },
]

export const taskShow = defineCommand({
  usage: "ID",
  examples: [
    { line: "skillet task show t-7k3f9qxm", about: "by its id" },
    { line: "skillet task show 7k3 --json", about: "by the start of its id, as JSON" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a task's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withTasks(io, options, async (tasks) => {
      const { task, below } = await tasks.show(id)
      if (options.json === true) io.json({ task, below })
      else
        io.out(
          [
            ...taskLines(task),
            ...(below.length === 0 ? [] : ["", renderTasks({ ...nowhere, around: below }, "all", "all")]),
          ].join("\n"),
        )
      return 0
    })
  },
})

function taskLines(task: Task): readonly string[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["status", formatStatus(task.status)],
    ["agent", task.owner],
    ["skills", task.skills.length === 0 ? undefined : task.skills.join(", ")],
    ["plan", task.planFile],
    ["run", task.run],
    ["notes", task.notes],
  ]
  return [
    `${task.id}  ${toVisibleLine(task.title)}`,
    ...rows.flatMap(([name, text]) => (text === undefined ? [] : [`  ${name.padEnd(8)}${toVisibleLine(text)}`])),
  ]
}

export const taskUpdate = defineCommand({
  usage: "ID [--status S] [--assign AGENT] [--title T] [--note TEXT] [--skill REF]",
  examples: [
    { line: "skillet task update t-7k3f9qxm --status active", about: "start it" },
    { line: 'skillet task update t-7k3f9qxm --note "waiting for the schema"', about: "add a note" },
  ],
  options: {
    status: { kind: "choice", values: taskStatuses, about: "its new status" },
    title: { kind: "text", value: "TITLE", about: "its new title" },
    note: { kind: "text", value: "TEXT", about: "add this note" },
    run: { kind: "text", value: "RUN", about: 'the run that it follows; "" for none' },
    ...changed,
  },
  arguments: { least: 1, most: 1, what: "a task's id" },
  async run({ options, arguments: [id = ""] }, io) {
    if (options.title?.trim() === "")
      throw new UsageError("a task needs a title", `skillet task update ${id} --title "Add login endpoint"`)
    return withTasks(io, options, async (tasks) => {
      const task = await tasks.change(id, {
        status: options.status,
        title: options.title,
        note: options.note,
        assignee: readAssignee(options.assign),
        skills: options.skill,
        run: options.run,
      })
      const problems = await warnOfSkills(tasks, options.skill, io)
      if (options.json === true) io.json({ task, problems })
      else io.out(`${task.id}  ${formatStatus(task.status)}  ${toVisibleLine(task.title)}`)
      return 0
    })
  },
})

export const taskDone = defineCommand({
  usage: "ID [--with-subtasks]",
  examples: [
    { line: "skillet task done t-7k3f9qxm", about: "refused while subtasks are open" },
    { line: "skillet task done t-7k3f9qxm --with-subtasks", about: "its subtasks too" },
  ],
  options: { "with-subtasks": { kind: "flag", about: "mark its subtasks as done too" } },
  arguments: { least: 1, most: 1, what: "a task's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withTasks(io, options, async (tasks) => {
      const task = await tasks.change(id, { status: "done", withChildren: options["with-subtasks"] === true })
      const { current, next } = await tasks.place()
      const after = current ?? next
      if (options.json === true) io.json({ task, next: after ?? null })
      else
        io.out(
          `${task.id} is marked as done. ${after === undefined ? "No other task of this branch is open." : `Next: ${describeNext(after)}`}`,
        )
      return 0
    })
  },
})

/** A task that waits for something says so. */
function describeNext({ id, status, title }: Task): string {
  const isFree = status === "pending" || status === "active"
  return `${id}  ${isFree ? "" : `(${formatStatus(status)}) `}${toVisibleLine(title)}`
}

export const taskDelete = defineCommand({
  usage: "ID",
  examples: [
    { line: "skillet task delete t-7k3f9qxm", about: "it is no longer listed" },
    { line: "skillet task delete t-7k3f9qxm --json", about: "says how many were deleted" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a task's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withTasks(io, options, async (tasks) => {
      const { task, deleted } = await tasks.delete(id)
      if (options.json === true) io.json({ deleted })
      else
        io.out(
          deleted === 1
            ? `${task.id} is deleted.`
            : `${task.id} and ${formatCount(deleted - 1, "subtask")} are deleted.`,
        )
      return 0
    })
  },
})

export const taskMove = defineCommand({
  more: "For tasks that were begun before this branch was created.",
  usage: "--from BRANCH",
  examples: [
    { line: "skillet task move --from main", about: "the open tasks of main continue on this branch" },
    { line: "skillet task move --from feature/login --json", about: "prints the moved top-level tasks" },
  ],
  options: { from: { kind: "text", value: "BRANCH", about: "the branch that has them" } },
  arguments: noArguments,
  async run({ options }, io) {
    const { from } = options
    if (from === undefined) throw new UsageError("--from is missing", "skillet task move --from main")
    if (from.trim() === "") throw new UsageError("--from is empty", "skillet task move --from main")
    return withTasks(io, options, async (tasks) => {
      const moved = await tasks.move(from)
      if (options.json === true) io.json({ tasks: moved })
      else if (moved.length > 0) io.out(moved.map(({ id, title }) => `${id}  ${toVisibleLine(title)}`).join("\n"))
      if (moved.length === 0) io.err(`the branch ${toVisibleLine(from)} has no open task to move here`)
      return moved.length === 0 ? 1 : 0
    })
  },
})
