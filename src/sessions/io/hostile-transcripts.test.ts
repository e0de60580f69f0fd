import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { knownSessions } from "../../../test/sessions/known-sessions.ts"
import { copyRecording } from "../../../test/sessions/open-recording.ts"
import { readHome } from "../../../test/sessions/read-home.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import { readLines } from "./read-lines.ts"
import { readTranscript } from "./read-transcript.ts"
import { showUsage } from "./show-usage.ts"
import { needRoot, testWith } from "../../../test/needs.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "hostile-transcripts-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let home: string
beforeEach(() => {
  home = fs.mkdtempSync(path.join(folder, "home-"))
})

const PROJECT = ".claude/projects/-p"

function put(name: string, text: string | Buffer): string {
  const file = path.join(home, PROJECT, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  return file
}

function write(entry: object): string {
  return `${JSON.stringify({ sessionId: "s-1", timestamp: "2026-11-18T20:00:00Z", uuid: "u", cwd: "/p", ...entry })}\n`
}
const prompt = (text: string) => write({ type: "user", message: { role: "user", content: text } })

test("damaged lines, NULs, broken UTF-8 and a cut end are counted, and everything else is read", async () => {
  const lines = [
    prompt("one"),
    "{broken\n",
    "\0\0\0\n",
    '"text"\n',
    Buffer.from([0xff, 0xfe, 10]).toString("latin1"),
    prompt("two"),
    "\n",
    '{"type":"user","mess',
  ]
  const file = put("a.jsonl", Buffer.from(lines.join(""), "latin1"))
  const { sessions, problems } = await readTranscript(file, "claude")
  expect(sessions[0]?.events.map((event) => event.kind === "prompt" && event.text)).toEqual(["one", "two"])
  expect(problems.map(({ code, line, message }) => [code, line, message])).toEqual([
    ["session.damaged", 2, "4 lines of the transcript could not be read and are left out"],
    ["session.changing", undefined, "the last line of the transcript has no end yet and was not read"],
  ])
})

test("a line of a megabyte is read, one that is far too long is not, and texts are cut", async () => {
  const file = put("a.jsonl", `${prompt("x".repeat(1 << 20))}${prompt("y".repeat(17 << 20))}${prompt("end")}`)
  const { sessions, problems } = await readTranscript(file, "claude")
  expect(sessions[0]?.events.map((event) => (event.kind === "prompt" ? event.text.length : 0))).toEqual([2000, 3])
  expect(problems.map(({ line }) => line)).toEqual([2])
})

test("values of any type where others are expected are no error, in any host's transcript", async () => {
  const odd = [null, 0, -1, "", "x", [], {}, [null], { type: null }, true]
  const keys = [
    "message",
    "attachment",
    "payload",
    "content",
    "$set",
    "toolCalls",
    "timestamp",
    "usage",
    "part",
    "sessionId",
    "id",
  ]
  const types = ["user", "assistant", "attachment", "system", "response_item", "event_msg", "session_meta", "gemini"]
  const lines = types.flatMap((type) =>
    keys.flatMap((key) => odd.map((value) => `${JSON.stringify({ type, [key]: value })}\n`)),
  )
  const inner = odd.flatMap((value) => [
    write({ type: "assistant", message: { content: [{ type: "tool_use", id: value, name: value, input: value }] } }),
    write({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: value, content: value }] },
      toolUseResult: value,
    }),
    `${JSON.stringify({ type: "response_item", payload: { type: "function_call", call_id: value, name: value, arguments: value } })}\n`,
    `${JSON.stringify({ id: "g", type: "gemini", toolCalls: [{ id: value, name: value, args: value, result: value, status: value }] })}\n`,
  ])
  const file = put("a.jsonl", [...lines, ...inner].join(""))
  for (const host of ["claude", "codex", "gemini"] as const)
    expect((await readTranscript(file, host)).problems.filter(({ level }) => level === "error")).toEqual([])
})

test("links, files that are no files and files of others are not followed, and said", async () => {
  const secret = path.join(home, "secret.jsonl")
  fs.writeFileSync(secret, prompt("secret"))
  put("good.jsonl", prompt("good"))
  fs.symlinkSync(secret, path.join(home, PROJECT, "link.jsonl"))
  fs.symlinkSync(home, path.join(home, ".claude/projects/linked"))
  fs.mkdirSync(path.join(home, PROJECT, "folder.jsonl"))
  const { sessions, problems } = await readHome(home)
  expect(sessions.length).toBe(1)
  expect(problems.map(({ code, path: at }) => [code, path.basename(at)])).toEqual([["session.skipped", "link.jsonl"]])
})

testWith(needRoot, "a transcript of another user is not read", async () => {
  fs.chownSync(put("other.jsonl", prompt("other")), 12_345, 12_345)
  const { sessions, problems } = await readHome(home)
  expect(sessions).toEqual([])
  expect(problems.map(({ message }) => message)).toEqual(["the transcript was not read: it belongs to another user"])
})

test("what is added while a transcript is read is left for later, and a transcript that is replaced is reported", async () => {
  const file = put("a.jsonl", prompt("x".repeat(100)).repeat(20_000))
  let lines = 0
  const reading = readLines(file, () => {
    if (lines++ === 0) fs.appendFileSync(file, prompt("new"))
  })
  expect(await reading).toMatchObject({ lines: 20_000, damaged: 0, isReplaced: false })
  const again = readLines(file, () => {
    if (lines++ === 20_000) fs.truncateSync(file, 10)
  })
  expect((await again).isReplaced).toBe(true)
})

test("a database that is none is a problem", async () => {
  const at = path.join(home, ".local/share/opencode/opencode.db")
  fs.mkdirSync(path.dirname(at), { recursive: true })
  fs.writeFileSync(at, "SQLite format 3\0 and nothing else".repeat(100))
  const { sessions, problems } = await readHome(home)
  expect(sessions).toEqual([])
  expect(problems.map(({ code }) => code)).toEqual(["session.unreadable"])
})

test("opencode's database is the same after it was read, and a damaged part does not stop it", async () => {
  copyRecording("opencode-tool", home)
  const file = path.join(home, ".local/share/opencode/opencode.db")
  const before = fs.readFileSync(file)
  expect((await readTranscript(file, "opencode")).sessions.length).toBe(2)
  expect(fs.readFileSync(file).equals(before)).toBe(true)
  const text = before.toString("latin1").replaceAll('{"type":"step-start"', '["type":"step-start"')
  fs.writeFileSync(file, Buffer.from(text, "latin1"))
  const { sessions, problems } = await readTranscript(file, "opencode")
  expect(sessions.length).toBe(2)
  expect(problems.map(({ code }) => code)).toEqual(["session.damaged", "session.damaged"])
})

test("a second usage reads nothing again until a transcript changes, and counts the same", async () => {
  for (const { name } of knownSessions.filter(({ host }) => host === "claude")) copyRecording(name, home)
  const old = new Date(Date.now() - 60_000)
  const files = listFiles(home)
  for (const file of files) fs.utimesSync(path.join(home, file), old, old)
  const session = openSession({ cwd: home, env: { HOME: home } })
  const first = await showUsage(session)
  const second = await showUsage(session)
  expect([first.read, first.known, second.read, second.known]).toEqual([8, 0, 0, 8])
  expect(second.rows).toEqual(first.rows)
  expect(first.rows.find(({ skill }) => skill === "ship-it")).toMatchObject({
    offered: 5,
    invoked: { person: 1, model: 2, hook: 1 },
    failed: 1,
    followed: { yes: 1, no: 1, unknown: 2 },
  })
  fs.appendFileSync(path.join(home, files[0] ?? ""), "\n")
  expect((await showUsage(session)).read).toBe(1)
})

function listFiles(at: string): readonly string[] {
  return (fs.readdirSync(at, { recursive: true }) as string[]).filter((name) => name.endsWith(".jsonl"))
}
