import type { UsePolicy } from "../skill/place.ts"
import { isMap } from "../text/is-map.ts"

/** The file next to SKILL.md in which Codex looks up who may use the skill. */
export const CODEX_POLICY_FILE = "agents/openai.yaml"

const PRODUCTS: ReadonlySet<string> = new Set(["codex", "CODEX", "chatgpt", "CHATGPT", "atlas", "ATLAS"])

/** What the file says to Codex. */
export function readCodexPolicy(values: Readonly<Record<string, unknown>>): UsePolicy {
  const { policy, interface: shown = {} } = values
  if (!isMap(policy) || typeof shown !== "object") return {}
  const { products = [], allow_implicit_invocation: implicit } = policy
  // To Codex, a file with an unknown product is broken, and it ignores all of it.
  if (!Array.isArray(products) || !products.every((one) => PRODUCTS.has(String(one)))) return {}
  if (products.length > 0 && !products.some((one) => String(one).toLowerCase() === "codex"))
    return { off: `${CODEX_POLICY_FILE} offers it to other products only` }
  return implicit === false ? { unlisted: `${CODEX_POLICY_FILE} sets allow_implicit_invocation to false` } : {}
}
