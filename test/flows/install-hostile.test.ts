import { execFileSync } from "node:child_process"
import fs from "node:fs"
import zlib from "node:zlib"
import { expect, test } from "vitest"
import { writeTar } from "../../src/install/archive/write-tar.ts"
import { plantProject, writeSkill } from "./install-project.ts"

type Place = ReturnType<typeof plantProject>

const main = { "evil/SKILL.md": { mode: "644" as const, bytes: Buffer.from(writeSkill("evil")) } }

/** Changes the header of the entry after the first one, and its checksum. */
function patchHeader(archive: Uint8Array, change: (head: Buffer) => void): Buffer {
  const bytes = Buffer.from(archive)
  const first = 512 + Math.ceil(writeSkill("evil").length / 512) * 512
  const head = bytes.subarray(first, first + 512)
  change(head)
  head.fill(0x20, 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1")
  return bytes
}

function pack(name: string, text = "x"): Uint8Array {
  return writeTar(new Map(Object.entries({ ...main, [name]: { mode: "644" as const, bytes: Buffer.from(text) } })))
}

function tree({ git, at }: Place, entries: readonly string[]): void {
  const repository = "upstream/evil"
  fs.mkdirSync(at(repository), { recursive: true })
  git(repository, "init", "-q", "-b", "main")
  const blob = (text: string) =>
    execFileSync("git", ["-C", at(repository), "hash-object", "-w", "--stdin"], {
      input: text,
      encoding: "utf8",
    }).trim()
  const ids = { MAIN: blob(writeSkill("evil")), X: blob("x"), ETC: blob("/etc") }
  const lines = entries.map((entry) => entry.replace(/MAIN|X|ETC/, (name) => ids[name as keyof typeof ids]))
  const made = execFileSync("git", ["-C", at(repository), "mktree", "--missing"], {
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
  }).trim()
  const commit = git(repository, "commit-tree", "-m", "evil", made)
  git(repository, "update-ref", "refs/heads/main", commit)
}

test.each([
  ["a link", ["100644 blob MAIN\tSKILL.md", "120000 blob ETC\tlink"], "it is a link"],
  ["a submodule", ["100644 blob MAIN\tSKILL.md", `160000 commit ${"1".repeat(40)}\tmodule`], "it is a submodule"],
  [
    "a case clash",
    ["100644 blob MAIN\tSKILL.md", "100644 blob X\tA.md", "100644 blob X\ta.md"],
    "one file on disks that ignore case",
  ],
  ["a device's name", ["100644 blob MAIN\tSKILL.md", "100644 blob X\tCON.md"], "the name of a device"],
  ["a backslash", ["100644 blob MAIN\tSKILL.md", "100644 blob X\t..\\up"], "has a backslash"],
  ["a name in .git", ["100644 blob MAIN\tSKILL.md", "100644 blob X\t.GIT"], "has a part .git"],
])("a repository with %s is refused, and nothing is written", (_, entries, said) => {
  const place = plantProject()
  tree(place, entries)
  const { code, err } = place.run("add", `file://${place.at("upstream/evil")}`, "--yes")
  expect([code, err]).toEqual([1, expect.stringContaining(said)])
  expect(place.list()).toEqual([])
})

test.each([
  ["a path with ..", pack("evil/../../up.md"), "has a part .., which would lead elsewhere"],
  ["a link", patchHeader(pack("evil/link"), (head) => head.write("2", 156)), "it is a link"],
  ["a device", patchHeader(pack("evil/tty"), (head) => head.write("3", 156)), "it is not a regular file"],
  ["a bomb", zlib.gzipSync(Buffer.alloc(300 * 1024 * 1024)), "more than 256 MiB when it is unpacked"],
  [
    "a huge header",
    patchHeader(pack("evil/long", "y".repeat(100_000)), (head) => head.write("x", 156)),
    "a header has more than 64 KiB",
  ],
  ["a damaged header", Buffer.from(pack("evil/a")).fill(1, 100, 110), "is damaged"],
  ["a cut off entry", pack("evil/a", "y".repeat(5000)).subarray(0, 2048), "is cut off"],
])("an archive with %s is refused, and nothing is written", (_, bytes: Uint8Array, said) => {
  const place = plantProject()
  place.plant({ "a.tgz": Buffer.from(bytes) })
  const { code, err } = place.run("add", "../a.tgz", "--yes")
  expect([code, err]).toEqual([1, expect.stringContaining(said)])
  expect(place.list()).toEqual([])
  expect(fs.existsSync(place.at("up.md"))).toBe(false)
})

test("an absolute path in an archive is not a skill's, and leads nowhere", () => {
  const place = plantProject()
  place.plant({ "a.tar": Buffer.from(pack(`${place.at("escaped.md")}`)) })
  expect(place.run("add", "../a.tar", "--yes").code).toBe(0)
  expect(place.list()).toEqual([".agents/skills/evil/SKILL.md", "skillet.lock"])
  expect(fs.existsSync(place.at("escaped.md"))).toBe(false)
})

test("a skill with more files than can be approved is refused by their number", () => {
  const place = plantProject({ "many/evil/SKILL.md": writeSkill("evil") })
  for (let nth = 0; nth < 2001; nth++) fs.writeFileSync(place.at(`many/evil/${nth}.md`), "")
  expect(place.run("add", "../many", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("it has 2,002 files; at most 2,000"),
  })
  expect(place.list()).toEqual([])
})

test("a name that would hide a bundled skill is refused, unless another name is chosen", () => {
  const bundled = fs.readdirSync("skills")[0] ?? ""
  const place = plantProject({ "mine/x/SKILL.md": writeSkill(bundled) })
  expect(place.run("add", "../mine", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("would hide the skill of this name"),
  })
  expect(place.run("add", "../mine", "--as", "mine", "--yes").code).toBe(0)
  // Of several skills only one alone can get another name.
  place.plant({ "mine/y/SKILL.md": writeSkill("y") })
  expect(place.run("add", "../mine", "--skill", bundled, "--skill", "y", "--yes").err).toContain(
    `add it alone with --skill ${bundled} --as NAME, and name the others with --skill`,
  )
})

test("a directory that Skillet did not install is never replaced", () => {
  const place = plantProject({
    "mine/x/SKILL.md": writeSkill("x"),
    "project/.agents/skills/x/SKILL.md": writeSkill("x", "Own.\n"),
  })
  expect(place.run("add", "../mine", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("install.exists"),
  })
  expect(place.read(".agents/skills/x/SKILL.md")).toContain("Own.")
})

test("a link where skills are installed is not written through", () => {
  const place = plantProject({ "mine/x/SKILL.md": writeSkill("x"), "outside/keep": "" })
  place.plant({ "project/.agents": { link: "../outside" } })
  expect(place.run("add", "../mine", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("is a link, so nothing is installed through it"),
  })
  expect(fs.readdirSync(place.at("outside"))).toEqual(["keep"])
})

test("neither the repository's settings and hooks nor filters nor templates of the user start anything", () => {
  const place = plantProject()
  place.publish("traps", {
    "skills/a/SKILL.md": writeSkill("a"),
    ".gitattributes": "* filter=trap\n",
    "skills/a/b.md": "b\r\n",
  })
  const trap = `touch ${place.at("started")}; cat`
  for (const [key, value] of [
    ["filter.trap.smudge", trap],
    ["filter.trap.process", trap],
    ["core.fsmonitor", trap],
    ["core.hooksPath", place.at("hooks")],
    ["uploadpack.packObjectsHook", trap],
    ["core.sshCommand", trap],
  ] as const)
    place.git("upstream/traps", "config", key, value)
  for (const hook of ["post-checkout", "reference-transaction", "post-merge", "pre-auto-gc"]) {
    place.plant({ [`hooks/${hook}`]: `#!/bin/sh\n${trap}\n`, [`templates/hooks/${hook}`]: `#!/bin/sh\n${trap}\n` })
    for (const folder of ["hooks", "templates/hooks"]) fs.chmodSync(place.at(`${folder}/${hook}`), 0o755)
  }
  execFileSync("git", ["config", "--file", place.at("home/.gitconfig"), "init.templateDir", place.at("templates")])
  execFileSync("git", ["config", "--file", place.at("home/.gitconfig"), "core.hooksPath", place.at("hooks")])
  expect(place.run("add", "acme/traps@a", "--yes").code).toBe(0)
  expect(place.read(".agents/skills/a/b.md")).toBe("b\r\n")
  expect(fs.existsSync(place.at("started"))).toBe(false)
})

test.each([
  "ext::sh -c 'touch x'",
  "http://example.com/a.git",
  "git://example.com/a",
  "https://user:secret@example.com/a.git",
])("the address %s is refused before anything is asked", (address) => {
  const place = plantProject()
  expect(place.run("add", address, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("install.bad-source"),
  })
  expect(place.list()).toEqual([])
})

test("control characters in names and texts of a skill do not reach the terminal", () => {
  const place = plantProject({ "mine/x/SKILL.md": writeSkill("x", "!`echo \u001b[2J`\n", 'license: "a\\eb"\n') })
  const { code, err, out } = place.run("add", "../mine", "--yes")
  expect([code, err]).toEqual([0, expect.stringContaining("echo")])
  expect(`${out}${err}`).not.toContain("\u001b")
})

test.each([
  ["a file outside", "../outside.txt"],
  ["a hook of git", ".git/hooks/pre-commit"],
  ["another file of the project", ".vscode/tasks.json"],
  ["a place behind a link", ".claude/skills/x"],
])("an interrupted change that came with the repository does not write %s", (_, target) => {
  const journal = { version: 1, folder: "change-ab", moves: [{ place: target, isNew: true, nth: 0 }], lockBefore: "" }
  const place = plantProject({
    "project/skillet.lock": '{"lockfileVersion": 1, "skills": {}}',
    "project/.skillet/install/change-ab/new-0": "echo ran",
    "project/.skillet/install/journal.json": JSON.stringify(journal),
    "outside/skills/keep": "",
    "project/.claude": { link: "../outside" },
  })
  expect(place.run("sync")).toMatchObject({ code: 1, err: expect.stringContaining("install.bad-journal") })
  expect(fs.existsSync(place.at(`project/${target}`))).toBe(false)
  expect(place.read("skillet.lock")).toBe('{"lockfileVersion": 1, "skills": {}}')
})

test("a link in the place of the directory in which changes are prepared is not followed", () => {
  const place = plantProject({
    "project/skillet.lock": '{"lockfileVersion": 1, "skills": {}}',
    "outside/install/change-mine/keep": "",
    "project/.skillet": { link: "../outside" },
  })
  expect(place.run("sync")).toMatchObject({ code: 1, err: expect.stringContaining("install.blocked") })
  expect(fs.readdirSync(place.at("outside/install"))).toEqual(["change-mine"])
})

test.each([
  ["a program", { type: "git", url: "ext::sh -c x", commit: "a".repeat(40), path: "x" }],
  [
    "an address that others could change",
    { type: "git", url: "http://example.com/x", commit: "a".repeat(40), path: "x" },
  ],
  ["a repository as a package", { type: "npm", package: "git+file:///x", version: "1.0.0", integrity: "x", path: "x" }],
  ["an option as a package", { type: "npm", package: "--prefix=/", version: "1.0.0", integrity: "x", path: "x" }],
])("a lock whose source is %s is refused before anything is asked", (_, source) => {
  const place = plantProject({ "mine/x/SKILL.md": writeSkill("x") })
  place.run("add", "../mine", "--yes")
  const lock = place.lock()
  fs.writeFileSync(
    place.at("project/skillet.lock"),
    JSON.stringify({ ...lock, skills: { x: { ...lock.skills["x"], source } } }),
  )
  fs.rmSync(place.at("project/.agents"), { recursive: true })
  fs.rmSync(place.at("home/.cache"), { recursive: true, force: true })
  expect(place.run("outdated").out).toContain("the lock names")
})
