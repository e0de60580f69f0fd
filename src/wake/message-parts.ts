import { estimateTokens } from "../text/estimate-tokens.ts"
import { visibleLine } from "../text/visible-text.ts"
import { quoteLine, quoteMessage } from "./messages/quote-message.ts"
import type { Message } from "./model.ts"
import { cutToTokens } from "./skills/fit-skill.ts"
import type { LeftOut } from "./wake-facts.ts"

export interface FittedMessages {
  readonly text: string
  readonly leftOut: readonly LeftOut[]
}

/**
 * The new messages, whole as far as they fit. The newest is never dropped; where it is too long, it is cut and says so.
 * Where older ones are not shown, a line says how many and how to read them (`readThem` gives the command for so many).
 */
export function newMessageText(
  messages: readonly Message[],
  room: number,
  { older = 0, readThem }: { readonly older?: number | undefined; readonly readThem: (most: number) => string },
): FittedMessages {
  const shown: string[] = []
  const leftOut: LeftOut[] = []
  let left = room - (older > 0 ? NOTE_TOKENS : 0)
  for (const [at, message] of messages.toReversed().entries()) {
    const whole = `${fromLine(message)}\n${quoteMessage(message.text)}`
    const cost = estimateTokens(whole)
    if (cost <= left) {
      shown.push(whole)
      left -= cost
    } else if (at === 0) {
      shown.push(cutMessage(message, Math.max(left, 30)))
      leftOut.push({
        part: "new message",
        what: `the end of message ${message.id}`,
        why: "it is longer than its share",
      })
      left = 0
    } else leftOut.push({ part: "new message", what: `message ${message.id}`, why: "older, and no room" })
  }
  const unshown = messages.length - shown.length + older
  if (older > 0) leftOut.push({ part: "new message", what: `${older} more messages`, why: "older, and too many" })
  if (unshown > 0) shown.push(`[${unshown} older messages are not shown: \`${readThem(messages.length + older)}\`]`)
  return { text: shown.toReversed().join("\n\n"), leftOut }
}

const NOTE_TOKENS = 25

/** `- 10:32 - @backend: "…"`, the oldest left out first. */
export function recentText(messages: readonly Message[], room: number): FittedMessages {
  const shown: string[] = []
  let left = room
  for (const message of messages.toReversed()) {
    const line = `- ${timeOf(message.at)} - @${visibleLine(message.from)}: ${quoteLine(message.text, 400)}`
    const cost = estimateTokens(line) + 1
    if (cost > left) break
    shown.push(line)
    left -= cost
  }
  const many = messages.length - shown.length
  return {
    text: shown.toReversed().join("\n"),
    leftOut: many === 0 ? [] : [{ part: "recent messages", what: `${many} older messages`, why: "no room" }],
  }
}

function fromLine({ from, at }: Message): string {
  return `@${visibleLine(from)}, ${timeOf(at)}:`
}

function cutMessage(message: Message, room: number): string {
  const note = "[Cut here: the message is longer than there is room for.]"
  return `${fromLine(message)}\n${quoteMessage(cutToTokens(message.text, Math.max(10, room - 20)))}\n${note}`
}

/** In UTC, so that the same rows give the same text everywhere. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 16)
}
