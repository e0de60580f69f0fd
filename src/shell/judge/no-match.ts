import { findDecidingCommands } from "../reading/find-deciding-commands.ts"
import { toProgramName } from "./options/programs/runners.ts"

/**
 * Whether an exit code only means "no": nothing matched, two files differ, a test is false. That is so if every program
 * in the command that could have returned the code uses it in that sense.
 */
export function saysNo(command: string, exitCode: number | null): boolean {
  if (exitCode !== 1) return false
  const deciding = findDecidingCommands(command)?.filter((each) => each.kind === "answer" || !neverFails(each.words))
  return (
    deciding !== undefined &&
    deciding.length > 0 &&
    deciding.every((each) => each.kind === "answer" || answersNo(each.words))
  )
}

/** Programs that exit with 1 for "no" and with a higher code for a failure. */
const ANSWERS = /^(?:[efz]?grep|bzgrep|xzgrep|rg|ag|ack|diff|cmp|test|\[|pgrep|which|type|expr|pidof)$/

/** Sub-commands of git that do the same, with the option it requires, if any. */
const GIT: Readonly<Record<string, RegExp | undefined>> = {
  grep: undefined,
  diff: /^--(?:exit-code|quiet|no-index|check)$/,
  "diff-index": /^--(?:exit-code|quiet)$/,
  "diff-files": /^--(?:exit-code|quiet)$/,
  config: /^(?:--get(?:-\w+)?|get)$/,
  "merge-base": /^--is-ancestor$/,
  "show-ref": undefined,
  "check-ignore": undefined,
  "ls-files": /^--error-unmatch$/,
}

function answersNo([first = "", ...rest]: readonly (string | undefined)[]): boolean {
  const program = toProgramName(first)
  if (ANSWERS.test(program)) return true
  if (program === "jq") return rest.some((word) => /^(?:-\w*e|--exit-status)$/.test(word ?? ""))
  if (program === "command") return rest[0] === "-v" || rest[0] === "-V" || answersNo(rest)
  if (program === "env") return answersNo(rest.slice(rest.findIndex((word) => !/^\w+=/.test(word ?? ""))))
  if (program !== "git") return false
  const at = rest.findIndex((word) => word?.startsWith("-") !== true)
  const name = rest[at] ?? ""
  if (!Object.hasOwn(GIT, name)) return false
  const needs = GIT[name]
  return needs === undefined || rest.slice(at + 1).some((word) => needs.test(word ?? ""))
}

/** Commands that cannot be the one that failed. */
function neverFails([first]: readonly (string | undefined)[]): boolean {
  return /^(?:echo|printf|true|:)$/.test(first ?? "")
}
