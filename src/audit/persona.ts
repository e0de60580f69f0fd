import { hears, type Persona } from "../finding/persona.ts"
import { isSureAs } from "../finding/severity.ts"
import type { AuditRule, Hit } from "./rule.ts"

/** Whether a persona is told: doubtful hits only to those who asked for doubts. */
export function isTold(persona: Persona, rule: AuditRule, hit: Hit): boolean {
  const isSure = isSureAs(hit.confidence ?? rule.confidence, "medium")
  const first = isSure || rule.persona === "auditor" ? rule.persona : "pedantic"
  return hears(persona, first)
}
