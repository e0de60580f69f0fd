/** Milliseconds of wall time and of this process's CPU time, which depends less on other load. */
export async function timedWithCpu(act) {
  const before = process.cpuUsage()
  const wall = await timed(act)
  const { user, system } = process.cpuUsage(before)
  return { wall, cpu: (user + system) / 1000 }
}

/** Milliseconds. */
export async function timed(act) {
  const started = performance.now()
  await act()
  return performance.now() - started
}
