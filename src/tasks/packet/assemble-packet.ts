import { estimateTokens } from "../../text/estimate-tokens.ts"
import { type PacketPart, type PartName, partTable } from "./packet-parts.ts"
import { type Template, chooseTemplate } from "./templates.ts"
import type { LeftOut, Packet, PacketBudget, WakeFacts } from "../wake-facts.ts"

/**
 * What an agent gets when it wakes up.
 *
 * 1. The same facts and budget give the same bytes.
 * 2. The new message and the current task are always in it, however small the budget.
 * 3. The skill takes at most 60 % of the budget, and a sub-agent never gets the orchestrator's.
 * 4. Text from others is quoted. It cannot add a heading, a task or a mark.
 * 5. The receipt lists every part with its source and cost, and everything that was left out.
 */
export function assemblePacket(facts: WakeFacts, budget: PacketBudget): Packet {
  let { tokens } = budget
  for (;;) {
    const packet = assembleForBudget(facts, { ...budget, tokens })
    const tooLong = packet.text.length - (budget.characters ?? Number.POSITIVE_INFINITY)
    const excess = Math.max(tooLong / 4, packet.receipt.tokens - budget.tokens)
    if (excess <= 0 || tokens <= LEAST) return { ...packet, receipt: { ...packet.receipt, budget } }
    tokens = Math.max(LEAST, Math.floor(tokens - Math.max(20, excess)))
  }
}

/** With a smaller budget a packet has only what is never left out. */
const LEAST = 150
/** Headings, blank lines and the revision line. */
const FRAME = 60

function assembleForBudget(facts: WakeFacts, budget: PacketBudget): Packet {
  const template = chooseTemplate(facts)
  const wanted = new Set(template.blocks.flatMap(({ parts }) => parts))
  const frame = [...template.opening(facts), ...template.blocks.map(({ opening = "" }) => opening)].join("\n")
  const made = new Map<PartName, PacketPart>()
  const costs = new Map<PartName, number>()
  const leftOut: LeftOut[] = []
  let left = budget.tokens - FRAME - estimateTokens(frame)
  let reserved = sumReserved(facts, budget.tokens)
  for (const { part, most, least, make } of partTable) {
    if (!wanted.has(part)) continue
    const isNeeded = part === "new message" || part === "current task"
    if (least !== undefined) reserved = 0
    const room = Math.min(Math.floor(budget.tokens * most), isNeeded ? left : left - reserved)
    const one = room < SMALLEST && !isNeeded ? undefined : make(facts, Math.max(room, SMALLEST))
    if (one === undefined) {
      if (room < SMALLEST && make(facts, budget.tokens) !== undefined)
        leftOut.push({ part, what: "all of it", why: "no room" })
      continue
    }
    const cost = one.tokens ?? estimateTokens(one.text)
    made.set(part, one)
    costs.set(part, cost)
    left -= cost
    leftOut.push(...(one.leftOut ?? []))
  }
  const text = layOut(template, facts, made)
  const parts = [...made].map(([part, { source, reason }]) => ({ part, source, tokens: costs.get(part) ?? 0, reason }))
  return { text, receipt: { wake: facts.wake.id, tokens: estimateTokens(text), budget, parts, leftOut } }
}

/** Reserved for parts that come late in the order. */
function sumReserved(facts: WakeFacts, tokens: number): number {
  return partTable.reduce((sum, { least = 0, make }) => {
    if (least === 0) return sum
    const all = make(facts, tokens)
    return all === undefined ? sum : sum + Math.min(Math.floor(tokens * least), estimateTokens(all.text))
  }, 0)
}

/** Less room than this is not worth a part. */
const SMALLEST = 24

function layOut(template: Template, facts: WakeFacts, made: ReadonlyMap<PartName, PacketPart>): string {
  const blocks = template.blocks.flatMap(({ heading, opening = "", parts, dress }) => {
    const texts = parts.flatMap((part) => {
      const text = made.get(part)?.text
      return text === undefined ? [] : [dress?.(part, text, facts) ?? text]
    })
    if (texts.length === 0 && opening === "") return []
    return [heading, opening, ...texts].filter((text) => text !== "")
  })
  const revision = `[Skillet wake-up ${facts.wake.id}: ${facts.because}]`
  return `${[...template.opening(facts), ...blocks, revision].join("\n\n")}\n`
}
