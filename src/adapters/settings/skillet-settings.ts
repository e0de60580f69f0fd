import { CORE_SCHEMA, load } from "js-yaml"
import { type Problem, problem, problemAt } from "../../skill/problem.ts"

/** One of our own settings files, read but not yet judged. */
export interface ReadSettings {
  readonly values: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]
}

/** `text` is what stands in the file. */
export function parseSkilletSettings(file: string, text: string): ReadSettings {
  try {
    const value: unknown = load(text, { schema: CORE_SCHEMA })
    if (value === undefined || value === null) return { values: {}, problems: [] }
    if (typeof value === "object" && !Array.isArray(value))
      return { values: value as Record<string, unknown>, problems: [] }
    return { values: {}, problems: [unreadable(file, 1, "the file is not a map of settings")] }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "YAMLException") throw error
    const line = "mark" in error ? ((error.mark as { readonly line?: number } | null)?.line ?? 0) + 1 : 1
    return { values: {}, problems: [unreadable(file, line, "the file is not sound YAML")] }
  }
}

function unreadable(file: string, line: number, what: string): Problem {
  return problemAt(
    file,
    problem(
      "settings.unreadable",
      { line, column: 1 },
      { message: `${what}; nothing of it counts`, fix: "mend this line" },
    ),
  )
}
