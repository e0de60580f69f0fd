import type { ClientWanted } from "../../tasks/io/install-client.ts"
import type { Posting } from "../../tasks/io/post-message.ts"
import type { MessageType } from "../../tasks/model.ts"
import type { AgentEventFilter } from "../../tasks/store.ts"
import { COUNT, FLAG, fields, oneOf, optional, TEXT } from "./shape.ts"

export const POSTING = fields<Posting>({
  from: TEXT,
  text: TEXT,
  type: optional(
    oneOf<MessageType>({ message: true, question: true, answer: true, result: true, failure: true, notice: true }),
  ),
  requiresHuman: optional(FLAG),
  ownProject: optional(FLAG),
  to: optional(TEXT),
  key: optional(TEXT),
})

export const EVENT_FILTER = fields<AgentEventFilter>({ after: optional(COUNT), most: optional(COUNT) })

export const CLIENT_WANTED = fields<ClientWanted>({
  host: oneOf<ClientWanted["host"]>({ claude: true, codex: true, opencode: true, gemini: true }),
  isUser: FLAG,
  isUndo: FLAG,
})
