import fc from "fast-check"
import { expect, test } from "vitest"
import { frameMessage, openMessageReader } from "./message-reader.ts"
import { openLanguageServer } from "./language-server.ts"
import { openDocuments } from "./open-documents.ts"
import type { SkillEditor } from "../../catalog/io/lint/open-editor.ts"

const URI = "file:///p/skills/a/SKILL.md"

/** An editor that finds one problem with every text: the text itself. */
const plain: SkillEditor = {
  isSkillFile: () => true,
  check: async (path, text) => [{ code: "file.empty", level: "warning", path, line: 1, column: 1, message: text }],
  fixes: () => [],
  complete: () => [],
  describe: () => undefined,
}

interface Sent {
  readonly id?: unknown
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly code: number }
  readonly params?: { readonly version: number; readonly diagnostics: readonly { readonly message: string }[] }
}

function open(editor: SkillEditor = plain) {
  const sent: Sent[] = []
  const ends: boolean[] = []
  const handle = openLanguageServer({
    openEditor: async () => editor,
    version: "1",
    send: (message) => void sent.push(message),
    end: (isExpected) => void ends.push(isExpected),
  })
  return { sent, ends, say: (value: unknown) => handle({ value }), handle }
}

const start = { id: 1, method: "initialize", params: {} }
const opened = { method: "textDocument/didOpen", params: { textDocument: { uri: URI, version: 1, text: "one" } } }
const change = (version: number, text: string) => ({
  method: "textDocument/didChange",
  params: { textDocument: { uri: URI, version }, contentChanges: [{ text }] },
})

test("messages are read from any cuts of the stream", () => {
  const messages = [{ id: 1, method: "é" }, { id: 2 }, { id: 3, params: { text: "\r\n\r\n" } }]
  const bytes = Buffer.from(messages.map(frameMessage).join(""))
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const read = openMessageReader()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const found = edges.slice(1).flatMap((end, at) => read(bytes.subarray(edges[at], end)))
      expect(found).toEqual(messages.map((message) => ({ value: { jsonrpc: "2.0", ...message } })))
    }),
  )
})

test("what is no message is reported, and the next message is read", () => {
  const good = frameMessage({ id: 7 })
  const read = (text: string) => openMessageReader()(Buffer.from(text)).map((one) => ("wrong" in one ? one.wrong : one))
  const seven = { value: { jsonrpc: "2.0", id: 7 } }
  expect(read(`Content-Length: 3\r\n\r\n{{{${good}`)).toEqual(["the message is not JSON", seven])
  expect(read(`Hello: 3\r\n\r\n${good}`)).toEqual(["the header has no valid Content-Length", seven])
  expect(read(`Content-Length: 99999999999\r\n\r\n`)).toEqual(["the message is too large"])
  expect(read(`${"x".repeat(20_000)}${good}`)).toEqual([seven])
  expect(read("x".repeat(20_000))).toEqual(["there is no header before this message"])
})

test("a change that comes out of order is ignored, and diagnostics are of the newest text", async () => {
  const { sent, say } = open()
  await say(start)
  await Promise.all([say(opened), say(change(3, "three")), say(change(2, "two"))])
  const shown = sent.flatMap(({ params }) =>
    params === undefined ? [] : [[params.version, params.diagnostics[0]?.message]],
  )
  expect(shown).toEqual([[3, "three"]])
})

test("every request gets exactly one answer, and what an editor must not do is an error", async () => {
  const { sent, ends, say, handle } = open()
  await say({ id: "early", method: "textDocument/hover", params: {} })
  await say(start)
  await say(start)
  await say({ id: 2, method: "no/such" })
  await say({ id: 3, method: "textDocument/hover", params: { textDocument: { uri: URI } } })
  await say(opened)
  await say({ id: 4, method: "textDocument/hover", params: { textDocument: { uri: URI }, position: { line: -1 } } })
  await say({ id: 5, method: "__proto__" })
  await say([1])
  await handle({ wrong: "not JSON" })
  await say({ id: 6, method: "shutdown" })
  await say({
    id: 7,
    method: "textDocument/hover",
    params: { textDocument: { uri: URI }, position: { line: 0, character: 0 } },
  })
  await say({ method: "exit" })
  expect(sent.filter((one) => "id" in one).map(({ id, error }) => [id, error?.code])).toEqual([
    ["early", -32002],
    [1, undefined],
    [1, -32600],
    [2, -32601],
    [3, -32602],
    [4, -32602],
    [5, -32601],
    [null, -32600],
    [null, -32700],
    [6, undefined],
    [7, -32600],
  ])
  expect(ends).toEqual([true])
})

test("a client that says exit without waiting for the answer to shutdown gets both, and what it asked before", async () => {
  const { sent, ends, say } = open()
  const hover = { textDocument: { uri: URI }, position: { line: 0, character: 0 } }
  await Promise.all([
    say(start),
    say(opened),
    say({ id: 2, method: "textDocument/hover", params: hover }),
    say({ id: 3, method: "shutdown" }),
    say({ method: "exit" }),
  ])
  expect(sent.flatMap(({ id, error }) => (id === undefined ? [] : [[id, error?.code]]))).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
  ])
  expect(ends).toEqual([true])
})

test("an editor that fails is an answer, and the server goes on", async () => {
  const { sent, say } = open({
    ...plain,
    check: async () => {
      throw new Error("the disk is gone")
    },
  })
  await say(start)
  await say(opened)
  expect(sent.at(-1)).toMatchObject({ method: "window/logMessage", params: { message: "skillet: the disk is gone" } })
  await say({ id: 9, method: "shutdown" })
  expect(sent.at(-1)).toEqual({ id: 9, result: null })
})

test("nothing that is sent makes the server throw", async () => {
  const key = fc.constantFrom("textDocument", "position", "contentChanges", "range", "uri", "version", "text", "line")
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.constantFrom(URI, null, -1, 2, 1e300, "", true), tie("list"), tie("map")),
    list: fc.array(tie("any"), { maxLength: 3 }),
    map: fc.dictionary(key, tie("any"), { maxKeys: 4 }),
  })).any
  const method = fc.constantFrom(
    "initialize",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/hover",
    "constructor",
  )
  const message = fc.record({ id: fc.option(fc.nat(3), { nil: undefined }), method, params: value })
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 12 }), async (messages) => {
      const { sent, say } = open()
      await say(start)
      for (const one of messages) await say(one)
      expect(sent.filter((one) => "id" in one)).toHaveLength(1 + messages.filter(({ id }) => id !== undefined).length)
    }),
    { numRuns: 200 },
  )
})

test("changes of parts are applied as editors count: lines, and UTF-16 code units in a line", () => {
  const documents = openDocuments()
  documents.open({ uri: URI, version: 1, text: "a𝒳b\r\ncd\n" })
  const range = (from: readonly [number, number], to: readonly [number, number]) => ({
    start: { line: from[0], character: from[1] },
    end: { line: to[0], character: to[1] },
  })
  const contentChanges = [
    { range: range([0, 3], [1, 1]), text: "-" },
    { range: range([9, 9], [9, 9]), text: "!" },
  ]
  expect(documents.change({ textDocument: { uri: URI, version: 2 }, contentChanges })?.text).toBe("a𝒳-d\n!")
})
