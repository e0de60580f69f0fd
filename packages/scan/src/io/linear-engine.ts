import type { PatternEngine } from "../pattern-engine.ts"

/**
 * An engine whose time is linear in the length of the line; it refuses patterns that cannot be run that way. Loaded on
 * first use.
 */
export async function openLinearEngine(): Promise<PatternEngine> {
  const { RE2JS } = await import("re2js")
  return {
    name: "re2js",
    compile(source, flags) {
      try {
        const compiled = RE2JS.compile(source, flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0)
        return {
          find(line, from) {
            const matcher = compiled.matcher(line)
            return matcher.find(from) ? { index: matcher.start(), length: matcher.end() - matcher.start() } : undefined
          },
        }
      } catch (error) {
        if (error instanceof Error) return { refused: error.message }
        throw error
      }
    },
  }
}
