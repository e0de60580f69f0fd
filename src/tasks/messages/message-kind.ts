import type { Address, Message, Scope } from "../model.ts"

/** The address under which people get messages. */
export const HUMAN = "human"

/** ` (question, requires a human)`; empty for an ordinary message. */
export function describeKind({ type, requiresHuman }: Pick<Message, "type" | "requiresHuman">): string {
  const parts = [...(type === "message" ? [] : [type]), ...(requiresHuman ? ["requires a human"] : [])]
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`
}

/** A message that requires a human is always for people too. */
export function addHuman(mentions: readonly Address[], { project, branch }: Scope): readonly Address[] {
  const isThere = mentions.some((one) => one.agent === HUMAN && one.project === project && one.branch === branch)
  return isThere ? mentions : [...mentions, { project, branch, agent: HUMAN }]
}
