import { describe, expect, test } from "vitest"
import { findTextFault } from "./find-text-fault.ts"

test.each(["a", "a\tb\nc", "ünïcode 漢字 ✔️ — €", "x".repeat(10_000), "echo '{[(\"'"])("%j may be read", (command) => {
  expect(findTextFault(command)).toBeUndefined()
})

describe("refused unread", () => {
  test.each([
    ["", "the command is empty"],
    [" \n\t", "the command is empty"],
    ["x".repeat(10_001), "the command has 10,001 characters, 10,000 is the most: split it up"],
    ["(".repeat(101), "the command is nested too deeply: split it up"],
    ["a\rb", "character 2 is invisible or a control character (U+000D): write it with plain characters"],
    ["ab\u{e0041}", "character 3 is invisible or a control character (U+E0041): write it with plain characters"],
  ])("%j", (command, fault) => expect(findTextFault(command)).toBe(fault))

  const unseen = [
    0x00, 0x07, 0x0b, 0x0c, 0x1b, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x1680, 0x180e, 0x2000, 0x200b, 0x200d, 0x200e,
  ]
  const more = [
    0x2028, 0x2029, 0x202e, 0x202f, 0x205f, 0x2060, 0x2066, 0x3000, 0x3164, 0xfe00, 0xfeff, 0xffa0, 0xd800, 0xe0100,
  ]
  test.each([...unseen, ...more].map((code) => [`U+${code.toString(16)}`, code] as const))("%s", (_, code) => {
    expect(findTextFault(`a${String.fromCodePoint(code)}b`)).toBeDefined()
  })
})
