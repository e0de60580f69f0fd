import type { WakeStore } from "../../store.ts"
import {
  type Database,
  hasNewestTables,
  openDatabase,
  type SubjectVersion,
} from "../../../system/database/open-database.ts"
import type { PostgresOptions } from "../../../system/postgres/open-postgres.ts"
import { isPostgresAddress } from "../../../system/database/postgres-address.ts"
import { toAsyncPort } from "../../../system/database/store-failure.ts"
import { openBranchStore } from "./branch-store.ts"
import { type Watch, openAgentStore } from "./agent-store.ts"
import { listAgentEvents, listNewEvents, noteEvent } from "./event-rows.ts"
import { openMessageStore } from "./message-store.ts"
import { openPinStore } from "./pin-store.ts"
import { openSessionStore } from "./session-store.ts"
import { openTaskStore } from "./task-store.ts"

export interface WakeStoreOptions extends Watch {
  readonly file: string
  readonly newTaskId: () => string
  /** How long to wait for another process that is writing (default 5 s). */
  readonly busyMilliseconds?: number | undefined
  /** The file of the thread for a server, where it is not beside the program. */
  readonly thread?: URL | undefined
}

/** Tasks, messages, agents and pins, in the same file as runs. */
export async function openWakeStore(options: WakeStoreOptions): Promise<WakeStore> {
  const { file } = options
  const database = await openTaskTables(file, options.busyMilliseconds, options.thread)
  return assembleWakeStore(database, options)
}

/** The same functions on any database. */
export function assembleWakeStore(database: Database, options: Omit<WakeStoreOptions, "file">): WakeStore {
  const { newTaskId } = options
  return toAsyncPort<WakeStore>(database.file, {
    ...openTaskStore(database, newTaskId),
    ...openBranchStore(database),
    ...openMessageStore(database),
    ...openAgentStore(database, options),
    ...openSessionStore(database),
    ...openPinStore(database),
    events: (scope, after = 0) => listNewEvents(database, scope, after),
    agentEvents: (address, filter = {}) => listAgentEvents(database, address, filter),
    note: (scope, event) => database.transaction(() => ({ result: noteEvent(database, scope, event), keep: true })),
    close: () => database.close(),
  })
}

export const TASKS: SubjectVersion = { subject: "tasks", version: 4 }

/** Opens the file with the tables of tasks in their newest version. What creates them is loaded only if needed. */
export async function openTaskTables(file: string, busyMilliseconds = 5000, thread?: URL): Promise<Database> {
  if (isPostgresAddress(file)) return openPostgresTasks({ address: file, busyMilliseconds, thread })
  const database = openDatabase(file, busyMilliseconds)
  if (hasNewestTables(database, TASKS)) return database
  const [{ migrate }, { taskTables }] = await Promise.all([
    import("../../../system/database/migrate.ts"),
    import("./task-tables.ts"),
  ])
  migrate(database, { ...TASKS, ...taskTables })
  return database
}

async function openPostgresTasks(options: Omit<PostgresOptions, "subject">): Promise<Database> {
  const [{ openPostgresTables }, { taskTables }] = await Promise.all([
    import("../../../system/postgres/open-postgres-tables.ts"),
    import("./task-tables.ts"),
  ])
  return openPostgresTables({ ...options, subject: "tasks" }, [{ ...TASKS, ...taskTables }])
}
