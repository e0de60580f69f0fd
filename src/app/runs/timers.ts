import { setTimeout as sleep } from "node:timers/promises"
import type { DriveSettings } from "../../run/drive/drive-settings.ts"

/** How a driver waits, by the clock of the machine. */
export const timers: Pick<DriveSettings, "sleep" | "every"> = {
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  },
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds)
    return () => clearInterval(timer)
  },
}
