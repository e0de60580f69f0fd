import { fileURLToPath } from "node:url"
import type { SkillEditor } from "../../catalog/io/lint/open-editor.ts"
import { describeError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { isMap } from "../../text/is-map.ts"
import { type OpenDocument, type OpenDocuments, openDocuments, readPosition } from "./open-documents.ts"
import type { ReadMessage } from "./message-reader.ts"
import { toCodeAction, toCompletionItem, toDiagnostic } from "./to-protocol.ts"

interface LanguageServerOptions {
  /** What knows the skills of a directory. */
  readonly openEditor: (directory: string | undefined) => Promise<SkillEditor>
  readonly version: string
  readonly send: (message: object) => void
  /** Called with whether the client said that it would end the server. */
  readonly end: (isExpected: boolean) => void
}

type Params = Readonly<Record<string, unknown>>

/** What the protocol calls a request that cannot be carried out. */
class RequestError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const codes = {
  parse: -32700,
  invalid: -32600,
  unknown: -32601,
  params: -32602,
  internal: -32603,
  early: -32002,
} as const

interface Server extends LanguageServerOptions {
  readonly documents: OpenDocuments
  editor?: Promise<SkillEditor>
  isShutDown: boolean
}

/**
 * A language server for skills, over the same functions as `lint`.
 *
 * 1. A request is answered exactly once; nothing that a client sends ends the server but `exit` and the end of its input.
 * 2. Diagnostics are of the newest text of a document: an older check that ends late is not sent.
 * 3. It writes nothing: fixes are offered, and the editor applies them.
 */
export function openLanguageServer(options: LanguageServerOptions): (message: ReadMessage) => Promise<void> {
  const server: Server = { ...options, documents: openDocuments(), isShutDown: false }
  return async (message) => {
    if ("wrong" in message) return server.send({ id: null, error: { code: codes.parse, message: message.wrong } })
    const { id, method, params } = isMap(message.value) ? message.value : {}
    if (typeof method !== "string") {
      const isAnswer = isMap(message.value) && ("result" in message.value || "error" in message.value)
      if (!isAnswer) server.send({ id: null, error: { code: codes.invalid, message: "this is no request" } })
      return
    }
    const given = isMap(params) ? params : {}
    await (typeof id === "string" || typeof id === "number"
      ? answer(server, { id, method, params: given })
      : take(server, method, given))
  }
}

interface Request {
  readonly id: string | number
  readonly method: string
  readonly params: Params
}

async function answer(server: Server, { id, method, params }: Request): Promise<void> {
  try {
    const request = Object.hasOwn(requests, method) ? requests[method] : undefined
    if (request === undefined) throw new RequestError(codes.unknown, `there is no request ${method}`)
    server.send({ id, result: await request(server, params) })
  } catch (error) {
    const code = error instanceof RequestError ? error.code : codes.internal
    server.send({ id, error: { code, message: describeError(error) } })
  }
}

async function take(server: Server, method: string, params: Params): Promise<void> {
  const act = Object.hasOwn(notifications, method) ? notifications[method] : undefined
  if (act === undefined || (server.editor === undefined && method !== "exit")) return
  try {
    await act(server, params)
  } catch (error) {
    server.send({ method: "window/logMessage", params: { type: 1, message: `skillet: ${describeError(error)}` } })
  }
}

const requests: Readonly<Record<string, (server: Server, params: Params) => Promise<unknown>>> = {
  async initialize(server, params) {
    if (server.editor !== undefined) throw new RequestError(codes.invalid, "it was initialized already")
    server.editor = server.openEditor(findRoot(params))
    await server.editor
    return { capabilities, serverInfo: { name: "skillet", version: server.version } }
  },
  async shutdown(server) {
    const editor = requireEditor(server)
    // At once: clients may send `exit` without waiting for the answer.
    server.isShutDown = server.editor !== undefined
    await editor
    return null
  },
  async "textDocument/completion"(server, params) {
    const { document, position } = requirePlace(server, params)
    const items = (await requireEditor(server)).complete(document.text, position)
    return items.map((one) => toCompletionItem(one, position))
  },
  async "textDocument/hover"(server, params) {
    const { document, position } = requirePlace(server, params)
    const value = (await requireEditor(server)).describe(document.text, position)
    return value === undefined ? null : { contents: { kind: "markdown", value } }
  },
  async "textDocument/codeAction"(server, params) {
    const document = requireDocument(server, params)
    const editor = await requireEditor(server)
    const problems = await checkDocument(editor, document)
    if (problems.length === 0) return []
    const range = isMap(params["range"]) ? params["range"] : {}
    const [from, to] = [readPosition(range["start"])?.line ?? 0, readPosition(range["end"])?.line ?? 0]
    return editor
      .fixes(document.text, problems)
      .filter(({ line }) => line === undefined || (line - 1 >= from && line - 1 <= to))
      .map((fix) => toCodeAction(fix, { document, problems }))
  },
}

const notifications: Readonly<Record<string, (server: Server, params: Params) => unknown>> = {
  exit: ({ end, isShutDown }) => end(isShutDown),
  "textDocument/didOpen": (server, { textDocument }) => publish(server, server.documents.open(textDocument)),
  "textDocument/didChange": (server, params) => publish(server, server.documents.change(params)),
  "textDocument/didSave": (server, { textDocument }) =>
    publish(server, server.documents.find(readUri(textDocument) ?? "")),
  "textDocument/didClose"({ documents, send }, { textDocument }) {
    const uri = readUri(textDocument)
    if (uri === undefined) return
    documents.close(uri)
    send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: [] } })
  },
}

async function publish(server: Server, document: OpenDocument | undefined): Promise<void> {
  if (document === undefined) return
  const problems = await checkDocument(await requireEditor(server), document)
  const { uri, version } = document
  if (server.documents.find(uri)?.version !== version) return
  const diagnostics = problems.map((one) => toDiagnostic(one, document.text))
  server.send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } })
}

async function requireEditor({ editor, isShutDown }: Server): Promise<SkillEditor> {
  if (editor === undefined) throw new RequestError(codes.early, "initialize comes first")
  if (isShutDown) throw new RequestError(codes.invalid, "the server was shut down")
  return editor
}

function requireDocument({ editor, documents }: Server, { textDocument }: Params): OpenDocument {
  if (editor === undefined) throw new RequestError(codes.early, "initialize comes first")
  const document = documents.find(readUri(textDocument) ?? "")
  if (document === undefined) throw new RequestError(codes.params, "this document is not open")
  return document
}

function requirePlace(server: Server, params: Params) {
  const document = requireDocument(server, params)
  const position = readPosition(params["position"])
  if (position === undefined) throw new RequestError(codes.params, "there is no valid position")
  return { document, position }
}

const capabilities = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: 2, save: true },
  completionProvider: { triggerCharacters: [":", " ", "-"] },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: ["quickfix"] },
}

async function checkDocument(editor: SkillEditor, { uri, text }: OpenDocument): Promise<readonly Problem[]> {
  const file = toPath(uri)
  return file !== undefined && editor.isSkillFile(file) ? editor.check(file, text) : []
}

function readUri(document: unknown): string | undefined {
  return isMap(document) && typeof document["uri"] === "string" ? document["uri"] : undefined
}

/** The first directory that the editor has open. */
function findRoot({ workspaceFolders, rootUri }: Params): string | undefined {
  const [first] = Array.isArray(workspaceFolders) ? (workspaceFolders as readonly unknown[]) : []
  return toPath(readUri(first) ?? (typeof rootUri === "string" ? rootUri : ""))
}

/** The path of a file; undefined for documents that are none. */
function toPath(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return undefined
    throw error
  }
}
