/** Milliseconds. */
export async function timed(act) {
  const started = performance.now()
  await act()
  return performance.now() - started
}
