import { expect, test } from "vitest"
import { readRepositoryPath } from "./repository-path.ts"

const encode = (name: string) => new TextEncoder().encode(name)

test.each([
  "../x",
  "a/../../x",
  "a/..",
  ".",
  "/etc/passwd",
  "a//b",
  "a/",
  "",
  ".git/config",
  "a/.GIT/hooks/x",
  ".git /config",
  ".git./config",
  ".git::$INDEX_ALLOCATION/config",
  "git~1/config",
  "GIT~1",
  ".g\u200cit/config",
  "\ufeff.git",
  "a\0b",
])("%j is refused", (name) => {
  expect(readRepositoryPath(encode(name)).kind).toBe("refused")
})

test.each(["a.js", "..a/b.js", "a../b", "...", ".github/x.yml", ".gitignore", "a b\\c\t\n.js", "a\\..\\b", "git/x"])(
  "%j is a path",
  (name) => {
    expect(readRepositoryPath(encode(name))).toEqual({ kind: "path", path: name })
  },
)
