import { readPacks } from "@skillet/scan"

/** The patterns of a bundled skill that have an expression are beside it, and every review searches for them. */
export function readExpressions(folder: string): Readonly<Record<string, string>> | undefined {
  const { patterns } = readPacks([{ folder, isTrusted: true }])
  return patterns.length === 0
    ? undefined
    : Object.fromEntries(patterns.map(({ pattern: { id, regex } }) => [id, regex] as const))
}
