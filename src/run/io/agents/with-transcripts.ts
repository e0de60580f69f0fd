import { createHash } from "node:crypto"
import { addUsage, noUsage } from "../../../agents/add-usage.ts"
import type { AgentAnswer, AgentDriver, AgentRequest, Usage } from "../../../agents/agent-driver.ts"
import { AgentFailure, toAgentFailure } from "../../../agents/agent-failure.ts"
import { describeError, SkilletError } from "../../../problem/failure.ts"
import { describeAgentState } from "./describe-agent-state.ts"
import { openTranscript, readAgentTranscript, locateTranscript, type TranscriptLine } from "./transcript.ts"

export interface Recording {
  /** Where transcripts are. */
  readonly folder: string
  readonly now: () => number
  /** Receives that an answer of an earlier process is used. */
  readonly reused?: ((request: AgentRequest, file: string) => void) | undefined
}

/**
 * A driver that writes a transcript of every agent. An answer is on disk before it is passed on: if Skillet is killed
 * before the answer is committed, the agent is not asked, and not paid, a second time.
 */
export function withTranscripts(driver: AgentDriver, { folder, now, reused }: Recording): AgentDriver {
  return {
    name: driver.name,
    paidFor: (request) => sumLineUsage(readAttemptEnds(folder, request)),
    async ask(request, signal, heard) {
      const file = locateTranscript(folder, request)
      const asked = createHash("sha256")
        .update(JSON.stringify([request.prompt, request.schema]))
        .digest("hex")
      const earlier = readStoredAnswer(file, asked)
      const paid = sumEarlierUsage(folder, request)
      if (earlier !== undefined) {
        reused?.(request, file)
        return withPaid(earlier, paid)
      }
      const transcript = openTranscript(file)
      const { key, attempt = 0, agent, model, cwd, prompt } = request
      const start = { kind: "start", key, attempt, agent, driver: driver.name, model, cwd, asked, prompt } as const
      transcript.add({ at: now(), ...start, pid: process.pid })
      try {
        const answer = await driver.ask(request, signal, (event) => {
          transcript.add({ at: now(), ...event })
          heard?.(event)
        })
        transcript.close({ at: now(), kind: "end", ...answer })
        return withPaid(answer, paid)
      } catch (error) {
        transcript.close(failedLine(error, now()))
        throw failedWithPaid(error, paid)
      }
    },
  }
}

/** The usage of earlier attempts at the same dispatch: they failed or were refused, but were paid for. */
function sumEarlierUsage(folder: string, { key, attempt = 0 }: AgentRequest): Usage {
  const lines = readAttemptEnds(folder, { key, attempt })
  return sumLineUsage(lines.filter(({ at, line }) => line.kind === "failed" || at < attempt))
}

/** How each attempt at a dispatch ended, up to this one. */
function readAttemptEnds(folder: string, { key, attempt = 0 }: Pick<AgentRequest, "key" | "attempt">) {
  return Array.from({ length: attempt + 1 }, (_, at) =>
    readAgentTranscript(locateTranscript(folder, { key, attempt: at }))
      .lines.filter(({ kind }) => kind === "failed" || kind === "end")
      .map((line) => ({ at, line })),
  ).flat()
}

function sumLineUsage(lines: readonly { readonly line: TranscriptLine }[]): Usage {
  return lines.reduce(
    (sum, { line }) => ("usage" in line && line.usage !== undefined ? addUsage(sum, line.usage) : sum),
    noUsage,
  )
}

function withPaid(answer: AgentAnswer, paid: Usage): AgentAnswer {
  return paid === noUsage ? answer : { ...answer, usage: addUsage(answer.usage ?? noUsage, paid) }
}

/** If there is no further attempt, the usage of all attempts is attached to the failure. */
function failedWithPaid(error: unknown, paid: Usage): unknown {
  if (paid === noUsage || !(error instanceof SkilletError)) return error
  const failure = toAgentFailure(error)
  return failure.having({ usage: addUsage(failure.usage ?? noUsage, paid) })
}

/** Only an answer to exactly this question counts, and only if nothing failed after it. */
function readStoredAnswer(file: string, asked: string): AgentAnswer | undefined {
  const { lines } = readAgentTranscript(file)
  const { start, status, answer } = describeAgentState(lines, () => true)
  return status === "answered" && start?.asked === asked ? answer : undefined
}

function failedLine(error: unknown, at: number): TranscriptLine {
  const code = error instanceof SkilletError ? error.code : "agent.stopped"
  const message = describeError(error)
  return { at, kind: "failed", code, message, usage: error instanceof AgentFailure ? error.usage : undefined }
}
