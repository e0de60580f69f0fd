import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { CallScript } from "../agents/model-calls.ts"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { type ClientSession, realClients } from "./real-client.ts"
import { count, openWakeBench, packetsIn, collectTexts } from "./wake-bench.ts"

const roles = ["implementer", "spec-reviewer", "code-quality-reviewer", "implementer", "spec-reviewer"]
const titles = ["Implementer", "Spec reviewer", "Code quality reviewer", "Implementer", "Spec reviewer"]

describe.each(realClients)("sub-agents of $name", (client) => {
  const bench = openWakeBench(`${client.host}-sub-agents`)
  const { project, skillet } = bench
  const post = (text: string) => skillet("say", `@orchestrator ${meeting.size} ${text}`, "--from", "ann")
  const meeting = openMeeting(() => post("are at work"))
  let server: ModelServer
  let session: ClientSession

  beforeAll(async () => {
    server = await openModelServer({
      scripts: {
        two: postFirst(client.startAgents(describeParts(2))),
        five: postFirst(client.startAgents(describeParts(5))),
        part: [() => meeting.attend().then(() => [client.runCommand("echo one >> parts.txt")])],
      },
    })
    client.prepare(bench, server)
    for (const role of new Set(roles)) client.defineAgent(bench, role)
    bench.put(`project/${client.skills}/login-guide/SKILL.md`, LOGIN_GUIDE)
    skillet("task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active")
    skillet("init", "--host", client.host, "--yes")
    const mayRun = client.host === "claude" ? ["--allowedTools", "Bash"] : undefined
    session = client.open(bench, server, mayRun)
  })
  afterAll(async () => {
    await session.end()
    await server.close()
    bench.remove()
  })

  test.each([2, 5])(
    "%i at once: each gets a packet of its own; messages from before and during their work reach the main thread, once",
    async (size) => {
      const before = server.asked.length
      meeting.size = size
      await session.say(`SCENARIO: ${size === 2 ? "two" : "five"}`)
      const requests = server.asked
        .slice(before)
        .map(({ body, prompt }) => ({ text: collectTexts(body).join("\n"), prompt }))
      const parts = describeParts(size).map(({ prompt }) =>
        requests.filter((request) => request.prompt.endsWith(prompt)),
      )
      // One request before the message, and one after it with the result of the command.
      expect(parts.map((own) => own.length)).toEqual(parts.map(() => 2))
      for (const [at, own] of parts.entries())
        for (const { text } of own) {
          expect(packetsIn(text, "a sub-agent starts")).toBe(1)
          expect(text).toContain(`# ${titles[at]} Subagent\n`)
          for (const foreign of ["Orchestrator Wake-up", "will start", "are at work"])
            expect([foreign, count(text, foreign)]).toEqual([foreign, 0])
          expect(text).toMatch(/## The Task\n\nt-\w+: Add login endpoint \(active\)/)
        }
      const numbers = parts.map(([first]) => /wake-up (\d+): a sub-agent starts/.exec(first?.text ?? "")?.[1])
      expect(new Set(numbers).size).toBe(size)
      expect(fs.readFileSync(path.join(project, "parts.txt"), "utf8")).toBe("one\n".repeat(size))
      fs.rmSync(path.join(project, "parts.txt"))

      for (const prompt of ["SAY: ONE", "SAY: TWO"]) {
        await session.say(prompt)
        expect(["will start", "are at work"].map((text) => count(lastRequest(), `${size} ${text}`))).toEqual([1, 1])
      }
      expect([packetsIn(lastRequest(), "a new session"), packetsIn(lastRequest(), "a sub-agent starts")]).toEqual([
        1, 0,
      ])
    },
    240_000,
  )

  /** A message arrives when the main thread is about to start them. */
  function postFirst([first, ...rest]: CallScript): CallScript {
    const start: CallScript[number] = (results) => {
      post("will start")
      return first?.(results) ?? []
    }
    return [start, ...rest]
  }

  function lastRequest(): string {
    return collectTexts(server.asked.at(-1)?.body).join("\n")
  }
})

const LOGIN_GUIDE = "---\nname: login-guide\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n"

function describeParts(size: number) {
  return roles.slice(0, size).map((role, at) => ({ role, prompt: `SCENARIO: part\nPart ${at} of ${size}.` }))
}

/** No sub-agent continues before all of them are at work; then something happens, once. */
function openMeeting(happens: () => void) {
  let present: (() => void)[] = []
  const attend = () =>
    new Promise<void>((resolve) => {
      present.push(resolve)
      if (present.length < meeting.size) return
      happens()
      for (const leave of present) leave()
      present = []
    })
  const meeting = { size: 0, attend }
  return meeting
}
