import { SkilletError } from "../problem/failure.ts"
import type { NewTask, TaskChange } from "./store.ts"

/** A task as it is stored: an empty value is none. Throws if it has no title. */
export function tidyNewTask(task: NewTask): NewTask {
  return {
    ...task,
    title: requireTitle(task.title),
    assignee: task.assignee || undefined,
    skills: task.skills && dropBlank(task.skills),
    planFile: task.planFile || undefined,
    notes: task.notes || undefined,
    run: task.run || undefined,
  }
}

/** A change as it is stored: an empty skill is none, and so is an empty note. Throws if the title would be empty. */
export function tidyTaskChange<Change extends TaskChange>(change: Change): Change {
  return {
    ...change,
    title: change.title === undefined ? undefined : requireTitle(change.title),
    skills: change.skills && dropBlank(change.skills),
    note: change.note || undefined,
  }
}

function dropBlank(names: readonly string[]): readonly string[] {
  return names.map((name) => name.trim()).filter((name) => name !== "")
}

function requireTitle(title: string): string {
  const text = title.trim()
  if (text !== "") return text
  throw new SkilletError("task.untitled", "a task needs a title", {
    retry: "no",
    next: 'skillet task update ID --title "Add login endpoint" gives it another one',
  })
}
