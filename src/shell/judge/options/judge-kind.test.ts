import { expect, test } from "vitest"
import { findKindFault, isInside, isRemote, isWritable } from "./judge-kind.ts"

const isFine = (kind: string, text: string) => findKindFault(kind, [text]) === undefined

test.each([
  ["a", true],
  ["./a/b", true],
  ["a/../b", true],
  ["a/../../b", false],
  ["..", false],
  ["/a", false],
  ["~/a", false],
  ["C:\\a", false],
  ["a\\..\\..\\b", false],
  ["https://a.example/x", false],
  ["git@a.example:x", false],
  ["ext::x", false],
])("%s is inside the project: %s", (text, inside) => {
  expect(isInside(text)).toBe(inside)
})

test.each([
  ["out.txt", true],
  ["-", true],
  ["/dev/null", true],
  ["/dev/sda", false],
  [".git/hooks/pre-commit", false],
  ["a/.GIT/config", false],
  [".claude/settings.json", false],
  [".agents/x", false],
  [".skillet/x", false],
  ["node_modules/.bin/git", false],
  ["node_modules/x/y", true],
  ["x/../.git/config", false],
  [".gitignore", true],
])("%s may be written: %s", (text, writable) => {
  expect(isWritable(text)).toBe(writable)
})

test.each([
  ["text", "/anything", true],
  ["read", "/etc/hosts", true],
  ["number", "x", true],
  ["code", "test/a.py::test_b", true],
  ["code", "./...", true],
  ["code", "-", false],
  ["code", "/tmp/a.py", false],
  ["code", "node_modules/.bin/x", false],
  ["code", "https://a.example/x.py", false],
  ["sibling", "../x", true],
  ["sibling", "../../x", false],
  ["sibling", "../.ssh", false],
  ["sibling", "/x", false],
  ["name", "build:all", true],
  ["name", "./x", false],
  ["name", "x.ts", false],
  ["name", "a/b", false],
  ["package", "@a/b@1.2.3", true],
  ["package", "requests>=2.0", true],
  ["package", ".", true],
  ["package", ".[dev]", true],
  ["package", "./x", false],
  ["package", "a/b", false],
  ["package", "github:a/b", false],
  ["package", "git+https://a.example/b", false],
  ["package", "x.tgz", false],
  ["package", "x@https://a.example/x.tgz", false],
  ["address", "https://a.example/x?y=z", true],
  ["address", "localhost:3000", true],
  ["address", "ssh://-oProxyCommand=x/y", false],
  ["address", "-x", false],
  ["address", "file:///etc/passwd", false],
  ["sent", "notes.md", true],
  ["sent", ".env", false],
  ["sent", "a/.ssh/id", false],
  ["sent", "/root/x", false],
  ["argument", "src/a.test.ts", true],
  ["argument", "--dir=/tmp/x", false],
  ["argument", "@x.args", false],
  ["argument", "../x", false],
  ["endpoint", "src/", true],
  ["endpoint", "h.example:/x", true],
  ["endpoint", "-x:/y", false],
  ["endpoint", "~/.ssh", false],
  ["endpoint", ".env", false],
  ["nonsense", "x", false],
])("as %s, %s is fine: %s", (kind, text, fine) => {
  expect(isFine(kind, text)).toBe(fine)
})

test("a word that is only known at run time may be printed and read, but not be written, run or sent", () => {
  const kinds = ["text", "number", "read", "write", "code", "sent", "package", "name", "address"]
  expect(kinds.filter((kind) => findKindFault(kind, undefined) === undefined)).toEqual(["text", "number", "read"])
})

test("a kind of one entry is judged by what it looks like", () => {
  const more = { like: { verb: /^(?:list|show)$/ } }
  expect(findKindFault("verb", ["list"], more)).toBeUndefined()
  expect(findKindFault("verb", ["list", "create"], more)).toBeDefined()
  expect(findKindFault("verb", undefined, more)).toBeDefined()
})

test.each([
  ["h:x", true],
  ["./a:b", false],
  ["a", false],
])("%s is on another machine: %s", (text, remote) => {
  expect(isRemote(text)).toBe(remote)
})
