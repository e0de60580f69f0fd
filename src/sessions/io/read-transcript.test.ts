import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { knownSessions } from "../../../test/sessions/known-sessions.ts"
import { copyRecording } from "../../../test/sessions/open-recording.ts"
import { readHome, summariseSessions } from "../../../test/sessions/read-home.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "read-transcript-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test.each(knownSessions.map((known) => [known.name, known] as const))(
  "the recorded transcript of %s shows what was done in it",
  async (name, known) => {
    const home = path.join(folder, name)
    copyRecording(name, home)
    const { sessions, problems } = await readHome(home)
    expect(problems).toEqual([])
    expect(summariseSessions(known.host, sessions)).toEqual({
      isOffered: known.isOffered,
      uses: known.uses,
      did: known.did,
      compactions: known.compactions ?? 0,
      subAgents: known.subAgents ?? 0,
    })
  },
)
