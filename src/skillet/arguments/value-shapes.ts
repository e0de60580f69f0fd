import type { Budget } from "../../run/model.ts"
import type { DriverName } from "../../settings/agent-settings.ts"
import { COUNT, FLAG, NUMBER, TEXT, fields, having, list, oneOf, optional } from "./shape.ts"

export const TEXTS = list(TEXT)
export const SIGNAL = having<AbortSignal>({ aborted: FLAG })
export const DRIVER = oneOf<DriverName>({
  host: true,
  auto: true,
  workers: true,
  claude: true,
  codex: true,
  gemini: true,
  opencode: true,
  api: true,
  command: true,
  offline: true,
})
export const BUDGET = fields<Budget>({
  agents: optional(COUNT),
  tokens: optional(COUNT),
  money: optional(NUMBER),
  seconds: optional(NUMBER),
})
