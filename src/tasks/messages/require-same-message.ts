import { SkilletError } from "../../problem/failure.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import type { Message } from "../model.ts"

interface SaidAgain {
  readonly from: string
  readonly text: string
  readonly key?: string | undefined
}

/** A key belongs to one message. Under the same key another text must not look as if it had been posted. */
export function requireSameMessage(posted: Message, { from, text, key = "" }: SaidAgain): void {
  if (posted.from === from && posted.text === text) return
  const how = posted.from === from ? "another text" : `a message of @${posted.from}`
  throw new SkilletError(
    "message.key-used",
    `the key "${toVisibleLine(key)}" was already used for ${how}, as message ${posted.id}; nothing was posted`,
    { retry: "no", next: "use another key for another message; skillet messages shows what was posted" },
  )
}
