import type { TranscriptLine } from "./transcript.ts"

/** A line of a transcript for people; undefined if it contains nothing of interest. */
export function renderTranscriptLine(line: TranscriptLine): string | undefined {
  switch (line.kind) {
    case "start":
      return `${line.agent} is asked (${[line.driver, ...(line.model === undefined ? [] : [line.model])].join(", ")})`
    case "thinking":
    case "message":
      return line.text.trim() === "" ? undefined : `${line.kind}: ${line.text.trim()}`
    case "tool_call":
      return `${line.tool} ${JSON.stringify(line.input ?? {})}`
    case "tool_result":
      return line.isError ? `error: ${line.text}` : undefined
    case "notice":
      return line.text
    case "end": {
      const { tokensIn = 0, tokensOut = 0, money = 0 } = line.usage ?? {}
      return `answered, ${tokensIn + tokensOut} tokens, $${money.toFixed(2)}`
    }
    case "failed":
      return `failed: ${line.message}`
    case "session":
    case "usage":
      return undefined
  }
}
