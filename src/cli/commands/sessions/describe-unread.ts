import type { Problem } from "../../../problem/problem.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

const MOST = 3

/** What of the transcripts could not be read, in one sentence. */
export function describeUnread(problems: readonly Problem[], io: Io): string {
  if (problems.length === 0) return "All of it could be read."
  const named = problems
    .slice(0, MOST)
    .map(({ path, line, message }) => `${shortenPath(path, io, "")}${line === undefined ? "" : `:${line}`}: ${message}`)
  const rest = problems.length > MOST ? `; and ${problems.length - MOST} more, which --json has` : ""
  return `Not read: ${formatCount(problems.length, "problem")}: ${named.map(toVisibleLine).join("; ")}${rest}.`
}
