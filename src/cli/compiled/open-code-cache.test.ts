import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { type CodeCacheOptions, openCodeCache } from "./open-code-cache.ts"
import type { CompiledParts } from "./pack.ts"
import { describeWith, needNoRoot, needRoot, needUserIds, testWith } from "../../../test/needs.ts"

const parts: CompiledParts = new Map([["a.cjs", { source: "1a", code: Buffer.from("code of a") }]])
const uid = process.geteuid?.()

describeWith(needUserIds, "a cache of compiled code", () => {
  function shelf() {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-test-"))
    onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
    const cacheFolder = path.join(root, "cache")
    const folder = path.join(cacheFolder, "compiled")
    const open = (how: Partial<CodeCacheOptions> = {}) =>
      openCodeCache({ cacheFolder, owner: ["dist", "list"], maker: "this node", uid: uid ?? 0, ...how })
    const file = () => path.join(folder, fs.readdirSync(folder)[0] ?? "")
    return { root, cacheFolder, folder, open, file }
  }

  test("the next process gets what was saved, in files that only this user can read", () => {
    const { open, folder, file, cacheFolder } = shelf()
    expect(open()?.parts).toEqual(new Map())
    open()?.save(parts)
    expect(open()?.parts).toEqual(parts)
    expect([cacheFolder, folder, file()].map((one) => fs.statSync(one).mode & 0o777)).toEqual([0o700, 0o700, 0o600])
  })

  test("keeps what belongs to another command or another Node apart", () => {
    const { open } = shelf()
    open()?.save(parts)
    expect(open({ owner: ["dist", "run report"] })?.parts).toEqual(new Map())
    expect(open({ maker: "that node" })?.parts).toEqual(new Map())
    open({ maker: "that node" })?.save(new Map())
    expect(open()?.parts).toEqual(parts)
  })

  test.each([
    ["cut short", (file: string) => fs.truncateSync(file, 40)],
    ["empty", (file: string) => fs.truncateSync(file, 0)],
    ["something else", (file: string) => fs.writeFileSync(file, "x".repeat(500))],
    ["a directory", (file: string) => (fs.rmSync(file), fs.mkdirSync(file))],
    [
      "of another Node under this name",
      (file: string) => replaceBy(file, (text) => text.replace("this node", "that node")),
    ],
  ])("a file that is %s counts as missing", (_, damage) => {
    const { open, file } = shelf()
    open()?.save(parts)
    damage(file())
    expect(open()?.parts).toEqual(new Map())
  })

  test.each([0o620, 0o602, 0o666])("a file that others may write counts as missing (%o)", (mode) => {
    const { open, file } = shelf()
    open()?.save(parts)
    fs.chmodSync(file(), mode)
    expect(open()?.parts).toEqual(new Map())
    open()?.save(parts)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(open()?.parts).toEqual(parts)
  })

  test("a link counts as missing, wherever it leads", () => {
    const { open, file, root } = shelf()
    open()?.save(parts)
    fs.renameSync(file(), path.join(root, "elsewhere"))
    const probe = openedName(open, file)
    fs.rmSync(probe)
    fs.symlinkSync(path.join(root, "elsewhere"), probe)
    expect(open()?.parts).toEqual(new Map())
  })

  test.each([
    ["the cache directory", 0o720],
    ["the cache directory", 0o702],
    ["the directory of compiled code", 0o777],
  ])("%s that others may write is left alone (%o)", (which, mode) => {
    const { open, folder, cacheFolder } = shelf()
    open()?.save(parts)
    fs.chmodSync(which === "the cache directory" ? cacheFolder : folder, mode)
    expect(open()).toBeUndefined()
  })

  test("directories of other users are left alone, and so are their files", () => {
    const { open } = shelf()
    open()?.save(parts)
    expect(open({ uid: (uid ?? 0) + 1 })).toBeUndefined()
  })

  testWith(needRoot, "a file of somebody else in a directory of ours counts as none", () => {
    const { open, file } = shelf()
    open()?.save(parts)
    fs.chownSync(file(), 12_345, 12_345)
    expect(open()?.parts).toEqual(new Map())
  })

  test("a directory that is a link is left alone", () => {
    const { open, folder, root } = shelf()
    open()?.save(parts)
    fs.renameSync(folder, path.join(root, "elsewhere"))
    fs.symlinkSync(path.join(root, "elsewhere"), folder)
    expect(open()).toBeUndefined()
  })

  test("a directory that changed its owner in the meantime is not written", () => {
    const { open, folder } = shelf()
    const cache = open()
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.chmodSync(folder, 0o777)
    cache?.save(parts)
    expect(fs.readdirSync(folder)).toEqual([])
  })

  test("if nothing can be written, saving does nothing", () => {
    const { root, open, cacheFolder } = shelf()
    const blocked = path.join(root, "file")
    fs.writeFileSync(blocked, "")
    expect(open({ cacheFolder: path.join(blocked, "skillet") })).toBeUndefined()
    const cache = open()
    fs.writeFileSync(cacheFolder, "")
    expect(() => cache?.save(parts)).not.toThrow()
  })

  testWith(needNoRoot, "a directory that may only be read is used and not written", () => {
    const { open, folder } = shelf()
    open()?.save(parts)
    fs.chmodSync(folder, 0o500)
    onTestFinished(() => fs.chmodSync(folder, 0o700))
    open()?.save(new Map())
    expect(open()?.parts).toEqual(parts)
  })

  test("there are never many files: the oldest are removed", () => {
    const { open, folder } = shelf()
    for (let nth = 0; nth < 70; nth++) {
      open({ owner: [`command ${nth}`] })?.save(parts)
      for (const name of fs.readdirSync(folder)) age(path.join(folder, name))
    }
    expect(fs.readdirSync(folder).length).toBeLessThanOrEqual(64)
    expect(open({ owner: ["command 69"] })?.parts).toEqual(parts)
    expect(open({ owner: ["command 0"] })?.parts).toEqual(new Map())
  })
})

function age(file: string): void {
  const { mtimeMs } = fs.statSync(file)
  fs.utimesSync(file, mtimeMs / 1000 - 60, mtimeMs / 1000 - 60)
}

function replaceBy(file: string, change: (text: string) => string): void {
  fs.writeFileSync(file, Buffer.from(change(fs.readFileSync(file, "latin1")), "latin1"))
}

/** The name that a cache gives its file, found by saving it once more. */
function openedName(open: () => ReturnType<typeof openCodeCache>, file: () => string): string {
  open()?.save(parts)
  return file()
}
