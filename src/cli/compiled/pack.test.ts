import { expect, test } from "vitest"
import { type CompiledParts, readCodePack, writePack } from "./pack.ts"

const parts: CompiledParts = new Map([
  ["a.cjs", { source: "1a", code: Buffer.from("code of a") }],
  ["b.cjs", { source: "2b", code: Buffer.from("") }],
  ["größer.cjs", { source: "3c", code: Buffer.from("another code") }],
])

const pack = writePack("this node", parts)

test("a pack returns its contents, each code aligned so that V8 need not copy it", () => {
  const read = readCodePack(pack, "this node")
  expect(read).toEqual(parts)
  expect([...(read?.values() ?? [])].map(({ code }) => (code.byteOffset - pack.byteOffset) % 8)).toEqual([0, 0, 0])
})

test("a pack of another Node, or with other options, is ignored", () => {
  expect(readCodePack(pack, "that node")).toBeUndefined()
})

test("a pack that is truncated at any byte is ignored", () => {
  for (let length = 0; length < pack.length; length++)
    expect(readCodePack(pack.subarray(0, length), "this node"), `${length}`).toBeUndefined()
})

test("a pack with any byte changed is ignored", () => {
  for (let at = 0; at < pack.length; at++) {
    const changed = Buffer.from(pack)
    changed.writeUInt8(pack.readUInt8(at) ^ 1, at)
    expect(readCodePack(changed, "this node"), `${at}`).toBeUndefined()
  }
})
