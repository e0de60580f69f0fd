import fs from "node:fs"
import { openSession, type Session } from "../../catalog/io/session/open-session.ts"
import type { RecordedSession } from "../session.ts"

interface Place {
  /** Its skills are those that the agent of the session would have today. */
  readonly there: Session
  /** The directory, if it is not there any more: then the skills are those of here. */
  readonly gone?: string | undefined
}

/** The directory in which a session ran: another project has other skills. No server is started for it. */
export function openWhereItRan(opened: Session, { cwd }: Pick<RecordedSession, "cwd">): Place {
  if (cwd === undefined || cwd === opened.around.cwd) return { there: opened }
  if (fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return { there: opened, gone: cwd }
  return { there: openSession({ ...opened.options, cwd, serversOff: true }) }
}
