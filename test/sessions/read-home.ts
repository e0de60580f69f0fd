import path from "node:path"
import { locateHostFolders } from "../../src/hosts/host-folders.ts"
import { listTranscriptPlaces, locateTranscripts } from "../../src/sessions/io/locate-transcripts.ts"
import { readTranscript } from "../../src/sessions/io/read-transcript.ts"
import type { AgentHost, RecordedSession, SessionEvent } from "../../src/sessions/session.ts"

/** Every session of a home directory. */
export async function readHome(home: string) {
  const places = listTranscriptPlaces({ home, ...locateHostFolders({}, home) }, {})
  const { files, problems } = locateTranscripts(places)
  const read = await Promise.all(files.map(({ file, host }) => readTranscript(file, host)))
  return {
    sessions: read.flatMap(({ sessions }) => sessions),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  }
}

/** What sessions of a host show, as `KnownSession` says it. */
export function summariseSessions(host: AgentHost, all: readonly RecordedSession[]) {
  const sessions = all.filter((session) => session.host === host)
  const main = sessions.filter(({ parent }) => parent === undefined)
  const events = main.flatMap((session) => session.events)
  const offered = events.some(
    (event) => event.kind === "offered" && event.skills.some(({ name }) => name.endsWith("ship-it")),
  )
  return {
    isOffered: offered ? true : undefined,
    uses: events.flatMap((event) => (event.kind === "skill" ? [[event.name, event.by, event.outcome]] : [])),
    did: events.flatMap(describeCall),
    compactions: main.reduce((sum, { compactions }) => sum + compactions, 0),
    subAgents: sessions.length - main.length,
  }
}

function describeCall(event: SessionEvent): readonly string[] {
  if (event.kind !== "call") return []
  const files = event.files.map((file) => path.basename(file))
  if (event.action === "write" || files.length > 0) return [...new Set(files)]
  return event.action === "run" ? [`${event.command} ${event.exit}`] : []
}
