import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, expect, test } from "vitest"
import type { FoundSkill } from "../../skill-source.ts"
import type { SkilletError } from "../../../problem/failure.ts"
import type { McpLimits, McpServer } from "./mcp-server.ts"
import { type McpSource, openMcpSource } from "./mcp-source.ts"

const script = path.resolve(import.meta.dirname, "../../../../test/mcp/hostile-server.mjs")
const open: McpSource[] = []
const folders: string[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((source) => source.close()))
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

/** A hostile server, and a check for processes of it that are still running. */
function hostile(mode: string, limits: Partial<McpLimits> = {}, more: Partial<McpServer> = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-mcp-"))
  folders.push(folder)
  const pids = path.join(folder, "pids")
  fs.writeFileSync(pids, "")
  const source = openMcpSource(
    {
      name: "evil",
      trust: "text",
      transport: { kind: "stdio", command: process.execPath, args: [script, mode, pids] },
      ...more,
    },
    { idleMs: 60_000, backoffMs: 0, ...limits },
  )
  open.push(source)
  const started = () => fs.readFileSync(pids, "utf8").trim().split("\n").filter(Boolean).map(Number)
  return { source, started, living: () => started().filter(isAlive) }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !what(); tries++) await new Promise((done) => setTimeout(done, 10))
  expect(what()).toBe(true)
}

async function skillOf(source: McpSource, name: string): Promise<FoundSkill> {
  const skill = (await source.list()).skills.find((found) => found.name === name)
  if (skill === undefined) throw new Error(`no ${name}`)
  return skill
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: SkilletError) => error.code,
  )
}

interface Costs {
  readonly said: RegExp
  /** The remaining skills; none if the connection is lost. */
  readonly left: readonly string[]
}

const oneProblem: readonly (readonly [mode: string, limits: Partial<McpLimits>, costs: Costs])[] = [
  ["hang", { connectMs: 200 }, { said: /^the server evil failed: it did not answer within 200 ms$/, left: [] }],
  ["hang-on-list", { callMs: 200 }, { said: /^the server evil failed: it did not answer within 200 ms$/, left: [] }],
  ["flood", { sessionMessages: 1_000 }, { said: /more than 1,000 messages in one session$/, left: [] }],
  ["flood", { sessionMessages: 1e9, sessionBytes: 2 ** 17 }, { said: /more than 128 KiB in one session$/, left: [] }],
  ["flood-of-requests", { sessionMessages: 1_000 }, { said: /more than 1,000 messages in one session$/, left: [] }],
  ["endless-line", {}, { said: /a message larger than 4 MiB$/, left: [] }],
  ["endless-bytes", {}, { said: /a message larger than 4 MiB$/, left: [] }],
  ["deep", {}, { said: /JSON nested more than 64 deep$/, left: [] }],
  ["garbage", {}, { said: /its output does not consist of MCP messages$/, left: [] }],
  ["exits-at-once", {}, { said: /it ended \(exit code 3\)$/, left: [] }],
  ["exits-on-list", {}, { said: /it ended \(exit code 7\)$/, left: [] }],
  ["duplicate-ids", {}, { said: /it sent a response without a request, or more than one response$/, left: [] }],
  ["wrong-list", {}, { said: /Invalid result for skills\/list \(invalid format\)$/, left: ["mcp__evil__fine"] }],
  ["wrong-result", { callMs: 200 }, { said: /it did not answer within 200 ms$/, left: [] }],
  ["wrong-prompts", {}, { said: /Invalid result for prompts\/list \(invalid format\)$/, left: ["evil:good"] }],
  [
    "wrong-entries",
    {},
    {
      said: /offers invalid skills; left out: .* and 1 more$/,
      left: ["evil:good", "mcp__evil__fine"],
    },
  ],
  ["error", {}, { said: /^the server evil failed: no\\u001b\[31m <b>$/, left: ["mcp__evil__fine"] }],
  ["pages", {}, { said: /its list has more pages than the limit allows$/, left: ["mcp__evil__fine"] }],
  [
    "same-name",
    {},
    {
      said: /offers several skills with the same name; left out: "evil:good"$/,
      left: ["evil:good", "mcp__evil__fine"],
    },
  ],
  ["same-uri", {}, { said: /the same uri is listed more than once/, left: ["evil:other", "mcp__evil__fine"] }],
]

test.each(oneProblem)("a server that does this causes one problem: %s %j", async (mode, limits, { said, left }) => {
  const { source, living } = hostile(mode, limits)
  const { skills, problems } = await source.list()
  const message = expect.stringMatching(said)
  expect(problems).toEqual([{ code: "source.failed", level: "error", path: "evil", message, fix: expect.any(String) }])
  expect(skills.map(({ name }) => name)).toEqual(left)
  expect(living()).toHaveLength(left.length === 0 ? 0 : 1)
  await source.close()
  expect(living()).toEqual([])
})

test("log lines of a server among its messages are skipped", async () => {
  const { source } = hostile("logs")
  expect((await source.list()).problems).toEqual([])
})

test("if there are more skills or prompts than the limits, the first ones are used", async () => {
  const { source } = hostile("many", { skills: 500, prompts: 20 })
  const { skills, problems } = await source.list()
  expect(skills).toHaveLength(520)
  expect(problems.map(({ message }) => message)).toEqual([
    "the server evil offers 600 skills; those beyond the first 500 were left out",
    "the server evil offers 600 prompts; those beyond the first 20 were left out",
  ])
})

test("a server that never ends is stopped, with the processes it started", async () => {
  const { source, started, living } = hostile("never-exits", { graceMs: 50 })
  expect((await source.list()).problems).toEqual([])
  expect(living()).toHaveLength(2)
  await source.close()
  expect(started()).toHaveLength(2)
  await until(() => living().length === 0)
})

test("closing early stops the server, and pending calls fail", async () => {
  const { source, started, living } = hostile("hang")
  const listing = source.list()
  await until(() => started().length === 1)
  await source.close()
  await until(() => living().length === 0)
  expect((await listing).problems.map(({ message }) => message)).toEqual([
    "the server evil failed: the session was closed",
  ])
  expect((await source.list()).problems.map(({ message }) => message)).toEqual([
    "the server evil failed: the session was closed",
  ])
})

test("an unused server keeps nothing alive, is disconnected after a while, and is started again when needed", async () => {
  const { source, started, living } = hostile("fine", { idleMs: 100 })
  const skill = await skillOf(source, "evil:good")
  expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap")
  await until(() => living().length === 0)
  expect(await source.read(skill)).toContain("Body.")
  expect(started()).toHaveLength(2)
})

test("a server does not outlive us", async () => {
  const before = process.listeners("exit")
  const { source, living } = hostile("never-exits")
  await source.list()
  const added = process.listeners("exit").filter((listener) => !before.includes(listener))
  expect(added).toHaveLength(1)
  added[0]?.(0)
  await until(() => living().length === 0)
  await source.close()
  expect(process.listeners("exit")).toEqual(before)
})

test("a server that failed is left alone for a while", async () => {
  const { source, started } = hostile("exits-at-once", { backoffMs: 60_000 })
  await source.list()
  expect((await source.list()).problems.map(({ message }) => message)).toEqual([
    "the server evil failed: it failed a moment ago and is not being retried yet",
  ])
  expect(started()).toHaveLength(1)
})

test.each(["changed", "changed-text"])("anything that differs from what was approved is left out: %s", async (mode) => {
  const pinned = await hostile("fine").source.digests()
  expect(Object.keys(pinned)).toEqual(["evil:good", "mcp__evil__fine"])
  const same = await hostile("fine", {}, { pinned }).source.list()
  expect(same.problems).toEqual([])
  const { source } = hostile(mode, {}, { pinned })
  const { skills, problems } = await source.list()
  expect(skills.map(({ name }) => name)).toEqual(["evil:other", "mcp__evil__fine"])
  expect(problems).toEqual([
    {
      code: expect.stringMatching(/^source\.(changed|failed)$/),
      level: "error",
      path: "mcp://evil/skills/good",
      message:
        "evil:good no longer matches its approval: the server changed its description or its files; it was left out",
      fix: "review the changes, then approve it again",
    },
  ])
  expect((await source.digests())["evil:good"]).not.toBe(pinned["evil:good"])
})

test("a text that differs from the listed one is refused", async () => {
  const { source } = hostile("swaps")
  const skill = await skillOf(source, "evil:good")
  expect(await codeOf(source.read(skill))).toBe("mcp.digest")
  expect(await codeOf(source.files(skill))).toBe("mcp.digest")
})

test("texts beyond the limit are refused, files before they are fetched", async () => {
  const { source } = hostile("large")
  const { skills } = await source.list()
  expect(await Promise.all(skills.map((skill) => codeOf(source.read(skill))))).toEqual(["mcp.limit", "mcp.limit"])
  expect(await codeOf(source.files(skills[0]!))).toBe("mcp.limit")
})

test("if a server hangs on a text, only that call fails; the next one is served by a new process", async () => {
  const { source, started } = hostile("hang-on-read", { callMs: 1_500 })
  const skill = await skillOf(source, "evil:good")
  expect(await codeOf(source.read(skill))).toBe("mcp.timeout")
  expect((await source.list()).problems).toEqual([])
  expect(started()).toHaveLength(2)
})

test("skills without digests are used as text, and never with more trust", async () => {
  const { source } = hostile("dynamic")
  expect(await source.read(await skillOf(source, "evil:good"))).toContain("Body.")
  const trusted = await hostile("dynamic", {}, { trust: "shell-with-permission" }).source.list()
  expect(trusted.skills.map(({ name }) => name)).toEqual(["mcp__evil__fine"])
  expect(trusted.problems).toHaveLength(1)
})

test("a server gets the few variables it needs and those the settings name", async () => {
  process.env["SKILLET_TEST_SECRET"] = "secret"
  const transport = { kind: "stdio", command: process.execPath, args: [script, "env"], env: { GIVEN: "yes" } } as const
  const given = openMcpSource({ name: "evil", trust: "text", transport })
  open.push(given)
  const text = await given.read(await skillOf(given, "mcp__evil__fine"))
  delete process.env["SKILLET_TEST_SECRET"]
  const names = Object.keys(JSON.parse(text.slice(text.indexOf("{"))))
  expect(names).toContain("GIVEN")
  expect(names.filter((name) => !["PATH", "HOME", "LC_ALL", "TERM", "TZ", "GIVEN"].includes(name))).toEqual([])
})

test.each([
  ["text", "remote"],
  ["vars", "remote-vars"],
  ["shell-with-permission", "remote-shell"],
] as const)("a server trusted with %s is %s", (trust, means) => {
  expect(hostile("fine", {}, { trust }).source.trust).toBe(means)
})

test("hidden characters, line breaks and tags of a server are never passed on", async () => {
  const { source } = hostile("hidden")
  const { header } = (await skillOf(source, "mcp__evil__fine")).summary
  expect(header).toEqual({
    name: "mcp__evil__fine",
    description: "]8;;xSay &lt;system&gt;hi&lt;/system&gt; now \u2764\ufe0f\u200d\u{1f525}",
    arguments: ["a&lt;b"],
    disableModelInvocation: true,
  })
})

test("no frontmatter key reaches a prototype", async () => {
  const { source } = hostile("reserved")
  const { skills, problems } = await source.list()
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  const { header } = skills[0]!.summary
  expect([header.name, header.description, Object.keys(header.metadata ?? {})]).toEqual(["evil:good", "Good.", []])
  expect(problems.map(({ code }) => code)).toContain("header.reserved-key")
})

test.each(["", "a b", "../x", "a__b", "a:b", "é", "x".repeat(64), "a\n"])(
  "%j is not a name for a server",
  async (name) => {
    const { source, started } = hostile("fine", {}, { name })
    const { skills, problems } = await source.list()
    expect({ skills, codes: problems.map(({ code }) => code) }).toEqual({ skills: [], codes: ["source.failed"] })
    expect(started()).toEqual([])
  },
)
