import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { readRawRecord } from "../../../agents/raw-lines.ts"
import { locateRawLog, openRawLog, readRawLog } from "./raw-log.ts"
import { listTranscripts, locateTranscript, openTranscript } from "./transcript.ts"

/** A raw log in a directory that does not exist yet, and what is noted about it. */
function start(limits?: { readonly line: number; readonly file: number }) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "raw-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const file = path.join(root, "run", "turn.1.0.raw.jsonl")
  const notes: string[] = []
  const open = () => openRawLog(file, (text) => void notes.push(text), limits)
  return { root, file, notes, open, values: () => readRawLog(file).map(readRawRecord) }
}

test("objects are kept as they were printed, other lines as strings, in a file that only its owner can read", () => {
  const { file, open, notes } = start()
  const raw = open()
  for (const line of ['{ "b": 1,  "a": "\\u00fc" }', "warning: old", "[1]", '{"half":']) raw.add(line)
  raw.end(0)
  expect(fs.readFileSync(file, "utf8")).toBe(
    ['{ "b": 1,  "a": "\\u00fc" }', '"warning: old"', '"[1]"', String.raw`"{\"half\":"`, ""].join("\n"),
  )
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
  expect(notes).toEqual([])
})

test("of a line that is too long only whole characters of its beginning are kept, and that is said", () => {
  const { open, values } = start({ line: 10, file: 1000 })
  const raw = open()
  raw.add('{"text":"üüü"}')
  raw.add("abcdefghi😀")
  raw.add("1234567890")
  raw.end(0)
  expect(values()).toEqual([
    { skillet: "line-cut", text: "this line has 17 bytes; only its first 10 are kept", start: '{"text":"' },
    { skillet: "line-cut", text: "this line has 13 bytes; only its first 10 are kept", start: "abcdefghi" },
    "1234567890",
  ])
})

test("a full file ends with a line that says so, and that is noted once", () => {
  const { open, values, notes } = start({ line: 100, file: 30 })
  const raw = open()
  for (const n of [1, 2, 3, 4, 5]) raw.add(`{"number":${n}}`)
  raw.end(1)
  const full = { skillet: "file-full", text: "lines are missing here: only 30 bytes are kept for a turn" }
  expect(values()).toEqual([{ number: 1 }, { number: 2 }, full])
  expect(notes).toEqual(["not all of the program's raw output is kept: only 30 bytes are kept for a turn"])
})

test("what an earlier process wrote counts, and half a line that it left stays apart", () => {
  const { file, open, values } = start({ line: 100, file: 40 })
  fs.mkdirSync(path.dirname(file))
  fs.writeFileSync(file, '{"number":1}\n{"numb')
  const raw = open()
  raw.add('{"number":2}')
  raw.add('{"number":3}')
  raw.end(0)
  expect(values()).toEqual([{ number: 1 }, '{"numb', { number: 2 }, expect.objectContaining({ skillet: "file-full" })])
})

test("lines that were too long to be read are counted at the end", () => {
  const { open, values } = start()
  open().end(2)
  expect(values()).toEqual([
    { skillet: "lines-dropped", text: "lines that were too long to be read and are not kept: 2" },
  ])
})

test("if it cannot be written, that is noted once and nothing is thrown", () => {
  const { file, open, notes } = start()
  fs.writeFileSync(path.dirname(file), "not a directory")
  const raw = open()
  for (const line of ["one", "two"]) raw.add(line)
  raw.end(1)
  expect(notes).toEqual([expect.stringMatching(/^the program's raw output is not kept from here on: E\w+: /)])
})

test("a raw log beside a transcript is not taken for one", () => {
  const { root } = start()
  const transcript = locateTranscript(root, { key: { run: "r", step: "turn", round: 1, item: "-" } })
  openTranscript(transcript).close({ at: 1, kind: "notice", text: "x" })
  openRawLog(locateRawLog(transcript), () => undefined).end(1)
  expect(fs.readdirSync(path.join(root, "r"))).toEqual(["turn.1.0.jsonl", "turn.1.0.raw.jsonl"])
  expect(listTranscripts(root, "r")).toEqual([transcript])
})
