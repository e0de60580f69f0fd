import type { WakeStore } from "../../../wake/store.ts"
import { openDatabase } from "../open-database.ts"
import { translated } from "../store-failure.ts"
import { migrate } from "../migrations.ts"
import { promising } from "../promising.ts"
import { type Watch, wakeAgents } from "./wake-agents.ts"
import { eventsAfter, noteEvent } from "./wake-events.ts"
import { wakeMessages } from "./wake-messages.ts"
import { wakePins } from "./wake-pins.ts"
import { wakeTasks } from "./wake-tasks.ts"

export interface WakeStoreOptions extends Watch {
  readonly file: string
  readonly newTaskId: () => string
  /** How long to wait for another process that writes (default 5 s). */
  readonly busyMilliseconds?: number | undefined
}

/** Tasks, messages, agents and pins, in the same file as runs. */
export function openWakeStore({ file, newTaskId, busyMilliseconds = 5000, ...watch }: WakeStoreOptions): WakeStore {
  const database = openDatabase(file, busyMilliseconds)
  translated(file, () => migrate(database))
  return promising<WakeStore>(file, {
    ...wakeTasks(database, newTaskId),
    ...wakeMessages(database),
    ...wakeAgents(database, watch),
    ...wakePins(database),
    events: (scope, after = 0) => eventsAfter(database, scope, after),
    note: (scope, event) => database.transaction(() => ({ result: noteEvent(database, scope, event), keep: true })),
    close: () => database.close(),
  })
}
