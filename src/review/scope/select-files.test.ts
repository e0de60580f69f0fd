import { expect, test } from "vitest"
import { type Content, type ScopeEntry, selectFiles } from "./select-files.ts"

const text = (value: string): Content => ({ kind: "bytes", bytes: Buffer.from(value) })
const file = (path: string, own: Partial<ScopeEntry> = {}): ScopeEntry => ({ path, kind: "file", ...own })

function select(entries: readonly (readonly [ScopeEntry, Content?])[], isChange = true, named: readonly string[] = []) {
  const contents = new Map(entries.flatMap(([{ path }, content]) => (content === undefined ? [] : [[path, content]])))
  const all = entries.map(([entry]) => entry)
  const { files, scanned, unread } = selectFiles(all, contents, {
    kind: "code",
    isChange,
    named,
    isPriority: () => false,
    isTest: () => false,
  })
  return {
    files: files.map(({ path, changed }) => (changed === undefined ? path : `${path}:${changed.join(",")}`)),
    scanned: scanned.map(({ name, readAs }) => (readAs === undefined ? name : `${name} as ${readAs}`)),
    unread: unread.map(({ path, isWanted, why }) => `${path} ${isWanted ? "wanted" : "other"}: ${why}`),
  }
}

test("every file of a change is reviewed or named", () => {
  const entries: readonly (readonly [ScopeEntry, Content?])[] = [
    [file("a.js"), text("x\n")],
    [file("tool"), text("#!/usr/bin/env -S node --flag\nx\n")],
    [file("perl"), text("#!/usr/bin/perl -w\n")],
    [file("x.min.js"), text("// @generated\nx\n")],
    [file("large.js"), { kind: "not-read", why: "larger than 512 KB" }],
    [file("noise.js"), { kind: "bytes", bytes: new Uint8Array(100) }],
    [file("zero.js"), text(`// \0\n${"x\n".repeat(20)}`)],
    [file("logo.png"), text("x")],
    [file("empty.js"), text("")],
    [file("gone.js", { kind: "removed" })],
    [file("sub", { kind: "submodule" })],
    [file("link.js", { kind: "link" })],
    [file("both.js", { kind: "unmerged" })],
    [file("../x", { refused: 'its path has the part ".."' })],
  ]
  expect(select(entries)).toEqual({
    files: ["a.js", "tool", "x.min.js", "zero.js"],
    scanned: ["a.js", "tool as script.js", "x.min.js", "zero.js"],
    unread: [
      "perl wanted: not read: a script for perl",
      "large.js wanted: not read: larger than 512 KB",
      "noise.js wanted: not read: it is not text",
      "logo.png other: not code, not reviewed",
      "sub wanted: not read: a submodule, whose commits are not reviewed here",
      "link.js wanted: not read: a symbolic link, which is not followed",
      "both.js wanted: not read: it has unresolved conflicts",
      '../x wanted: not read: its path has the part ".."',
    ],
  })
})

test("in a whole project, generated code is not searched, and this is reported", () => {
  const { files, scanned, unread } = select([[file("x.min.js"), text("x\n")], [file("logo.png")]], false)
  expect([files, scanned]).toEqual([["x.min.js"], []])
  expect(unread).toEqual(["x.min.js other: generated or vendored, not searched for patterns"])
})

test.each([
  [["vendor"], "vendor/lib/a.js", true],
  [["vendor/lib/a.js"], "vendor/lib/a.js", true],
  [["public"], "public/vendor/a.js", false],
  [["public"], "public/x.min.js", false],
  [["public/x.min.js"], "public/x.min.js", true],
])("in %j, %s is searched: %s", (named, path, isSearched) => {
  const { scanned, unread } = select([[file(path), text("x\n")]], false, named)
  expect([scanned.length === 1, unread.length === 0]).toEqual([isSearched, isSearched])
})

test("a skipped directory is named unless it belongs to git, Skillet or Python", () => {
  const skipped = ["dist", "src/node_modules", ".git", "a/.skillet", "a/__pycache__"]
  expect(
    select(
      skipped.map((path) => [file(path, { kind: "skipped" })]),
      false,
    ),
  ).toEqual({
    files: [],
    scanned: [],
    unread: ["dist", "src/node_modules"].map(
      (path) => `${path} other: usually built or installed files; name it to review it`,
    ),
  })
})

test("a file that was named is reviewed, or the reason why not is given", () => {
  const binary: readonly [ScopeEntry, Content] = [file("a.bin"), { kind: "bytes", bytes: Buffer.from([0, 1]) }]
  const entries = [[file("a.js"), text("x\n")] as const, binary, [file("empty.js"), text("")] as const]
  expect(select(entries, false, ["a.js", "a.bin", "empty.js"])).toMatchObject({
    files: ["a.js"],
    unread: ["a.bin other: not code, not reviewed", "empty.js other: empty"],
  })
  expect(select(entries, false, [""]).unread).toEqual([])
})

test("a diff that does not fit the text is not believed: all of the file is under review", () => {
  const diff = (added: string) => ({ diff: "…", added: new Map([[2, added]]) })
  const content = text("one\ntwo\nthree\n")
  expect(select([[file("a.js", { diff: diff("two") }), content]]).files).toEqual(["a.js:2"])
  expect(select([[file("a.js", { diff: diff("other") }), content]]).files).toEqual(["a.js"])
})

test("UTF-16 is read as text", () => {
  const wide = Buffer.from("\ufeffeval(x)\n", "utf16le")
  const { files, scanned } = selectFiles([file("a.js")], new Map([["a.js", { kind: "bytes", bytes: wide }]]), {
    kind: "code",
    isChange: true,
    named: [],
    isPriority: () => false,
    isTest: () => false,
  })
  expect(files[0]?.text).toBe("\ufeffeval(x)\n")
  expect(Buffer.from(scanned[0]?.bytes ?? []).toString("utf8")).toBe("\ufeffeval(x)\n")
})

test.each([
  ".husky/pre-commit",
  ".githooks/post-merge",
  "package.json",
  "web/package.json",
  "Makefile",
  "build/rules.mk",
  "start.pyw",
  "Dockerfile",
  "docker/Dockerfile.dev",
  ".claude/settings.json",
  ".mcp.json",
  ".vscode/tasks.json",
  ".devcontainer/devcontainer.json",
  "Jenkinsfile",
  "Rakefile",
  "justfile",
  "CMakeLists.txt",
  "tools/run.ps1",
  "run.cmd",
  ".envrc",
  ".npmrc",
  ".gitattributes",
  "app.csproj",
])("in a change, %s counts as code: it is read, or the review knows that it was not", (path) => {
  expect(select([[file(path), text("x\n")]]).files).toEqual([path])
  expect(select([[file(path), { kind: "not-read", why: "larger than 512 KB" }]]).unread).toEqual([
    `${path} wanted: not read: larger than 512 KB`,
  ])
  expect(select([[file(path, { kind: "link" })]]).unread).toHaveLength(1)
  expect(select([[file(path, { kind: "link" })]]).unread[0]).toContain(" wanted: ")
})

test("in a change, a file that may be executed counts as code whatever it is called", () => {
  const may = { isExecutable: true } as const
  expect(select([[file("deploy", may), text("rm -rf x\n")]]).scanned).toEqual(["deploy as script.sh"])
  expect(select([[file("logo.png", may), { kind: "bytes", bytes: new Uint8Array(100) }]]).unread).toEqual([
    "logo.png wanted: not read: it is not text",
  ])
  expect(select([[file("perl", may), text("#!/usr/bin/perl\n")]]).unread).toEqual([
    "perl wanted: not read: a script for perl",
  ])
})
