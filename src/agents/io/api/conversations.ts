import { randomUUID } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { AgentFailure } from "../../agent-failure.ts"
import type { ApiMessage } from "./api-protocol.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

/** The messages of sessions with a model API, which stores none itself. */
export interface Conversations {
  newId(): string
  read(session: string): readonly ApiMessage[]
  keep(session: string, messages: readonly ApiMessage[]): void
}

/** One private file for each. */
export function openConversations(folder: string): Conversations {
  const locateConversation = (session: string) => {
    if (!/^[\w-]{1,64}$/.test(session)) throw unknown(session)
    return path.join(folder, `${session}.json`)
  }
  return {
    newId: () => randomUUID(),
    read(session) {
      const file = locateConversation(session)
      if (!fs.existsSync(file)) throw unknown(session)
      return JSON.parse(fs.readFileSync(file, "utf8")) as readonly ApiMessage[]
    },
    keep(session, messages) {
      makeDirectory(folder, 0o700)
      const file = locateConversation(session)
      const fresh = `${file}.${randomUUID()}`
      fs.writeFileSync(fresh, JSON.stringify(messages), { mode: 0o600, flag: "wx" })
      fs.renameSync(fresh, file)
    },
  }
}

function unknown(session: string): AgentFailure {
  return new AgentFailure("agent.refused", `there is no session ${session}`, {
    retry: "no",
    next: "start a new session",
  })
}
