/** The same as JSON, whatever the order of keys. */
export function expectSame(found: unknown, expected: unknown, what = "it"): void {
  const [left, right] = [plain(found), plain(expected)]
  if (left !== right) throw new Error(`${what} is\n  ${left}\nand not\n  ${right}`)
}

export async function expectRejection(promise: Promise<unknown>, what: string): Promise<void> {
  const outcome = await promise.then(
    () => "resolved",
    (error: unknown) => (error instanceof Error ? "rejected" : "rejected with something else"),
  )
  expectSame(outcome, "rejected", what)
}

function plain(value: unknown): string {
  const text = JSON.stringify(value, (_, held: unknown) => {
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
  return text ?? "undefined"
}
