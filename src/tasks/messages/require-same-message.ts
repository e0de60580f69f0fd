import { SkilletError } from "../../problem/failure.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import type { Message, MessageType } from "../model.ts"

interface SaidAgain {
  readonly from: string
  readonly text: string
  readonly type?: MessageType | undefined
  readonly requiresHuman?: boolean | undefined
  readonly key?: string | undefined
}

/** A key belongs to one message. Under the same key another text must not look as if it had been posted. */
export function requireSameMessage(posted: Message, again: SaidAgain): void {
  const { from, text, key = "", type = "message", requiresHuman = false } = again
  const isSameKind = posted.type === type && posted.requiresHuman === requiresHuman
  if (posted.from === from && posted.text === text && isSameKind) return
  const other = posted.text === text ? "another kind of message" : "another text"
  const how = posted.from === from ? other : `a message from @${posted.from}`
  throw new SkilletError(
    "message.key-used",
    `the key "${toVisibleLine(key)}" was already used for ${how}, as message ${posted.id}; nothing was posted`,
    { retry: "no", next: "use another key for another message; skillet messages shows what was posted" },
  )
}
