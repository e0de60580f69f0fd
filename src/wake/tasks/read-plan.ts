import type { FileProblem } from "../../problem/problem.ts"
import { outlineOf } from "../../skill/body/outline.ts"
import { problem } from "../problems.ts"

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
  readonly indent: number
  readonly children: Draft[]
}

const CHECKBOX = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(.+)$/
/** Headings such as `### Task 2: Add the endpoint` are tasks in plans whose steps are the checkboxes below. */
const TASK_HEADING = /^(?:task|step|milestone)\s+\d+\b/i

/**
 * Reads checkbox plans: nested checkboxes are nested tasks, and a heading that names a task holds the checkboxes below it.
 * Checkboxes inside code are not tasks.
 */
export function readPlan(text: string): ReadPlan {
  const outline = outlineOf(text)
  const isCode = (line: number) => outline.fences.some(({ from, to }) => line >= from && line <= to)
  const headings = new Map(outline.headings.map((heading) => [heading.line, heading.text]))
  const tasks: Draft[] = []
  const open: Draft[] = []
  let holder: Draft | undefined
  for (const [at, line] of outline.lines.entries()) {
    if (isCode(at + 1)) continue
    const heading = headings.get(at + 1)
    if (heading !== undefined) {
      open.length = 0
      holder = TASK_HEADING.test(heading) ? draft(heading, at + 1, -1) : undefined
      if (holder !== undefined) tasks.push(holder)
      continue
    }
    const [, indent, mark, title] = CHECKBOX.exec(line) ?? []
    if (title === undefined) continue
    const found = { ...draft(plain(title), at + 1, widthOf(indent ?? "")), isDone: mark !== " " }
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= found.indent) open.pop()
    ;(open.at(-1) ?? holder ?? { children: tasks }).children.push(found)
    open.push(found)
  }
  const title = outline.headings[0]?.text
  const problems =
    tasks.length > 0
      ? []
      : [
          problem(
            "plan.no-tasks",
            { line: 1 },
            {
              message: "the plan has no tasks",
              fix: "write tasks as checkboxes: - [ ] Add the login endpoint",
            },
          ),
        ]
  return { title, tasks: tasks.map(settled), problems }
}

function draft(title: string, line: number, indent: number): Draft {
  return { title: plain(title), isDone: false, line, indent, children: [] }
}

/** A heading is done when everything below it is. */
function settled(task: Draft): PlannedTask {
  const children = task.children.map(settled)
  const isDone = task.indent === -1 ? children.length > 0 && children.every((child) => child.isDone) : task.isDone
  return { title: task.title, isDone, line: task.line, children }
}

function plain(title: string): string {
  return title.replaceAll("**", "").replace(/\s+/g, " ").trim()
}

function widthOf(indent: string): number {
  return indent.replaceAll("\t", "    ").length
}
