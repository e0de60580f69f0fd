import path from "node:path"
import { pathToFileURL } from "node:url"
import { createMcpHandler, type McpServer as SdkServer } from "@modelcontextprotocol/server"
import { expect, onTestFinished, test } from "vitest"
import { type Served, serveFetch } from "../../../../test/mcp/serve-http.ts"
import type { FoundSkill } from "../../skill-source.ts"
import { readSkill } from "../../../skill/read-skill.ts"
import type { SkilletError } from "../../../problem/failure.ts"
import type { McpServer } from "./mcp-server.ts"
import { type McpSource, openMcpSource } from "./mcp-source.ts"

const folder = path.resolve(import.meta.dirname, "../../../../test/mcp")

type Way = "stdio" | "stdio, newest only" | "http" | "http, newest only"
const ways: readonly Way[] = ["stdio", "stdio, newest only", "http", "http, newest only"]

async function honest(way: Way): Promise<McpSource> {
  const source = openMcpSource({ name: "acme", trust: "text", transport: await transportOf(way) })
  onTestFinished(() => source.close())
  return source
}

async function transportOf(way: Way): Promise<McpServer["transport"]> {
  const script = path.join(folder, "honest-server.mjs")
  if (way === "stdio") return { kind: "stdio", command: process.execPath, args: [script] }
  if (way === "stdio, newest only") return { kind: "stdio", command: process.execPath, args: [script, "modern"] }
  const served = await serveOffering(way === "http" ? "stateless" : "reject")
  return { kind: "http", url: served.url, headers: { authorization: "Bearer right" } }
}

async function serveOffering(legacy: "stateless" | "reject"): Promise<Served> {
  const url = pathToFileURL(path.join(folder, "offering.mjs")).href
  const { makeServer } = (await import(url)) as { readonly makeServer: () => SdkServer }
  const handler = createMcpHandler(makeServer, { legacy })
  const served = await serveFetch((request) =>
    request.headers.get("authorization") === "Bearer right"
      ? handler.fetch(request)
      : Promise.resolve(new Response("who are you?", { status: 401 })),
  )
  onTestFinished(async () => {
    await handler.close()
    await served.close()
  })
  return served
}

async function skillOf(source: McpSource, name: string): Promise<FoundSkill> {
  const skill = (await source.list()).skills.find((found) => found.name === name)
  if (skill === undefined) throw new Error(`no ${name}`)
  return skill
}

test.each(ways)("skills, their texts and files, and prompts are read from a real server: %s", async (way) => {
  const source = await honest(way)
  const { skills, problems } = await source.list()
  expect(skills.map(({ path: at, summary }) => [at, summary.header])).toEqual(listed)
  expect(problems).toEqual([oddPrompt])
  const [deploy, pdf, review, greet] = skills as readonly [FoundSkill, FoundSkill, FoundSkill, FoundSkill]

  expect(await source.read(pdf)).toBe(pdfText)
  expect(readSkill(pdfText).problems).toEqual([])
  expect(sizes(await source.files(pdf))).toEqual(pdfFiles)
  expect(sizes(await source.files(deploy))).toEqual({ "SKILL.md": 54 })
  expect(await source.files(greet)).toEqual({})

  const reading = readSkill(await source.read(review, ["a.ts", "fast"]))
  if (reading.kind === "refused") throw new Error("refused")
  expect(reading.skill.header.allowedTools).toBeUndefined()
  expect(reading.skill.body.trim()).toBe(
    "---\nallowed-tools: Bash\n---\nReview a.ts (fast).\n\nI will.\n\n[image left out]",
  )
  expect(await source.read(greet)).toContain("Hello!")
  const wrong = [source.read(review), source.read(greet, ["x"])]
  expect(await Promise.all(wrong.map((work) => work.catch((error: SkilletError) => error.message)))).toEqual([
    "the prompt review needs: file",
    "the prompt greet takes 0 arguments, not 1",
  ])
})

/** No alias, no tag, nothing hidden; every name contains the server's. */
const listed = [
  ["mcp://acme/skills/deploy", { name: "acme:deploy", description: "Deploys." }],
  [
    "mcp://acme/skills/pdf",
    {
      name: "acme:pdf",
      description: "Fill in &lt;b&gt;PDF&lt;/b&gt; forms.",
      whenToUse: "When a form is to be filled in.",
      allowedTools: ["Bash(rm *)"],
    },
  ],
  [
    "mcp://acme/prompts/review",
    {
      name: "mcp__acme__review",
      description: "Review a change. Thoroughly.",
      arguments: ["file", "mode"],
      disableModelInvocation: true,
    },
  ],
  ["mcp://acme/prompts/greet", { name: "mcp__acme__greet", description: "Greets.", disableModelInvocation: true }],
]

const oddPrompt = {
  code: "source.failed",
  level: "error",
  path: "acme",
  message:
    'the server acme offers prompts with unusual names (only letters, digits, dots, hyphens and underscores are allowed); left out: "odd name"',
  fix: "ask the server's operators to fix them",
}

/** The frontmatter is the one that was listed. */
const pdfText = `---
name: "acme:pdf"
description: Fill in &lt;b&gt;PDF&lt;/b&gt; forms.
allowed-tools:
  - Bash(rm *)
when_to_use: When a form is to be filled in.
---

# PDF

Read \${CLAUDE_SKILL_DIR}/references/FORMS.md.

!\`touch /tmp/never\`
`

const pdfFiles = { "SKILL.md": 224, "references/FORMS.md": 8, "references/Q&A 1.md": 10, "scripts/fill.bin": 4 }

function sizes(files: Readonly<Record<string, Uint8Array>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(files).map(([at, bytes]) => [at, bytes.length]))
}

test("reading lists first if needed, and reports when there is no such skill", async () => {
  const source = await honest("http")
  const skill = await skillOf(await honest("http"), "acme:deploy")
  expect(await source.read(skill)).toContain("Deploy it.")
  const gone = source.read({ ...skill, name: "acme:gone", path: "mcp://acme/skills/gone" })
  await expect(gone).rejects.toMatchObject({ code: "mcp.gone", retry: "no" })
})

test("many concurrent calls share one connection", async () => {
  const source = await honest("stdio")
  const listings = await Promise.all(Array.from({ length: 8 }, () => source.list()))
  expect(new Set(listings.map(({ skills }) => skills.length))).toEqual(new Set([4]))
  const texts = await Promise.all(Array.from({ length: 8 }, () => source.read(listings[0]!.skills[0]!)))
  expect(new Set(texts).size).toBe(1)
})

const unreachable: readonly (readonly [McpServer["transport"], RegExp])[] = [
  [{ kind: "stdio", command: "/no/such/program" }, /it cannot be started \(there is no program \/no\/such\/program\)$/],
  [{ kind: "stdio", command: process.execPath, cwd: "/no/such/folder" }, /it cannot be started/],
  [{ kind: "http", url: "http://127.0.0.1:1/mcp" }, /fetch failed/],
  [{ kind: "http", url: "file:///etc/passwd" }, /its URL is not http or https$/],
  [{ kind: "http", url: "nonsense" }, /its URL is not http or https$/],
]

test.each(unreachable)("a server that cannot be reached is one problem: %j", async (transport, said) => {
  const source = openMcpSource({ name: "acme", trust: "text", transport })
  const { skills, problems } = await source.list()
  const message = expect.stringMatching(said)
  expect({ skills, problems }).toEqual({
    skills: [],
    problems: [{ code: "source.failed", level: "error", path: "acme", message, fix: expect.any(String) }],
  })
  await source.close()
})

test("a server that requires a login is one problem", async () => {
  const served = await serveOffering("stateless")
  const source = openMcpSource({ name: "acme", trust: "text", transport: { kind: "http", url: served.url } })
  const { problems } = await source.list()
  expect(problems.map(({ message }) => message)).toEqual([
    "the server acme failed: Error POSTing to endpoint: who are you?",
  ])
  await source.close()
})
