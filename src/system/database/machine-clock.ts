import fs from "node:fs"

/**
 * A monotonic clock that ignores changes of the time of day. All processes of a machine read the same value until it
 * restarts.
 */
export interface LeaseClock {
  /** The boot of the machine to which its times belong. */
  readonly boot: string
  /** Milliseconds. */
  now(): number
  /** Whether the process of a worker is known to have ended (default: as far as this machine can tell). */
  isGone?(worker: string): boolean
}

export function openMachineClock(): LeaseClock {
  let boot: string | undefined
  return {
    get boot() {
      boot ??= bootId()
      return boot
    },
    now: () => Math.round(Number(process.hrtime.bigint() / 1000n) / 1000),
  }
}

/** If the system does not say, a lease that would last longer than it was taken for reveals another boot. */
function bootId(): string {
  const file = "/proc/sys/kernel/random/boot_id"
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").slice(0, 13) : "-"
}
