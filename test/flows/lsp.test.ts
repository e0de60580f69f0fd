import { spawn } from "node:child_process"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node.js"
import {
  CodeActionRequest,
  CompletionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  type CodeAction,
  type CompletionItem,
  type Hover,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
} from "vscode-languageserver-protocol"
import { garden } from "../plant.ts"
import { cli, skillet } from "./run-cli.ts"

const TEXT = "---\nname: pick\ndescription: Use when: somebody picks\nallowed-tools: Raed\n---\nPick it.\n"

/** The server as an editor starts it, with the client that editors use. */
function startServer(plot: ReturnType<typeof garden>) {
  const { cwd, env } = plot.options
  const child = spawn(process.execPath, [cli, "lsp", "--stdio"], { cwd, env: env as NodeJS.ProcessEnv })
  onTestFinished(() => void child.kill("SIGKILL"))
  const errors: string[] = []
  child.stderr.on("data", (data) => errors.push(String(data)))
  const client = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
  const shown: PublishDiagnosticsParams[] = []
  const waiting: ((params: PublishDiagnosticsParams) => void)[] = []
  client.onNotification(PublishDiagnosticsNotification.type, (params) => {
    shown.push(params)
    waiting.shift()?.(params)
  })
  client.listen()
  const exit = new Promise<number | null>((resolve) => child.on("exit", resolve))
  const nextProblems = () => new Promise<PublishDiagnosticsParams>((resolve) => waiting.push(resolve))
  return { child, client, shown, nextProblems, exit, errors }
}

test("a real client gets problems, fixes, completion and hover, and the server ends when it is told to", async () => {
  const plot = garden({ "project/.claude/skills/pick/SKILL.md": TEXT })
  const file = plot.at("project/.claude/skills/pick/SKILL.md")
  const uri = pathToFileURL(file).href
  const { child, client, nextProblems, exit, errors } = startServer(plot)
  const { capabilities } = await client.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: pathToFileURL(plot.project).href,
    capabilities: {},
  } as never)
  expect(Object.keys(capabilities).toSorted()).toEqual([
    "codeActionProvider",
    "completionProvider",
    "hoverProvider",
    "positionEncoding",
    "textDocumentSync",
  ])
  // What is no message does not end it.
  child.stdin.write("Content-Length: 5\r\n\r\n{{{{{")
  const first = nextProblems()
  await client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "markdown", version: 1, text: TEXT },
  })
  const { diagnostics } = await first
  const linted = JSON.parse(skillet(["lint", path.dirname(file), "--json"], plot.options).out)
  const toPlace = (line: number, code: unknown) => `${line} ${String(code)}`
  expect(diagnostics.map(({ range, code }) => toPlace(range.start.line + 1, code))).toEqual(
    linted.problems.map(({ line, code }: { line: number; code: string }) => toPlace(line, code)),
  )
  expect(diagnostics.map(({ code }) => code)).toEqual(["header.unquoted", "header.unknown-tool"])

  const whole = { start: { line: 0, character: 0 }, end: { line: 6, character: 0 } }
  const actions = (await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: whole,
    context: { diagnostics: [] },
  })) as CodeAction[]
  expect(actions.map(({ title }) => title)).toEqual([
    'Write description: "Use when: somebody picks"',
    "Change Raed to Read",
    "Change Raed to read",
    "Apply the safe fixes of skillet lint",
  ])
  expect(actions[3]?.edit?.changes?.[uri]).toEqual([
    {
      range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
      newText: 'description: "Use when: somebody picks"\n',
    },
  ])

  const second = nextProblems()
  await client.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } }, text: "con\n" }],
  })
  await second
  const items = (await client.sendRequest(CompletionRequest.type, {
    textDocument: { uri },
    position: { line: 3, character: 3 },
  })) as CompletionItem[]
  expect(items.map(({ label }) => label)).toContain("context")
  expect(items.map(({ label }) => label)).not.toContain("name")
  const hover = (await client.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 1, character: 1 },
  })) as Hover
  expect((hover.contents as { value: string }).value).toContain("- Codex: the name that counts")

  await client.sendRequest(ShutdownRequest.type)
  await client.sendNotification(ExitNotification.type)
  expect(await exit).toBe(0)
  expect(errors).toEqual([])
})
