import { placeProblem, type FileProblem, type Problem } from "../../problem/problem.ts"
import { describeError } from "../../problem/failure.ts"
import { formatCount } from "../../text/format-count.ts"
import type { TranscriptReader } from "../collect-session.ts"
import { sessionProblem } from "../problems.ts"
import { openClaudeReader } from "../readers/claude-reader.ts"
import { openCodexReader } from "../readers/codex-reader.ts"
import { openGeminiReader } from "../readers/gemini-reader.ts"
import type { AgentHost } from "../session.ts"
import { describeLimit, type ReadTranscript } from "./read-result.ts"
import { readLines, type LineCounts } from "./read-lines.ts"
import { readOpencodeDatabase } from "./read-opencode.ts"

interface LineFormat {
  readonly open: () => TranscriptReader
  /** How lines begin that nobody needs, and that can be long. */
  readonly skips?: readonly string[]
}

const formats: Readonly<Record<Exclude<AgentHost, "opencode">, LineFormat>> = {
  claude: { open: openClaudeReader, skips: ['{"type":"api-request'] },
  codex: { open: openCodexReader },
  gemini: { open: openGeminiReader },
}

/** Reads a transcript. Whatever is wrong with it is a problem, and never an error. */
export async function readTranscript(file: string, host: AgentHost): Promise<ReadTranscript> {
  try {
    if (host === "opencode") return readOpencodeDatabase(file)
    const { open, skips } = formats[host]
    const reader = open()
    const counts = await readLines(file, (entry, line) => reader.take(entry, line), skips)
    const session = reader.finish()
    const problems = [...describeCounts(counts), ...describeLimit(session)].map((one) => placeProblem(file, one))
    return { sessions: session.id === "" ? [] : [session], problems }
  } catch (error) {
    return { sessions: [], problems: [describeUnreadable(file, error)] }
  }
}

/** An operation that failed is a problem of the file. Anything else is a bug. */
export function describeUnreadable(file: string, error: unknown): Problem {
  if (!(error instanceof Error && "code" in error)) throw error
  return placeProblem(file, sessionProblem("session.unreadable", {}, { message: describeError(error) }))
}

function describeCounts({ damaged, firstDamaged, isUnfinished, isReplaced }: LineCounts): readonly FileProblem[] {
  const broken = `${formatCount(damaged, "line")} of the transcript could not be read and ${damaged === 1 ? "is" : "are"} left out`
  return [
    ...(damaged === 0
      ? []
      : [
          sessionProblem("session.damaged", firstDamaged === undefined ? {} : { line: firstDamaged }, {
            message: broken,
          }),
        ]),
    ...(isUnfinished
      ? [
          sessionProblem(
            "session.changing",
            {},
            { message: "the last line of the transcript has no end yet and was not read" },
          ),
        ]
      : []),
    ...(isReplaced
      ? [sessionProblem("session.changing", {}, { message: "the transcript was changed while it was read" })]
      : []),
  ]
}
