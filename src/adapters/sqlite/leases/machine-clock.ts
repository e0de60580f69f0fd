import fs from "node:fs"

/** Counts on, whatever happens to the time of day; all processes of a machine read the same until it starts anew. */
export interface LeaseClock {
  /** Which start of the machine its times are of. */
  readonly boot: string
  /** Milliseconds. */
  now(): number
}

export function machineClock(): LeaseClock {
  let boot: string | undefined
  return {
    get boot() {
      boot ??= bootId()
      return boot
    },
    now: () => Math.round(Number(process.hrtime.bigint() / 1000n) / 1000),
  }
}

/** Where the system does not tell, a lease that would hold longer than it was taken for shows another start. */
function bootId(): string {
  const file = "/proc/sys/kernel/random/boot_id"
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").slice(0, 13) : "-"
}
