import type { ExplainedSession } from "../../../sessions/io/explain-session.ts"
import type { SessionState } from "../../../sessions/explain-in-session.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"
import { describeUnread } from "./describe-unread.ts"

const titles: Readonly<Record<SessionState, string>> = {
  "not-found": "not found",
  cut: "found, and cut from the listing",
  offered: "offered, and not chosen",
  failed: "called, and that failed",
  "not-followed": "chosen, and not followed",
  followed: "chosen, and followed",
  given: "chosen",
  unknown: "not used; what was offered is unknown",
}

/** What became of a skill in a session, with the line that proves it. */
export function renderSessionState(explained: ExplainedSession, io: Io): readonly string[] {
  const { skill, host, id, state, because, proof, file, problems } = explained
  const place =
    proof === undefined
      ? `${shortenPath(file, io, "")}: no line shows it`
      : `${shortenPath(proof.file, io, "")}:${proof.line}`
  return [
    `${applyStyle(io, "bold", toVisibleLine(skill))} in the ${host} session ${toVisibleLine(id)}: ${titles[state]}`,
    `  ${indentHanging(toVisibleLine(because), 2, io.width)}`,
    `  ${toVisibleLine(place)}`,
    describeUnread(problems, io),
  ]
}
