import type { FileProblem } from "../problem/problem.ts"
import { readOutline } from "../skill/body/read-outline.ts"
import { wakeProblem } from "./problems.ts"

/** A task of a plan file, before it has an id. */
export interface PlannedTask {
  readonly title: string
  readonly isDone: boolean
  readonly line: number
  readonly children: readonly PlannedTask[]
}

export interface ReadPlan {
  /** The first heading, or undefined. */
  readonly title?: string | undefined
  readonly tasks: readonly PlannedTask[]
  readonly problems: readonly FileProblem[]
}

interface Draft {
  readonly title: string
  readonly isDone: boolean
  readonly line: number
  readonly children: Draft[]
  /** A heading that only groups tasks is not a task if there are none below it. */
  readonly kind: "checkbox" | "task heading" | "group heading"
}

/** What a later line may be below: a heading by its level, a checkbox by its indent. */
interface Open {
  readonly depth: number
  readonly task: Draft
}

/** One mark, or none, between the brackets; anything close to a checkbox is read as one and reported. */
const CHECKBOX = /^(\s*)(?:[-*+]|\d{1,9}[.)])(\s*)\[([ xX✓✔~/>!?-]?)\]\s+(.+)$/u
const DONE = /^[xX✓✔]$/u
/** Headings such as `### Task 2: Add the endpoint` are tasks in plans whose steps are the checkboxes below. */
const TASK_HEADING = /^(?:task|step|milestone)\s+\d+\b/i
const GROUP_HEADING = /^(?:phase|chunk|stage)\s+\d+\b/i

/**
 * Reads checkbox plans: nested checkboxes are nested tasks, and a heading that names a task contains the checkboxes and
 * the headings below it. Checkboxes inside code are not tasks.
 */
export function readPlan(text: string): ReadPlan {
  const outline = readOutline(text.replace(/^\ufeff/, ""))
  const isCode = (line: number) => outline.fences.some(({ from, to }) => line >= from && line <= to)
  const headings = new Map(outline.headings.map((heading) => [heading.line, heading]))
  const tasks: Draft[] = []
  const problems: FileProblem[] = []
  const holders: Open[] = []
  const boxes: Open[] = []
  for (const [at, line] of outline.lines.entries()) {
    if (isCode(at + 1)) continue
    const heading = headings.get(at + 1)
    if (heading !== undefined) {
      boxes.length = 0
      closeOpen(holders, heading.level)
      const kind = classifyHeading(heading.text)
      if (kind === undefined) continue
      const task = { ...draft(heading.text, at + 1), kind }
      ;(holders.at(-1)?.task.children ?? tasks).push(task)
      holders.push({ depth: heading.level, task })
      continue
    }
    const [, indent = "", space = "", mark = "", title] = CHECKBOX.exec(line) ?? []
    if (title === undefined) continue
    const found = { ...draft(title, at + 1), isDone: DONE.test(mark) }
    if (space === "" || !(mark === " " || found.isDone)) problems.push(badCheckbox(at + 1, found.title))
    const depth = measureIndent(indent)
    closeOpen(boxes, depth)
    ;((boxes.at(-1) ?? holders.at(-1))?.task.children ?? tasks).push(found)
    boxes.push({ depth, task: found })
  }
  const settledTasks = tasks.flatMap(toPlannedTasks)
  return {
    title: outline.headings[0]?.text,
    tasks: settledTasks,
    problems: settledTasks.length === 0 ? [noTasks()] : problems,
  }
}

function closeOpen(open: Open[], depth: number): void {
  while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= depth) open.pop()
}

function classifyHeading(heading: string): Draft["kind"] | undefined {
  if (TASK_HEADING.test(heading)) return "task heading"
  return GROUP_HEADING.test(heading) ? "group heading" : undefined
}

function draft(title: string, line: number): Draft {
  return { title: plain(title), isDone: false, line, children: [], kind: "checkbox" }
}

/** A heading is done when everything below it is, and a checked task with an open one below it is not. */
function toPlannedTasks({ title, line, kind, isDone, children: below }: Draft): readonly PlannedTask[] {
  const children = below.flatMap(toPlannedTasks)
  if (kind === "group heading" && children.length === 0) return []
  const areDone = children.every((child) => child.isDone)
  return [{ title, line, children, isDone: areDone && (kind === "checkbox" ? isDone : children.length > 0) }]
}

function noTasks(): FileProblem {
  const fix = "write tasks as checkboxes: - [ ] Add the login endpoint"
  return wakeProblem("plan.no-tasks", { line: 1 }, { message: "the plan has no tasks", fix })
}

function badCheckbox(line: number, title: string): FileProblem {
  const wording = { message: "this is almost a checkbox; it is read as an open task", fix: `write: - [ ] ${title}` }
  return wakeProblem("plan.bad-checkbox", { line }, wording)
}

function plain(title: string): string {
  return title.replaceAll("**", "").replace(/\s+/g, " ").trim()
}

function measureIndent(indent: string): number {
  return indent.replaceAll("\t", "    ").length
}
