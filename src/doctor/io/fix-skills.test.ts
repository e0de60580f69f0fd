import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../test/plant.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import { applySkillFixes, planSkillFixes, undoSkillFixes } from "./fix-skills.ts"

const BOM = "\ufeff---\nname: bom\ndescription: Bom.\n---\nB.\n"
const COLON = "---\r\nname: colon\r\ndescription: Use when: x\r\n---\r\nB.\r\n"
const SAME = "---\nname: same\ndescription: Same.\n---\nB.\n"

function plantFaults() {
  return garden({
    "home/.claude/skills/bom/SKILL.md": BOM,
    "home/.claude/skills/colon/SKILL.md": COLON,
    "home/.agents/skills/case/skill.md": skillText("Case."),
    "home/.claude/skills/dead": { link: "../../nowhere" },
    "home/.claude/skills/hollow/SKILL.md": { link: "../../../nowhere.md" },
    "home/.claude/skills/hollow/notes.md": "Stay.\n",
    "home/.codex/skills/same/SKILL.md": SAME,
    "home/.codex/skills/same/run.sh": "echo\n",
    "home/.agents/skills/same/SKILL.md": SAME,
    "home/.agents/skills/same/run.sh": "echo\n",
    "home/.config/opencode/skills/far/SKILL.md": "---\nname: far\ndescription: Use when: y\n---\nB.\n",
    // None of these may be touched.
    "project/.agents/skills/same/SKILL.md": SAME,
    "project/.agents/skills/same/run.sh": "echo\n",
    "project/notes/skill.md": BOM,
    "project/SKILL.md": BOM,
    "elsewhere/SKILL.md": BOM,
    "project/.claude/skills/linked": { link: "../../../elsewhere" },
    "home/.claude/plugins/cache/m/p/1/skills/x/SKILL.md": BOM,
    "home/.agents/skills/locked/SKILL.md": BOM,
    "home/.agents/skillet.lock": "locked:\n",
    "home/.codex/skills/locked": { link: "../../nowhere" },
    "home/.claude/skills/other/SKILL.md": BOM,
    "home/.agents/.skill-lock.json": '{"version":3,"skills":{"other":{}}}',
    "home/.claude/skills/good/SKILL.md": skillText("Good."),
  })
}

/** Every file, link and directory, with its content and mode. */
function readTree(folder: string): Readonly<Record<string, string>> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const rows = entries.map((entry) => {
    const at = path.join(entry.parentPath, entry.name)
    const mode = (fs.lstatSync(at).mode & 0o777).toString(8)
    const content = entry.isSymbolicLink() ? fs.readlinkSync(at) : entry.isFile() ? fs.readFileSync(at, "latin1") : "/"
    return [path.relative(folder, at), `${mode} ${content}`] as const
  })
  return Object.fromEntries(rows.filter(([name]) => !name.includes(".local")).toSorted())
}

const open = ({ options }: ReturnType<typeof garden>) => openSession({ ...options, cache: false })

test("what is safe is fixed in the skill directories of all agents, nothing else is touched, and undo gives every byte back", async () => {
  const plot = plantFaults()
  fs.chmodSync(plot.at("home/.codex/skills/same/run.sh"), 0o755)
  fs.chmodSync(plot.at("home/.agents/skills/same/run.sh"), 0o755)
  fs.chmodSync(plot.at("home/.claude/skills/bom/SKILL.md"), 0o600)
  fs.chmodSync(plot.at("home/.claude/skills/colon/SKILL.md"), 0o666)
  const before = {
    home: readTree(plot.home),
    project: readTree(plot.project),
    elsewhere: readTree(plot.at("elsewhere")),
  }
  const plan = await planSkillFixes(open(plot))
  expect({ home: readTree(plot.home), project: readTree(plot.project) }).toEqual({
    home: before.home,
    project: before.project,
  })
  const short = (at: string) => path.relative(plot.root, at)
  expect(plan.fixes.map((fix) => `${fix.kind} ${short(fix.path)}`).toSorted()).toEqual([
    "remove-copy home/.codex/skills/same",
    "rename home/.agents/skills/case/skill.md",
    "rewrite home/.claude/skills/bom/SKILL.md",
    "rewrite home/.claude/skills/colon/SKILL.md",
    "rewrite home/.config/opencode/skills/far/SKILL.md",
    "unlink home/.claude/skills/dead",
    "unlink home/.claude/skills/hollow/SKILL.md",
  ])
  const { id, left, done, folder } = applySkillFixes(open(plot), plan)
  expect([left, done.length]).toEqual([[], 7])
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  const after = readTree(plot.home)
  expect(after[".claude/skills/bom/SKILL.md"]).toBe(`600 ${BOM.slice(1)}`)
  expect(after[".claude/skills/colon/SKILL.md"]).toMatch(/^666 /)
  expect(after[".claude/skills/colon/SKILL.md"]).toContain('description: "Use when: x"\r\n')
  expect(after[".agents/skills/case/SKILL.md"]).toBeDefined()
  expect([after[".codex/skills/same"], after[".claude/skills/dead"]]).toEqual([undefined, undefined])
  expect(readTree(plot.project)).toEqual(before.project)
  expect(readTree(plot.at("elsewhere"))).toEqual(before.elsewhere)
  expect((await planSkillFixes(open(plot))).fixes).toEqual([])
  expect(undoSkillFixes(open(plot), id).kept).toEqual([])
  expect({ home: readTree(plot.home), project: readTree(plot.project) }).toEqual({
    home: before.home,
    project: before.project,
  })
  expect(() => undoSkillFixes(open(plot), id)).toThrow(/nothing was fixed under the number/)
  expect(() => undoSkillFixes(open(plot), "../../..")).toThrow(/nothing was fixed under the number/)
})

test("what changed between the plan and the fix, or between the fix and its undo, is left alone and named", async () => {
  const plot = plantFaults()
  const plan = await planSkillFixes(open(plot))
  fs.appendFileSync(plot.at("home/.codex/skills/same/run.sh"), "more\n")
  fs.mkdirSync(plot.at("nowhere"))
  fs.rmSync(plot.at("home/.claude/skills/dead"))
  fs.symlinkSync(plot.at("nowhere"), plot.at("home/.claude/skills/dead"))
  const { id, left } = applySkillFixes(open(plot), plan)
  expect(left.map(({ reason }) => reason.replace(/\/.*\//, ""))).toEqual([
    "it differs from same now",
    "it leads somewhere now",
  ])
  expect(fs.readFileSync(plot.at("home/.codex/skills/same/run.sh"), "utf8")).toBe("echo\nmore\n")
  fs.appendFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), "Edited.\n")
  const { undone, kept } = undoSkillFixes(open(plot), id)
  expect(kept).toEqual([{ path: plot.at("home/.claude/skills/bom/SKILL.md"), reason: "it was edited since" }])
  expect(undone).toHaveLength(4)
  expect(fs.readFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), "utf8")).toBe(`${BOM.slice(1)}Edited.\n`)
})

test("a text that changed since the plan keeps what was written", async () => {
  const plot = plantFaults()
  const plan = await planSkillFixes(open(plot))
  fs.writeFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), "new\n")
  const { left } = applySkillFixes(open(plot), plan)
  expect(left.map(({ reason }) => reason)).toEqual(["it was edited since"])
  expect(fs.readFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), "utf8")).toBe("new\n")
})

test("a project whose skill directory leads out of it is not touched", async () => {
  const plot = garden({ "elsewhere/bom/SKILL.md": BOM })
  fs.mkdirSync(plot.at("project/.claude"))
  fs.symlinkSync(plot.at("elsewhere"), plot.at("project/.claude/skills"))
  expect((await planSkillFixes(open(plot))).fixes).toEqual([])
})

test("two skill directories that are one by a link have no second copies, and neither has a linked skill", async () => {
  const plot = garden({
    "home/.agents/skills/same/SKILL.md": SAME,
    "home/.codex/skills/same": { link: "../../.agents/skills/same" },
  })
  fs.mkdirSync(plot.at("home/.gemini"))
  fs.symlinkSync(plot.at("home/.agents/skills"), plot.at("home/.gemini/skills"))
  fs.symlinkSync(plot.at("home/.agents"), plot.at("home/.opencode"))
  expect((await planSkillFixes(open(plot))).fixes).toEqual([])
})

test("a removal that was interrupted is undone, and what could not be undone before is undone later", async () => {
  const plot = plantFaults()
  const before = readTree(plot.home)
  const { id } = applySkillFixes(open(plot), await planSkillFixes(open(plot)))
  plot.plant({ "home/.codex/skills/same/run.sh": "echo\n" })
  fs.appendFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), "Edited.\n")
  expect(undoSkillFixes(open(plot), id).kept).toHaveLength(1)
  fs.writeFileSync(plot.at("home/.claude/skills/bom/SKILL.md"), BOM)
  expect(undoSkillFixes(open(plot), id).kept).toEqual([])
  expect(readTree(plot.home)).toEqual(before)
})

test("a directory that got other files under the name of a removed copy is left alone", async () => {
  const plot = plantFaults()
  const { id } = applySkillFixes(open(plot), await planSkillFixes(open(plot)))
  plot.plant({ "home/.codex/skills/same/run.sh": "mine\n" })
  const { kept } = undoSkillFixes(open(plot), id)
  expect(kept).toEqual([{ path: plot.at("home/.codex/skills/same"), reason: "something has its name" }])
  expect(fs.readFileSync(plot.at("home/.codex/skills/same/run.sh"), "utf8")).toBe("mine\n")
})

test("a fix that the system refuses is named, the others are made, and all can be undone", async () => {
  const plot = plantFaults()
  const before = readTree(plot.home)
  const { fixes } = await planSkillFixes(open(plot))
  const refused = fixes.map((fix) => (fix.kind === "rename" ? { ...fix, to: plot.at("gone/SKILL.md") } : fix))
  const { id, done, left } = applySkillFixes(open(plot), { fixes: refused })
  expect([done.length, left.map(({ path: at }) => path.basename(at))]).toEqual([6, ["skill.md"]])
  expect(undoSkillFixes(open(plot), id).kept).toEqual([])
  expect(readTree(plot.home)).toEqual(before)
})

test("a file that cannot be read is named, and does not keep the others from being fixed", async () => {
  const plot = plantFaults()
  plot.plant({ "home/.claude/skills/huge/SKILL.md": `${skillText("Huge.")}${"word ".repeat(300_000)}` })
  const plan = await planSkillFixes(open(plot))
  const large = { path: plot.at("home/.claude/skills/huge/SKILL.md"), reason: expect.stringMatching(/is larger than/) }
  expect([plan.fixes.length, plan.unread]).toEqual([7, [large]])
  const { done, left } = applySkillFixes(open(plot), plan)
  expect([done.length, left]).toEqual([7, [large]])
})
