import type { CarriedOptions } from "./carried-options.ts"
import type { Io } from "./output.ts"

/** The commands that look at skills, and so take the options that name more directories of skills. */
export const catalogCommands: ReadonlySet<string> = new Set([
  "list",
  "lint",
  "lsp",
  "profile create",
  "profile use",
  "profile list",
  "profile show",
  "profile clear",
  "why",
  "diff",
  "show",
  "render",
  "match",
  "eval",
  "budget",
  "usage",
  "follow",
  "mcp",
  "resolve",
  "review",
  "doctor",
  "step",
  "workflow list",
  "workflow check",
  "workflow diff",
  "workflow graph",
  "workflow show",
  "workflow quote",
  "trust add",
  "trust remove",
  "audit",
  "run start",
  "run fork",
  "prompt-block",
  "orchestrate",
  "inbox",
  "serve",
])

/**
 * A hint whose commands the reader can run from where they are: each begins with the words that started Skillet, and
 * with the options that said where to look. A line about usage names no options that the reader did not ask about.
 */
export function renderHint(text: string, io: Pick<Io, "cwd" | "program" | "carried">): string {
  const program = io.program?.(io.cwd) ?? "skillet"
  const isUsage = text.startsWith("usage: ")
  return text.replaceAll(/(?<![\w./-])skillet (?=([a-z][\w -]*))/g, (_all, after: string) => {
    const { always = "", folders = "", nameCommand } = isUsage || isAboutHelp(after) ? NOTHING : (io.carried ?? NOTHING)
    const name = nameCommand?.(after.split(" ")) ?? ""
    const words = [program, always, catalogCommands.has(name) ? folders : ""]
    return `${words.filter((word) => word !== "").join(" ")} `
  })
}

const NOTHING: Partial<CarriedOptions> = {}

function isAboutHelp(after: string): boolean {
  return /^(?:help\b|(?:[a-z]+ ){1,2}--help)/.test(after)
}
