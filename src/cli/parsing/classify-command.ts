import { cutLeadingOptions } from "./leading-options.ts"

/** Words that are not a command on their own: the next word says which command it is. */
export const groups: readonly string[] = [
  "agent",
  "db",
  "migrate",
  "pin",
  "profile",
  "run",
  "schedule",
  "shell",
  "task",
  "trust",
  "workflow",
]

/** Happens at every prompt, and needs a third of the code that the start of a session needs. */
const PROMPT = "UserPromptSubmit"

/** Command lines of one kind run much the same code. The number of kinds is small, whatever is typed. */
export function classifyCommand(line: readonly string[]): string {
  const words = cutLeadingOptions(line).rest
  const [first = "", second = ""] = words
  if (first.startsWith("-") || words.includes("--help") || words.includes("-h")) return "help"
  const name = groups.includes(first) || (first === "hook" && second === PROMPT) ? `${first} ${second}` : first
  return words.includes("--json") ? `${name} --json` : name
}
