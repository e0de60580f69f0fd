import { setTimeout as wait } from "node:timers/promises"
import { isGroupAlive, signalGroup } from "./is-alive.ts"

const PATIENCE = 5000

/** Ends a process group, with SIGTERM first unless forced. False if something of it still runs after five seconds. */
export async function endGroup(group: number, isForced: boolean): Promise<boolean> {
  signalGroup(group, isForced ? "SIGKILL" : "SIGTERM")
  const deadline = performance.now() + PATIENCE
  while (isGroupAlive(group) && performance.now() < deadline) await wait(20)
  return !isGroupAlive(group)
}
