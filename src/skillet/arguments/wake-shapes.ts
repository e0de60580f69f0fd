import type { PreviewWanted } from "../../tasks/io/preview-wake.ts"
import type { WakeRole } from "../../tasks/model.ts"
import type { PacketBudget } from "../../tasks/wake-facts.ts"
import type { WakeAsked } from "../open-skillet-tasks.ts"
import { CALLBACK, FLAG, NUMBER, TEXT, fields, oneOf, optional } from "./shape.ts"

export const ROLE = oneOf<WakeRole>({
  orchestrator: true,
  agent: true,
  implementer: true,
  "spec-reviewer": true,
  "code-quality-reviewer": true,
  "code-reviewer": true,
})
const BUDGET = fields<PacketBudget>({ tokens: NUMBER, characters: optional(NUMBER) })

/** Waking an agent, and looking at what it would get. */
export const WAKE = fields<WakeAsked>({
  agent: TEXT,
  because: TEXT,
  trigger: TEXT,
  full: FLAG,
  budget: BUDGET,
  role: optional(ROLE),
  context: optional(TEXT),
  restored: optional(CALLBACK),
  onlyNews: optional(FLAG),
  session: optional(TEXT),
  subAgent: optional(TEXT),
  callerSession: optional(TEXT),
  holdMilliseconds: optional(NUMBER),
})
export const PREVIEW = fields<PreviewWanted>({ agent: TEXT, role: optional(ROLE), budget: BUDGET })
