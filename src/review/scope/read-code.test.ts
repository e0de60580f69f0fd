import { expect, test } from "vitest"
import { readCode } from "./read-code.ts"

const told = (bytes: Uint8Array | string, name = "a.py") => {
  const code = readCode(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, name)
  return "why" in code ? code.why : code.text
}

test.each([
  ["# coding: utf-7\n# +AAo-import os", "it is encoded as utf-7"],
  ["#!/usr/bin/python\n# vim: set fileencoding=unicode_escape :\n#\\nimport os", "it is encoded as unicode_escape"],
  ["# -*- coding: cp037 -*-\n", "it is encoded as cp037"],
  ["# -*- coding: utf-16 -*-\n", "it is encoded as utf-16"],
])("a Python file that says %j is not read as something else", (text, why) => {
  expect(told(text)).toBe(why)
  expect(told(text, "a.js")).toBe(text)
})

test.each([
  "# -*- coding: utf-8 -*-\nx = 1\n",
  "# coding=latin-1\nx = 1\n",
  "x = 1\n# coding: utf-7\n",
  "import os\n\n# coding: utf-7\n",
])("%j is read as it is", (text) => {
  expect(told(text)).toBe(text)
})

test("a file in another encoding that Python knows is decoded", () => {
  const start = new TextEncoder().encode("# coding: gbk\nx = '")
  expect(told(new Uint8Array([...start, 0xc4, 0xe3, 0x27]))).toBe("# coding: gbk\nx = '你'")
})

test("UTF-16 is decoded by its mark, and UTF-32 is not taken for it", () => {
  expect(told(new Uint8Array([0xff, 0xfe, 0x78, 0]), "a.js")).toBe("\ufeffx")
  expect(told(new Uint8Array([0xff, 0xfe, 0, 0, 0x78, 0, 0, 0]), "a.js")).toBe("it is encoded as UTF-32")
})

test.each([
  ["x = 1 # note\rrun(y)\r", "x = 1 # note\nrun(y)\n"],
  ["a\r\nb\r\n", "a\r\nb\r\n"],
  ["a\r\r\nb", "a\n\r\nb"],
  ["# coding: gbk\nx # note\rrun(y)", "# coding: gbk\nx # note\nrun(y)"],
])("code does not hide behind a comment that a carriage return ends: %j", (text, read) => {
  const code = readCode(new TextEncoder().encode(text), "a.py")
  if ("why" in code) throw new Error(code.why)
  expect([code.text, new TextDecoder().decode(code.bytes)]).toEqual([read, read])
})

test("what is not text is not read, and a few control characters do not make text unreadable", () => {
  const random = Uint8Array.from({ length: 300 }, (_, at) => (at * 167 + 13) % 256)
  expect(told(random, "x.js")).toBe("it is not text")
  const coloured = "log('\u001b[31mred\u001b[0m')\n\f// one \u0001 of many\n".repeat(3)
  expect(told(coloured, "x.js")).toBe(coloured)
  const cyrillic = new Uint8Array([...new TextEncoder().encode("// "), 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
  expect(told(cyrillic, "x.js")).toMatch(/^\/\/ /)
})
