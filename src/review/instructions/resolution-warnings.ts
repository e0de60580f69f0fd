import type { SkilletError } from "../../problem/failure.ts"

const GOING_ON = "Continuing with remaining skills."

type Why = Pick<SkilletError, "code" | "message" | "next">

export function describeBadReference(text: string, wrong: string): string {
  return `Warning: Skill '${text}' is not a valid reference.\nError: ${wrong}\n${GOING_ON}`
}

export interface NotLoaded {
  readonly warnings: readonly string[]
  /** Whether its file may be looked for in the plugin cache or the calling plugin. */
  readonly mayReadFile: boolean
}

/** What follows if the catalog gives nothing: a copy that was named is that copy or none; one that is off stays off. */
export function describeNotLoaded(ref: { readonly text: string; readonly isCopy?: boolean }, error: Why): NotLoaded {
  const { text } = ref
  if (ref.isCopy === true) {
    const what = error.code === "skill.not-found" ? "not found" : "could not be read"
    return {
      warnings: [`Warning: Skill '${text}' ${what}.\nError: ${oneLine(error)}\n${GOING_ON}`],
      mayReadFile: false,
    }
  }
  const failed = `Warning: Skill() tool failed for '${text}'. Falling back to direct file read.\nError: ${oneLine(error)}`
  if (error.code !== "skill.off") return { warnings: [failed], mayReadFile: true }
  const off = `Warning: Skill '${text}' is switched off and was not read.\n${GOING_ON}`
  return { warnings: [failed, off], mayReadFile: false }
}

/** What follows if its file cannot be read either. */
export function describeNotRead(text: string, error: Why, searched: readonly string[]): string {
  if (error.code !== "skill.not-found")
    return `Warning: Skill '${text}' could not be read.\nError: ${oneLine(error)}\n${GOING_ON}`
  const paths = searched.map((pattern) => `  - ${pattern}`)
  return [`Warning: Skill '${text}' not found.`, "Searched paths:", ...paths, GOING_ON].join("\n")
}

/** One sentence for people who named a skill that is not used, with what to do. */
export function describeUnused(text: string, why: string | Why): string {
  if (typeof why === "string") return `skill "${text}" is not used: ${why}`
  return `skill "${text}" is not used: ${joinLines(why.message)}; ${joinLines(why.next)}`
}

/** One sentence for people who named a skill that is not in the catalog. */
export function describeReadFile(text: string, file: string): string {
  return `skill "${text}" is not in the catalog and was read from ${file}`
}

function joinLines(text: string): string {
  return text.replace(/\s*\n\s*/g, " ")
}

function oneLine({ code, message, next }: Why): string {
  const isHelp = code === "skill.not-found" && /^(?:did you mean|the copies are)/.test(next)
  const text = isHelp ? `${message}; ${next}` : message
  return joinLines(text)
}
