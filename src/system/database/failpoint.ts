type Failpoint = (moment: FailMoment, act: string) => void
export type FailMoment = "before" | "during" | "after"

/**
 * For tests: `SKILLET_FAILPOINT=during:commit:3=kill` ends the process in the middle of its third commit, `=throw` throws
 * there. Nothing if the variable is not set.
 */
export function readFailpoint(setting: string | undefined): Failpoint | undefined {
  if (setting === undefined) return undefined
  const [, when, what, nth, how] = /^(before|during|after):([a-z]+):(\d+)=(kill|throw)$/.exec(setting) ?? []
  if (how === undefined) throw new Error(`SKILLET_FAILPOINT cannot be read: ${setting}`)
  let count = 0
  return (moment, act) => {
    if (moment !== when || act !== what) return
    count++
    if (count !== Number(nth)) return
    if (how === "throw") throw new Error(`failpoint ${setting}`)
    process.kill(process.pid, "SIGKILL")
  }
}
