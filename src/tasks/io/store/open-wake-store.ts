import type { WakeStore } from "../../store.ts"
import {
  type Database,
  hasNewestTables,
  openDatabase,
  type SubjectVersion,
} from "../../../system/database/open-database.ts"
import { toAsyncPort } from "../../../system/database/store-failure.ts"
import { branchTasks } from "./branch-tasks.ts"
import { type Watch, wakeAgents } from "./wake-agents.ts"
import { listEventsAfter, noteEvent } from "./wake-events.ts"
import { wakeMessages } from "./wake-messages.ts"
import { wakePins } from "./wake-pins.ts"
import { wakeSessions } from "./wake-sessions.ts"
import { wakeTasks } from "./wake-tasks.ts"

export interface WakeStoreOptions extends Watch {
  readonly file: string
  readonly newTaskId: () => string
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number | undefined
}

/** Tasks, messages, agents and pins, in the same file as runs. */
export async function openWakeStore(options: WakeStoreOptions): Promise<WakeStore> {
  const { file, newTaskId } = options
  const database = await openTaskTables(file, options.busyMilliseconds)
  return toAsyncPort<WakeStore>(file, {
    ...wakeTasks(database, newTaskId),
    ...branchTasks(database),
    ...wakeMessages(database),
    ...wakeAgents(database, options),
    ...wakeSessions(database),
    ...wakePins(database),
    events: (scope, after = 0) => listEventsAfter(database, scope, after),
    note: (scope, event) => database.transaction(() => ({ result: noteEvent(database, scope, event), keep: true })),
    close: () => database.close(),
  })
}

const TASKS: SubjectVersion = { subject: "tasks", version: 3 }

/** Opens the file with the tables of tasks in their newest version. What creates them is loaded only if needed. */
export async function openTaskTables(file: string, busyMilliseconds = 5000): Promise<Database> {
  const database = openDatabase(file, busyMilliseconds)
  if (hasNewestTables(database, TASKS)) return database
  const [{ migrate }, { taskTables }] = await Promise.all([
    import("../../../system/database/migrate.ts"),
    import("./task-tables.ts"),
  ])
  migrate(database, { ...TASKS, ...taskTables })
  return database
}
