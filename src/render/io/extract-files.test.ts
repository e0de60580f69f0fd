import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { SkilletError } from "../../problem/failure.ts"
import { type Extractor, openExtractor } from "./extract-files.ts"
import { holdGround, makeFolder, removeHeld, writeNewFile } from "./held-folder.ts"
import type { Files } from "./plan-files.ts"

function scratch(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-extract-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

function extractorIn(folder: string): Extractor {
  const extractor = openExtractor({ folder })
  onTestFinished(() => extractor.close())
  return extractor
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (error instanceof SkilletError ? error.code : String(error)),
  )
}

const modeOf = (at: string) => (fs.lstatSync(at).mode & 0o777).toString(8)
const everyFile = (at: string) => fs.readdirSync(at, { recursive: true, encoding: "utf8" }).sort()

test("files are extracted to a directory only this user may enter, and are gone after closing", async () => {
  const ground = path.join(scratch(), "not", "there", "yet")
  const extractor = extractorIn(ground)
  const folder = await extractor.extract("acme:pdf", () => ({
    "SKILL.md": "text",
    "references/deep/FORMS.md": "forms",
    "scripts/fill.bin": new Uint8Array([0, 255]),
    "__proto__/x.md": "x",
  }))
  expect(path.relative(ground, folder)).toMatch(/^skillet-[0-9a-f]{32}\/acme-pdf-[0-9a-f]{12}$/)
  const files = everyFile(folder)
  expect(files.map((file) => [file, modeOf(path.join(folder, file))])).toEqual([
    ["SKILL.md", "600"],
    ["__proto__", "700"],
    ["__proto__/x.md", "600"],
    ["references", "700"],
    ["references/deep", "700"],
    ["references/deep/FORMS.md", "600"],
    ["scripts", "700"],
    ["scripts/fill.bin", "600"],
  ])
  expect([modeOf(folder), modeOf(path.dirname(folder)), modeOf(ground)]).toEqual(["700", "700", "700"])
  expect(fs.readFileSync(path.join(folder, "references/deep/FORMS.md"), "utf8")).toBe("forms")
  expect([...fs.readFileSync(path.join(folder, "scripts/fill.bin"))]).toEqual([0, 255])
  await extractor.close()
  expect(fs.readdirSync(ground)).toEqual([])
  expect(await codeOf(extractor.extract("acme:pdf", () => ({})))).toBe("extract.closed")
})

test("concurrent calls share one extraction, even while files are still being fetched", async () => {
  const extractor = extractorIn(scratch())
  let fetched = 0
  const files = async () => {
    fetched++
    await new Promise((done) => setTimeout(done, 20))
    return { "SKILL.md": "text" }
  }
  const folders = await Promise.all(Array.from({ length: 50 }, () => extractor.extract("one", files)))
  expect([new Set(folders).size, fetched]).toEqual([1, 1])
  expect(await extractor.extract("one", files)).toBe(folders[0])
  const others = await Promise.all(["two", "tw:o", "tw-o"].map((skill) => extractor.extract(skill, files)))
  expect([new Set(others).size, fetched]).toEqual([3, 4])
})

test("a failed extraction leaves nothing behind and is tried again", async () => {
  const ground = scratch()
  const extractor = extractorIn(ground)
  const failing = () => Promise.reject(new SkilletError("mcp.digest", "wrong", { retry: "no", next: "" }))
  expect(await Promise.all([1, 2].map(() => codeOf(extractor.extract("one", failing))))).toEqual([
    "mcp.digest",
    "mcp.digest",
  ])
  const root = path.dirname(await extractor.extract("one", () => ({ "a/b.md": "text" })))
  const bad = () => ({ "a.md": "text", [`${"ä".repeat(127)}.md`]: "long" })
  expect(await codeOf(extractor.extract("two", bad))).toBe("extract.bad-path")
  expect(fs.readdirSync(root)).toHaveLength(1)
  expect(await codeOf(extractor.extract("two", () => ({ "a.md": "text" })))).toBe("none")
})

test.each(["link", "folder"])(
  "a %s planted where a skill's directory will be is an error, and nothing incomplete is left",
  async (what) => {
    const outside = scratch()
    fs.writeFileSync(path.join(outside, "canary"), "alive")
    const name = path.basename(await extractorIn(scratch()).extract("two", () => ({ "a/b.md": "text" })))
    const extractor = extractorIn(scratch())
    const root = path.dirname(await extractor.extract("one", () => ({})))
    if (what === "link") fs.symlinkSync(outside, path.join(root, name))
    else fs.cpSync(outside, path.join(root, name), { recursive: true })
    expect(await codeOf(extractor.extract("two", () => ({ "a/b.md": "text" })))).toBe("extract.raced")
    expect(fs.readdirSync(root)).toHaveLength(1)
    expect(fs.readdirSync(outside)).toEqual(["canary"])
  },
)

const badPaths = [
  "",
  "/etc/passwd",
  "../x",
  "a/../../x",
  "a/..",
  "./a",
  "a//b",
  "a/",
  "a\\b",
  "..\\x",
  "C:/x",
  "c:x",
  "a:stream",
  "a\0b",
  "a\nb",
  "a\u001bb",
  "a\u200bb",
  "a\u202eb",
  "CON",
  "a/nul.txt",
  "com1",
  "LPT9.md",
  "a.",
  "a ",
  "a./b",
  "x".repeat(256),
  `${"d/".repeat(16)}x`,
]

test.each(badPaths)("%j is not a path for a file", async (bad) => {
  const ground = scratch()
  const extractor = extractorIn(ground)
  expect(await codeOf(extractor.extract("one", () => ({ "SKILL.md": "text", [bad]: "x" })))).toBe("extract.bad-path")
  expect(fs.readdirSync(ground)).toEqual([])
})

const many = (count: number): Files => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, ""]))
const refusals: readonly (readonly [string, Files, string])[] = [
  ["names that differ in case", { "A.md": "", "a.md": "" }, "extract.clash"],
  ["directories that differ in case", { "A/x.md": "", "a/y.md": "" }, "extract.clash"],
  ["names that differ in composition", { "\u00e9.md": "", "e\u0301.md": "" }, "extract.clash"],
  ["names that fold to one", { "stra\u00dfe": "", STRASSE: "" }, "extract.clash"],
  ["a file that is a directory, too", { "a/b": "", a: "" }, "extract.clash"],
  ["too many files", many(513), "extract.too-many"],
  ["too many bytes", { a: new Uint8Array(16 * 1024 * 1024), b: "x" }, "extract.too-large"],
]

test.each(refusals)("%s are refused", async (_what, files, code) => {
  const ground = scratch()
  expect(await codeOf(extractorIn(ground).extract("one", () => files))).toBe(code)
  expect(fs.readdirSync(ground)).toEqual([])
})

test("as many and as deep files as allowed are written", async () => {
  const files = { ...many(510), [`${"d/".repeat(15)}x`]: "deep", large: new Uint8Array(15 * 1024 * 1024) }
  const folder = await extractorIn(scratch()).extract("one", () => files)
  expect(everyFile(folder)).toHaveLength(512 + 15)
})

test("a link in the path is an error, and its target stays unchanged", async () => {
  const folder = scratch()
  const outside = scratch()
  const canary = path.join(outside, "canary")
  fs.writeFileSync(canary, "alive")
  fs.symlinkSync(outside, path.join(folder, "ground"))
  fs.symlinkSync(outside, path.join(folder, "folder"))
  fs.symlinkSync(canary, path.join(folder, "file"))
  fs.symlinkSync(path.join(outside, "new"), path.join(folder, "dangling"))
  const held = await holdGround(folder)
  expect(await codeOf(extractorIn(path.join(folder, "ground")).extract("one", () => ({ a: "" })))).toBe("extract.raced")
  expect(await codeOf(makeFolder(held, "folder"))).toBe("extract.raced")
  expect(await codeOf(writeNewFile(held, "file", Buffer.from("dead")))).toBe("extract.raced")
  expect(await codeOf(writeNewFile(held, "dangling", Buffer.from("dead")))).toBe("extract.raced")
  for (const name of ["ground", "folder", "file", "dangling"]) await removeHeld(held, name)
  await held.handle.close()
  expect([fs.readdirSync(folder), fs.readdirSync(outside), fs.readFileSync(canary, "utf8")]).toEqual([
    [],
    ["canary"],
    "alive",
  ])
})

test("a directory in which other users can rename files is not used", async () => {
  const ground = scratch()
  fs.chmodSync(ground, 0o777)
  expect(await codeOf(extractorIn(ground).extract("one", () => ({ a: "" })))).toBe("extract.raced")
  fs.chmodSync(ground, 0o1777)
  expect(await codeOf(extractorIn(ground).extract("one", () => ({ a: "" })))).toBe("none")
})

test("no file lands elsewhere while someone swaps our directories for links", async () => {
  const ground = scratch()
  const outside = scratch()
  fs.writeFileSync(path.join(outside, "canary"), "alive")
  const script = path.resolve(import.meta.dirname, "../../../test/mcp/racer.mjs")
  const racer = spawn(process.execPath, [script, ground, outside], { stdio: ["ignore", "pipe", "inherit"] })
  await once(racer.stdout, "data")
  const extractor = openExtractor({ folder: ground })
  const more = Array.from({ length: 20 }, (_, at) => [`references/${at}.md`, "x"])
  const files = { "SKILL.md": "text", "a.md": "a", ...Object.fromEntries(more) }
  const codes = new Set<string>()
  const start = performance.now()
  const isEnough = (ms: number) => ms > 10_000 || (ms > 1_000 && codes.has("none") && codes.has("extract.raced"))
  while (!isEnough(performance.now() - start)) {
    codes.add(await codeOf(extractor.extract(`skill-${performance.now()}`, () => files)))
  }
  racer.kill("SIGKILL")
  await once(racer, "exit")
  // The racer plants links wherever its paths lead, also through one of its own. We make no links.
  const listLanded = () =>
    fs
      .readdirSync(outside, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map(({ name }) => name)
  expect([listLanded(), fs.readFileSync(path.join(outside, "canary"), "utf8")]).toEqual([["canary"], "alive"])
  expect(new Set(["none", "extract.raced", "extract.failed", ...codes]).size).toBe(3)
  expect(codes).toContain("extract.raced")
  expect(everyFile(await extractor.extract("after", () => files))).toHaveLength(23)
  await extractor.close()
  expect([fs.readdirSync(ground), listLanded()]).toEqual([[], ["canary"]])
})
