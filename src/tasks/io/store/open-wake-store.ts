import type { WakeStore } from "../../store.ts"
import { type Database, NEWEST, openDatabase, readSchemaVersion } from "../../../system/database/open-database.ts"
import { toAsyncPort } from "../../../system/database/store-failure.ts"
import { type Watch, wakeAgents } from "./wake-agents.ts"
import { listEventsAfter, noteEvent } from "./wake-events.ts"
import { wakeMessages } from "./wake-messages.ts"
import { wakePins } from "./wake-pins.ts"
import { wakeSessions } from "./wake-sessions.ts"
import { wakeTasks } from "./wake-tasks.ts"

export interface WakeStoreOptions extends Watch {
  readonly file: string
  readonly newTaskId: () => string
  /** Creates the tables, or migrates those of an older version. */
  readonly migrate: (file: string) => Promise<void>
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number | undefined
}

/** Tasks, messages, agents and pins, in the same file as runs. */
export async function openWakeStore(options: WakeStoreOptions): Promise<WakeStore> {
  const { file, newTaskId } = options
  const database = await openNewest(options)
  return toAsyncPort<WakeStore>(file, {
    ...wakeTasks(database, newTaskId),
    ...wakeMessages(database),
    ...wakeAgents(database, options),
    ...wakeSessions(database),
    ...wakePins(database),
    events: (scope, after = 0) => listEventsAfter(database, scope, after),
    note: (scope, event) => database.transaction(() => ({ result: noteEvent(database, scope, event), keep: true })),
    close: () => database.close(),
  })
}

async function openNewest({ file, migrate, busyMilliseconds = 5000 }: WakeStoreOptions): Promise<Database> {
  const database = openDatabase(file, busyMilliseconds)
  if (readSchemaVersion(database) === NEWEST) return database
  database.close()
  await migrate(file)
  return openDatabase(file, busyMilliseconds)
}
