import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { LARGEST_FILE } from "../memory/memory-folder.ts"
import { openMemoryFolder } from "./open-memory-folder.ts"

function project(): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-memory-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  return root
}

test("a written file is read, with its time", () => {
  const folder = openMemoryFolder(project(), ".claude/memory")
  expect(folder.read(".claude/memory/a-memory.md")).toEqual({ kind: "missing" })
  folder.write(".claude/memory/a-memory.md", "text")
  expect(folder.read(".claude/memory/a-memory.md")).toEqual({
    kind: "read",
    text: "text",
    changed: expect.any(Number) as number,
  })
})

test("links, directories, files that are too large and files that are not text are not read", () => {
  const root = project()
  const folder = openMemoryFolder(root, "memory")
  folder.write("memory/real.md", "text")
  const at = (name: string) => path.join(root, "memory", name)
  fs.symlinkSync(at("real.md"), at("link.md"))
  fs.mkdirSync(at("folder.md"))
  fs.writeFileSync(at("large.md"), "x".repeat(LARGEST_FILE + 1))
  fs.writeFileSync(at("bytes.md"), Buffer.from([0xff, 0xfe, 0x00]))
  const read = (name: string) => folder.read(`memory/${name}`)
  expect([read("link.md"), read("folder.md"), read("bytes.md")]).toEqual([
    { kind: "refused", reason: "it is a link" },
    { kind: "refused", reason: "it is not a regular file" },
    { kind: "refused", reason: "it is not UTF-8 text" },
  ])
  expect(read("large.md")).toMatchObject({ kind: "refused", reason: expect.stringContaining("larger than") as string })
})

test("the directory stays within the project, and neither it nor one above it may be a link", () => {
  const root = project()
  for (const folder of ["../memory", "/tmp/memory", "a/../../b", "."])
    expect(() => openMemoryFolder(root, folder)).toThrow(expect.objectContaining({ code: "memory.outside" }))
  fs.mkdirSync(path.join(root, "elsewhere"))
  fs.symlinkSync(path.join(root, "elsewhere"), path.join(root, ".claude"))
  const folder = openMemoryFolder(root, ".claude/memory")
  expect(folder.read(".claude/memory/a-memory.md")).toEqual({
    kind: "refused",
    reason: ".claude is a link or not a directory",
  })
  expect(() => folder.write(".claude/memory/a-memory.md", "x")).toThrow(
    expect.objectContaining({ code: "memory.not-a-folder" }),
  )
  expect(() => folder.read("elsewhere/a.md")).toThrow(expect.objectContaining({ code: "memory.outside" }))
})
