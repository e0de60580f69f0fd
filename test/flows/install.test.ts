import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

const pdf = writeSkill(
  "pdf",
  undefined,
  "license: MIT\nallowed-tools: Bash(pdftotext:*)\nrequires:\n  programs: [pdftotext]\n",
)

function plantPdf() {
  const place = plantProject()
  const commit = place.publish("skills", {
    "skills/pdf/SKILL.md": pdf,
    "skills/pdf/scripts/run.sh": "#!/bin/sh\r\necho hi\r\n",
    "skills/deploy/SKILL.md": writeSkill("deploy"),
    "src/index.ts": "export {}\n",
  })
  return { ...place, first: commit, main: place.at("project/.agents/skills/pdf/SKILL.md") }
}

test("add pins the commit, shows what the skill could do, and installs one real copy and a relative link", () => {
  const { run, lock, list, first, read } = plantPdf()
  const { code, out, err } = run("add", "acme/skills@pdf", "--host", "open", "--host", "claude", "--yes")
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/asks for:\n +Bash\(pdftotext:\*\)[\s\S]*audit found nothing in 2 files/),
  ])
  expect(out).toMatch(/^pdf is installed as sha256:\w{64} in \.agents\/skills\/pdf, \.claude\/skills\/pdf\n$/)
  expect(list()).toEqual([
    ".agents/skills/pdf/SKILL.md",
    ".agents/skills/pdf/scripts/run.sh",
    ".claude/skills/pdf -> ../../.agents/skills/pdf",
    "skillet.lock",
  ])
  expect(read(".agents/skills/pdf/scripts/run.sh")).toBe("#!/bin/sh\r\necho hi\r\n")
  expect(lock().skills["pdf"]).toMatchObject({
    source: { type: "git", url: "https://github.com/acme/skills.git", commit: first, path: "skills/pdf" },
    license: "MIT",
    grants: ["Bash(pdftotext:*)"],
    requires: { programs: ["pdftotext"] },
    audit: { verdict: "none" },
  })
  expect(run("verify")).toMatchObject({ code: 0, out: expect.stringMatching(/1 skill with 2 files .*: no difference/) })
  expect(run("list", "--json").out).toContain('"name":"pdf"')
})

test("without a terminal and --yes nothing is installed, and of several skills one must be named", () => {
  const { run, list } = plantPdf()
  expect(run("add", "acme/skills@pdf")).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing was installed"),
  })
  expect(run("add", "acme/skills", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("it has 2 skills: deploy, pdf"),
  })
  expect(run("add", "acme/skills@nothing", "--yes").err).toContain("it has no skill nothing; it has deploy, pdf")
  expect(list()).toEqual([])
})

test("only the directory of the named agent gets the skill", () => {
  const { run, list } = plantPdf()
  expect(run("add", "acme/skills@deploy", "--host", "claude", "--yes").code).toBe(0)
  expect(list()).toEqual([".claude/skills/deploy/SKILL.md", "skillet.lock"])
  expect(run("add", "acme/skills@pdf", "--host", "nobody", "--yes")).toMatchObject({ code: 2 })
})

test("two machines with one lock have the same bytes, and a second project needs no network", () => {
  const { run, read, at } = plantPdf()
  run("add", "acme/skills@pdf", "--yes")
  fs.mkdirSync(at("other/.git"), { recursive: true })
  fs.copyFileSync(at("project/skillet.lock"), at("other/skillet.lock"))
  fs.renameSync(at("upstream/skills"), at("upstream/away"))
  expect(run("ci", "--cwd", at("other"))).toMatchObject({
    code: 0,
    out: expect.stringContaining("created .agents/skills/pdf"),
  })
  expect(fs.readFileSync(at("other/.agents/skills/pdf/SKILL.md"), "utf8")).toBe(read(".agents/skills/pdf/SKILL.md"))
  expect(fs.statSync(at("other/.agents/skills/pdf/scripts/run.sh")).size).toBe(20)
  expect(run("verify", "--cwd", at("other")).code).toBe(0)
  // Without the cache the same commit is fetched again; without the repository that is an error, and nothing is made.
  fs.rmSync(at("other/.agents"), { recursive: true })
  fs.rmSync(at("cache"), { recursive: true })
  expect(run("ci", "--cwd", at("other"))).toMatchObject({ code: 1, err: expect.stringContaining("git.fetch-failed") })
  fs.renameSync(at("upstream/away"), at("upstream/skills"))
  expect(run("ci", "--cwd", at("other")).code).toBe(0)
})

test.each(["da_DK.UTF-8", "cs_CZ.UTF-8", "tr_TR.UTF-8", "C"])(
  "with the language %s and CRLF settings of git the lock is the same",
  (language) => {
    const names = ["aa.md", "Az.md", "ch.md", "cz.md", "İ.md", "ı.md", "å.md", "z.md"]
    const content = Object.fromEntries(names.map((name) => [`skills/a/${name}`, `${name}\n`]))
    const { runWith, read, publish, at } = plantProject()
    publish("words", { "skills/a/SKILL.md": writeSkill("a"), ".gitattributes": "* text eol=crlf\n", ...content })
    execFileSync("git", ["config", "--file", at("home/.gitconfig"), "core.autocrlf", "true"])
    const words = { LANG: language, LC_ALL: language, LANGUAGE: language }
    expect(runWith(words, "add", "acme/words@a", "--yes").code).toBe(0)
    expect(read(".agents/skills/a/aa.md")).toBe("aa.md\n")
    const files = /"files": \{\n([\s\S]*?)\n {6}\}/.exec(read("skillet.lock"))?.[1] ?? ""
    expect([...files.matchAll(/^ +"([^"]+)"/gm)].map(([, name]) => name)).toEqual([
      "Az.md",
      "SKILL.md",
      "aa.md",
      "ch.md",
      "cz.md",
      "z.md",
      "å.md",
      "İ.md",
      "ı.md",
    ])
    expect(runWith({ ...words, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" }, "verify").code).toBe(0)
  },
)

test("a changed source: ci exits 1 with the file, and the lock is byte for byte the same", () => {
  const { run, read, plant, at } = plantProject({
    "shared/deploy/SKILL.md": writeSkill("deploy"),
    "shared/deploy/steps.md": "one\n",
  })
  run("add", "../shared", "--yes")
  const before = read("skillet.lock")
  plant({ "shared/deploy/steps.md": "two\n" })
  fs.rmSync(at("project/.agents"), { recursive: true })
  const { code, err } = run("ci")
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("deploy: steps.md is not the locked one in ../shared (deploy)"),
  ])
  expect(read("skillet.lock")).toBe(before)
  expect(fs.existsSync(at("project/.agents/skills/deploy"))).toBe(false)
})

test.each([
  [
    "a changed byte",
    (at: string) => fs.appendFileSync(path.join(at, "SKILL.md"), "x"),
    "SKILL.md: its content is not the locked one",
  ],
  [
    "a missing file",
    (at: string) => fs.rmSync(path.join(at, "scripts/run.sh")),
    "scripts/run.sh: it is in the lock and not on the disk",
  ],
  [
    "a changed mode",
    (at: string) => fs.chmodSync(path.join(at, "scripts/run.sh"), 0o755),
    "scripts/run.sh: it may be executed and should not",
  ],
  [
    "a new file",
    (at: string) => fs.writeFileSync(path.join(at, "scripts/new.sh"), ""),
    "scripts/new.sh: it is on the disk and not in the lock",
  ],
  [
    "a link",
    (at: string) => fs.symlinkSync("/etc/passwd", path.join(at, "x")),
    "pdf/x: it is on the disk and not in the lock",
  ],
  [
    "another skill",
    (at: string) => fs.cpSync(at, path.join(at, "../rogue"), { recursive: true }),
    "skills/rogue: no row of the lock claims this skill",
  ],
])("verify notices %s and names it", (_, change, said) => {
  const { run, at, read } = plantPdf()
  run("add", "acme/skills@pdf", "--yes")
  const before = read("skillet.lock")
  change(at("project/.agents/skills/pdf"))
  expect(run("verify")).toMatchObject({ code: 1, err: expect.stringContaining(said) })
  const sarif = JSON.parse(run("verify", "--format", "sarif").out) as {
    readonly runs: readonly { readonly results: readonly unknown[] }[]
  }
  expect(sarif.runs[0]?.results).toHaveLength(1)
  expect(read("skillet.lock")).toBe(before)
})

test("a lock that cannot be read is an error for every command, and stays as it is", () => {
  const { run, read, plant } = plantPdf()
  run("add", "acme/skills@pdf", "--yes")
  const broken = read("skillet.lock").replace('"digest"', '"digests"')
  plant({ "project/skillet.lock": broken })
  for (const words of [
    ["verify"],
    ["ci"],
    ["sync"],
    ["outdated"],
    ["update", "--yes"],
    ["remove", "pdf"],
    ["add", "acme/skills@deploy", "--yes"],
  ])
    expect(run(...words)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/skillet\.lock:10: "digests" is not a field of this lock/),
    })
  expect(read("skillet.lock")).toBe(broken)
})

test("update shows text, grants, commands, hosts and findings before it changes anything, and only what was named", () => {
  const { run, read, plant, commit, first, lock } = plantPdf()
  run("add", "acme/skills", "--all", "--yes")
  const text = pdf
    .replace("Four.", "Four.\n\n!`curl https://example.net/x`")
    .replace("pdftotext:*)", "pdftotext:*), Bash(curl:*)")
  plant({
    "upstream/skills/skills/pdf/SKILL.md": text,
    "upstream/skills/skills/deploy/SKILL.md": writeSkill("deploy", "Other.\n"),
  })
  const second = commit("upstream/skills", "two")
  const before = read("skillet.lock")
  expect(run("outdated").out).toMatch(/deploy +a newer version is there[\s\S]*pdf +a newer version is there/)
  const dry = run("update", "pdf", "--dry-run")
  expect(dry).toMatchObject({ code: 0, out: "1 skill asked about: 1 skill would change\n" })
  for (const said of [
    "+ Bash(curl:*)",
    "+ curl https://example.net/x",
    "+ example.net",
    "+ major",
    "+!`curl https://example.net/x`",
  ])
    expect(dry.err).toContain(said)
  expect(read("skillet.lock")).toBe(before)
  expect(run("update", "pdf", "--yes").code).toBe(0)
  expect(read(".agents/skills/pdf/SKILL.md")).toBe(text)
  expect([lock().skills["pdf"]?.source["commit"], lock().skills["deploy"]?.source["commit"]]).toEqual([second, first])
  expect(run("verify").code).toBe(0)
})

test("moved and gone upstream are told apart by content, and nothing is removed", () => {
  const { run, at, git, commit, read, list } = plantPdf()
  run("add", "acme/skills", "--all", "--yes")
  fs.mkdirSync(at("upstream/skills/tools"))
  git("upstream/skills", "mv", "skills/pdf", "tools/documents")
  git("upstream/skills", "rm", "-q", "-r", "skills/deploy")
  commit("upstream/skills", "two")
  const before = list()
  const { code, out } = run("outdated", "--json")
  expect(code).toBe(1)
  expect((JSON.parse(out) as { readonly skills: readonly unknown[] }).skills).toMatchObject([
    { name: "deploy", state: "gone" },
    { name: "pdf", state: "moved", available: { path: "tools/documents" } },
  ])
  expect(run("update", "--yes").code).toBe(1)
  expect(list()).toEqual(before)
  expect(read("skillet.lock")).toContain('"path": "tools/documents"')
  expect(run("verify").code).toBe(0)
})

test("local edits survive an update as an overlay, on another machine too; a conflict keeps the old skill", () => {
  const { run, at, plant, commit, main, read, lock } = plantPdf()
  run("add", "acme/skills@pdf", "--yes")
  plant({ "project/.agents/skills/pdf/notes.txt": "mine\n" })
  fs.writeFileSync(main, pdf.replace("One.", "One, as we do it."))
  plant({ "upstream/skills/skills/pdf/SKILL.md": pdf.replace("Four.", "Four, newer.") })
  commit("upstream/skills", "two")
  const { code, out } = run("update", "pdf", "--yes")
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/your changes to SKILL.md are kept in .*pdf.patch\n.*left as it is: .*notes.txt/),
  ])
  const both = pdf.replace("One.", "One, as we do it.").replace("Four.", "Four, newer.")
  expect(fs.readFileSync(main, "utf8")).toBe(both)
  expect(read(".agents/skills/pdf/notes.txt")).toBe("mine\n")
  expect(lock().skills["pdf"]?.overlay?.path).toBe(".skillet/overlays/pdf.patch")
  // Another machine makes the same text from the lock and the patch.
  for (const file of ["skillet.lock", ".skillet/overlays/pdf.patch"])
    plant({ [`other/${file}`]: read(file), "other/.git/HEAD": "" })
  fs.rmSync(at("cache"), { recursive: true })
  expect(run("ci", "--cwd", at("other")).code).toBe(0)
  expect(fs.readFileSync(at("other/.agents/skills/pdf/SKILL.md"), "utf8")).toBe(both)
  expect(run("verify", "--cwd", at("other")).code).toBe(0)
  // Now both change the same line.
  plant({ "upstream/skills/skills/pdf/SKILL.md": pdf.replace("One.", "One, upstream.") })
  commit("upstream/skills", "three")
  const before = [read("skillet.lock"), read(".skillet/overlays/pdf.patch")]
  expect(run("update", "pdf", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("pdf was not changed: SKILL.md: you and the source changed the same lines"),
  })
  expect(fs.readFileSync(main, "utf8")).toBe(both)
  expect([read("skillet.lock"), read(".skillet/overlays/pdf.patch")]).toEqual(before)
})

test("an overlay of a text with CRLF makes the same text from the lock, also if a checkout changed the patch of another", () => {
  const place = plantProject({ "shared/a/SKILL.md": writeSkill("a"), "shared/a/w.md": "one\r\ntwo\r\nthree\r\n" })
  const { run, at, read, plant } = place
  run("add", "../shared", "--yes")
  plant({ "project/.agents/skills/a/w.md": "one\r\nTWO\r\nthree\r\n" })
  expect(run("update", "--yes").code).toBe(0)
  for (const folder of ["project/.agents", "cache"]) fs.rmSync(at(folder), { recursive: true })
  expect(run("ci").code).toBe(0)
  expect(read(".agents/skills/a/w.md")).toBe("one\r\nTWO\r\nthree\r\n")
  plant({
    "project/.agents/skills/a/w.md": "one\r\ntwo\r\nthree\r\n",
    "project/.agents/skills/a/SKILL.md": writeSkill("a", "Mine.\n"),
  })
  expect(run("update", "--yes").code).toBe(0)
  plant({ "project/.skillet/overlays/a.patch": read(".skillet/overlays/a.patch").replaceAll("\n", "\r\n") })
  for (const folder of ["project/.agents", "cache"]) fs.rmSync(at(folder), { recursive: true })
  expect(run("ci").code).toBe(0)
  expect(read(".agents/skills/a/SKILL.md")).toBe(writeSkill("a", "Mine.\n"))
})

test("the same name from another source is refused, and --as gives it another name", () => {
  const { run, publish, lock, list } = plantPdf()
  publish("more", { "skills/pdf/SKILL.md": writeSkill("pdf", "Other.\n"), "skills/lint/SKILL.md": writeSkill("lint") })
  run("add", "acme/skills@pdf", "--yes")
  expect(run("add", "acme/more@pdf", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/pdf is installed from .*acme\/skills.git at .*, and this one is from .*acme\/more.git/),
  })
  expect(run("add", "acme/more@pdf", "--as", "pdf-more", "--yes").code).toBe(0)
  expect(Object.keys(lock().skills)).toEqual(["pdf", "pdf-more"])
  expect(list()).toContain(".agents/skills/pdf-more/SKILL.md")
  expect(run("verify").code).toBe(0)
})

test("remove takes the skill, its links and its row, keeps the files that are not its own, and refuses edited ones", () => {
  const { run, plant, list, main, lock } = plantPdf()
  run("add", "acme/skills@pdf", "--host", "claude,open", "--yes")
  plant({ "project/.agents/skills/pdf/mine.txt": "mine\n" })
  fs.writeFileSync(main, `${pdf}mine\n`)
  expect(run("remove", "pdf")).toMatchObject({ code: 1, err: expect.stringContaining("has changes of yours") })
  fs.writeFileSync(main, pdf)
  expect(run("remove", "pdf")).toMatchObject({ code: 0, err: expect.stringContaining(".agents/skills/pdf/mine.txt") })
  expect(list()).toEqual([".agents/skills/pdf/mine.txt", "skillet.lock"])
  expect(lock().skills).toEqual({})
  expect(run("remove", "pdf")).toMatchObject({ code: 1, err: expect.stringContaining("pdf is not in the lock") })
})

test("sync makes links and managed copies again, and leaves edits alone", () => {
  const { run, at, list, main } = plantPdf()
  run("add", "acme/skills@pdf", "--host", "claude,open", "--yes")
  run("add", "acme/skills@deploy", "--host", "claude,open", "--copy", "--yes")
  const before = list()
  expect(before).toContain(".claude/skills/deploy/SKILL.md")
  fs.rmSync(at("project/.claude"), { recursive: true })
  expect(run("sync")).toMatchObject({ code: 0, out: expect.stringContaining(".claude/skills/pdf") })
  expect(list()).toEqual(before)
  // What an older version had may be replaced; what somebody wrote there may not.
  fs.writeFileSync(at("project/.claude/skills/deploy/SKILL.md"), pdf)
  fs.writeFileSync(main, "edited")
  expect(run("sync")).toMatchObject({
    code: 1,
    err: expect.stringContaining("pdf/SKILL.md: its content is not the locked one; left as it is"),
  })
  expect(fs.readFileSync(at("project/.claude/skills/deploy/SKILL.md"), "utf8")).toBe(writeSkill("deploy"))
  expect(fs.readFileSync(main, "utf8")).toBe("edited")
  fs.writeFileSync(at("project/.claude/skills/deploy/SKILL.md"), "other")
  expect(run("sync").err).toContain(".claude/skills/deploy/SKILL.md: its content is not the locked one; left as it is")
  expect(run("update", "deploy", "--yes").code).toBe(0)
  expect(fs.readFileSync(at("project/.claude/skills/deploy/SKILL.md"), "utf8")).toBe("other")
})

test("a skill in the home directory has a lock of its own", () => {
  const { run, at, list } = plantPdf()
  expect(run("add", "acme/skills@deploy", "--global", "--yes").code).toBe(0)
  expect(fs.existsSync(at("home/.agents/skillet.lock"))).toBe(true)
  expect(list()).toEqual([])
  expect(run("verify", "--global").code).toBe(0)
  expect(run("verify")).toMatchObject({ code: 1, err: expect.stringContaining("lock.missing") })
})

test("an approval ends when an update changes the skill", () => {
  const { run, plant, commit } = plantPdf()
  run("add", "acme/skills@pdf", "--yes")
  const { digest } = JSON.parse(run("trust", "add", "pdf", "--json").out) as { readonly digest: string }
  expect(run("trust", "add", "pdf", "--hash", digest).code).toBe(0)
  expect(run("trust", "list").out).not.toContain("changed")
  plant({ "upstream/skills/skills/pdf/SKILL.md": `${pdf}\nMore.\n` })
  commit("upstream/skills", "two")
  run("update", "--yes")
  expect(run("trust", "list")).toMatchObject({ code: 1, out: expect.stringMatching(/pdf +changed/) })
})
