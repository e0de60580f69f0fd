import type { FileProblem, Problem } from "../../problem/problem.ts"
import { formatCount } from "../../text/format-count.ts"
import { sessionProblem } from "../problems.ts"
import type { RecordedSession } from "../session.ts"

/** The sessions of one file, with what could not be read of it. */
export interface ReadTranscript {
  readonly sessions: readonly RecordedSession[]
  readonly problems: readonly Problem[]
}

export function describeLimit({ leftOut }: Pick<RecordedSession, "leftOut">): readonly FileProblem[] {
  const message = `${formatCount(leftOut, "event")} after the first of this session ${leftOut === 1 ? "is" : "are"} not counted`
  return leftOut === 0 ? [] : [sessionProblem("session.left-out", {}, { message })]
}
