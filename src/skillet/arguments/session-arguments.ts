import type { UsageOptions } from "../../sessions/io/show-usage.ts"
import type { AgentHost } from "../../sessions/session.ts"
import type { FollowOptions, SkilletSessions } from "../open-skillet-sessions.ts"
import type { VerbArguments } from "./check-arguments.ts"
import { NUMBER, TEXT, fields, list, oneOf, optional } from "./shape.ts"

const AGENT_HOST = oneOf<AgentHost>({ claude: true, codex: true, opencode: true, gemini: true })

/** The arguments of the verbs about recorded sessions. */
export const sessionArguments: { readonly sessions: VerbArguments<SkilletSessions> } = {
  sessions: {
    usage: [
      ["options", optional(fields<UsageOptions>({ since: optional(NUMBER), hosts: optional(list(AGENT_HOST)) }))],
    ],
    follow: [
      ["target", TEXT],
      ["options", optional(fields<FollowOptions>({ skill: optional(TEXT) }))],
    ],
    explain: [
      ["skill", TEXT],
      ["target", TEXT],
    ],
  },
}
