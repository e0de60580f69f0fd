import { isNegatedLabel, sayWithLabel } from "../../skill/body/judge-label.ts"
import { formatCount } from "../../text/format-count.ts"
import { formatMinute } from "../../text/format-time.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { describeKind } from "../messages/message-kind.ts"
import { toMentionName } from "../messages/inline-text.ts"
import { quoteLine, quoteMessage } from "../messages/quote-message.ts"
import type { Message } from "../model.ts"
import { cutToTokens } from "../skills/fit-skill.ts"
import { splitSentences, weighSentence } from "../skills/weigh-sentence.ts"
import type { LeftOut } from "../wake-facts.ts"

export interface FittedMessages {
  readonly text: string
  readonly leftOut: readonly LeftOut[]
}

/**
 * The new messages, complete as far as they fit. The newest is never dropped; if it is too long, it is cut, with a
 * note. If older ones are not shown, a line says how many and how to read them (`readThem` gives the command for that
 * number).
 */
export function renderNewMessages(
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
      shown.push(cutMessage(message, Math.max(left, 30), readThem(1)))
      leftOut.push({
        part: "new message",
        what: `the end of message ${message.id}`,
        why: "it is longer than its share",
      })
      left = 0
    } else leftOut.push({ part: "new message", what: `message ${message.id}`, why: "older, and there is no room" })
  }
  const unshown = messages.length - shown.length + older
  if (older > 0)
    leftOut.push({
      part: "new message",
      what: formatCount(older, "more message"),
      why: "older, and there are too many",
    })
  if (unshown > 0)
    shown.push(
      `[${formatCount(unshown, "older message is", "older messages are")} not shown: \`${readThem(messages.length + older)}\`]`,
    )
  return { text: shown.toReversed().join("\n\n"), leftOut }
}

const NOTE_TOKENS = 25

/**
 * `- 10:32 UTC - @backend: "…"`, each on one line. If they do not all fit, the least important sentences are left out
 * first, then the oldest messages.
 */
export function renderRecentMessages(messages: readonly Message[], room: number): FittedMessages {
  const lines = messages.map((message) => ({ message, line: recentLine(message, message.text) }))
  const costs = lines.map(({ line }) => estimateTokens(line) + 1)
  if (costs.reduce((sum, cost) => sum + cost, 0) <= room)
    return { text: lines.map(({ line }) => line).join("\n"), leftOut: [] }
  const shown: string[] = []
  let left = room
  let shortened = 0
  for (const [at, { message, line }] of [...lines.entries()].toReversed()) {
    const share = Math.max(LEAST_MESSAGE, Math.floor(left / (at + 1)))
    const fits = (costs[at] ?? 0) <= share
    const said = fits ? line : recentLine(message, mostImportant(message.text, share - FRAME_TOKENS))
    const cost = fits ? (costs[at] ?? 0) : estimateTokens(said) + 1
    if (cost > left) break
    if (!fits) shortened++
    shown.push(said)
    left -= cost
  }
  const many = messages.length - shown.length
  const why = "no room"
  return {
    text: shown.toReversed().join("\n"),
    leftOut: [
      ...(many === 0 ? [] : [{ part: "recent messages", what: formatCount(many, "older message"), why }]),
      ...(shortened === 0
        ? []
        : [{ part: "recent messages", what: `sentences of ${formatCount(shortened, "message")}`, why }]),
    ],
  }
}

const LEAST_MESSAGE = 24
/** Time, sender and quotes. */
const FRAME_TOKENS = 14
const LONGEST_RECENT = 4000

function recentLine(message: Message, text: string): string {
  const { at, from } = message
  return `- ${formatMinute(at)} - @${toMentionName(from)}${describeKind(message)}: ${quoteLine(text, LONGEST_RECENT)}`
}

/** The most important sentences, in order, within this many tokens; `…` stands for what was left out. */
function mostImportant(text: string, room: number): string {
  const sentences = splitMessage(text)
  const ranked = sentences
    .map((sentence, at) => ({ sentence, at, weight: weighSentence(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
  const kept = new Set<number>()
  let left = room
  for (const { sentence, at } of ranked) {
    const cost = estimateTokens(sentence) + 2
    if (cost > left) continue
    kept.add(at)
    left -= cost
  }
  if (kept.size === 0) return cutToTokens(ranked[0]?.sentence ?? "", Math.max(8, room))
  return sentences
    .flatMap((sentence, at) => (kept.has(at) ? [sentence] : kept.has(at - 1) || at === 0 ? ["…"] : []))
    .join(" ")
}

/** The sentences of a message. An item below a label with a negation is one sentence that says it. */
function splitMessage(text: string): readonly string[] {
  let label = ""
  return text.split("\n").flatMap((line) => {
    const words = line.trim()
    const item = /^(?:[-*+]|\d{1,3}[.)])\s+(.*)$/.exec(words)?.[1]
    if (item !== undefined && isNegatedLabel(label)) return [sayWithLabel(item, label)]
    if (item === undefined && words !== "") label = words.endsWith(":") ? words : ""
    return splitSentences(words)
  })
}

function fromLine(message: Message): string {
  const { from, at } = message
  return `@${toMentionName(from)}, ${formatMinute(at)}${describeKind(message)}:`
}

function cutMessage(message: Message, room: number, readIt: string): string {
  const from = fromLine(message)
  const note = `[Cut here: the message does not fit. All of it: \`${readIt}\`]`
  const left = room - estimateTokens(`${from}\n${note}`) - QUOTE_TOKENS
  return `${from}\n${quoteMessage(cutToTokens(message.text, Math.max(10, left)))}\n${note}`
}

/** The marks of a quotation. */
const QUOTE_TOKENS = 6
