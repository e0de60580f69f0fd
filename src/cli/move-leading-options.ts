import { findCommand } from "./find-command.ts"
import { cutLeadingOptions } from "./parsing/leading-options.ts"

/** The same command line with the options that came before the command's name after it. */
export function moveLeadingOptions(line: readonly string[]): readonly string[] {
  const { leading, rest } = cutLeadingOptions(line)
  const found = leading.length === 0 ? undefined : findCommand(rest)
  if (found === undefined) return line
  return [...rest.slice(0, rest.length - found.rest.length), ...leading, ...found.rest]
}
