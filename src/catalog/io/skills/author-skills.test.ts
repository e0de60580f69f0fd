import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { openSession } from "../session/open-session.ts"
import { grantAuthor, listAuthors, planAuthor, removeAuthor } from "./author-skills.ts"
import { readTrust, requireCopy } from "./read-trust.ts"

const withCommand = skillText("d", "allowed-tools: Bash(echo:*)\n").replace("The body of it.", "Now: !`echo hi`")
const FOLDER = "project/.agents/skills"
const SKILL = `${FOLDER}/a/SKILL.md`

function plantAuthor(files: Parameters<typeof garden>[0] = {}) {
  const plot = garden({ [SKILL]: withCommand, [`${FOLDER}/a/run.sh`]: "echo hi\n", ...files })
  for (const folder of ["", "home", "project", "project/.agents", FOLDER, `${FOLDER}/a`])
    fs.chmodSync(plot.at(folder), 0o755)
  return plot
}

async function readState({ options, at }: ReturnType<typeof garden>, name = "a") {
  const session = openSession({ ...options, cache: false })
  const { skills } = await session.catalog()
  const skill = skills.find((one) => one.name === name)
  if (skill === undefined) return "not listed"
  const { trust, approval } = readTrust(session, await requireCopy(session, skill.path), await session.read(skill.path))
  expect(skill.path.startsWith(at(""))).toBe(true)
  return `${trust} ${approval}`
}

async function grant({ options }: ReturnType<typeof garden>, directory = ".agents/skills") {
  const session = openSession(options)
  return grantAuthor(session, await planAuthor(session, directory))
}

test("skills in a granted directory need no approval of their bytes, and removing the grant ends that exactly", async () => {
  const plot = plantAuthor()
  const session = openSession(plot.options)
  expect(await readState(plot)).toBe("remote none")
  expect(await planAuthor(session, ".agents/skills")).toEqual({ path: plot.at(FOLDER), skills: ["a"] })
  await grant(plot)
  expect(await readState(plot)).toBe("shared author")
  fs.appendFileSync(plot.at(SKILL), "\nMore: !`echo more`\n")
  expect(await readState(plot)).toBe("shared author")
  expect(listAuthors(session).authors).toMatchObject([{ path: plot.at(FOLDER), state: "valid" }])
  expect(fs.statSync(plot.at("home/.local/share/skillet/authors.json")).mode & 0o777).toBe(0o600)
  expect(removeAuthor(session, ".agents")).toBe(false)
  expect(removeAuthor(session, ".agents/skills")).toBe(true)
  expect(await readState(plot)).toBe("remote none")
  expect(listAuthors(session).authors).toEqual([])
})

test.each([
  [
    "the directory is replaced by another one",
    ({ at }: ReturnType<typeof garden>) => {
      fs.cpSync(at(FOLDER), at("copy"), { recursive: true })
      fs.renameSync(at(FOLDER), at("old"))
      fs.renameSync(at("copy"), at(FOLDER))
    },
  ],
  [
    "the directory becomes a link",
    ({ at }: ReturnType<typeof garden>) => {
      fs.renameSync(at(FOLDER), at("project/moved"))
      fs.symlinkSync(at("project/moved"), at(FOLDER))
    },
  ],
  [
    "a directory above becomes a link",
    ({ at }: ReturnType<typeof garden>) => {
      fs.renameSync(at("project/.agents"), at("project/moved"))
      fs.symlinkSync(at("project/moved"), at("project/.agents"))
    },
  ],
  [
    "the skill has a link in it",
    ({ at }: ReturnType<typeof garden>) => fs.symlinkSync("run.sh", at(`${FOLDER}/a/link.sh`)),
  ],
  ["a repository is in it", ({ at }: ReturnType<typeof garden>) => fs.mkdirSync(at(`${FOLDER}/a/.git`))],
  [
    "a submodule is in it",
    ({ at }: ReturnType<typeof garden>) => fs.writeFileSync(at(`${FOLDER}/a/.git`), "gitdir: x"),
  ],
  ["others may write to the skill", ({ at }: ReturnType<typeof garden>) => fs.chmodSync(at(SKILL), 0o666)],
  ["others may write to the directory", ({ at }: ReturnType<typeof garden>) => fs.chmodSync(at(FOLDER), 0o777)],
  ["others may write above it", ({ at }: ReturnType<typeof garden>) => fs.chmodSync(at("project/.agents"), 0o777)],
  [
    "it runs a file of the project",
    ({ at }: ReturnType<typeof garden>) => {
      fs.writeFileSync(at("project/build.sh"), "echo built\n")
      fs.writeFileSync(at(SKILL), withCommand.replace("echo hi", "sh build.sh"))
    },
  ],
  [
    "what it runs is only known then",
    ({ at }: ReturnType<typeof garden>) =>
      fs.writeFileSync(at(SKILL), withCommand.replace("echo hi", "sh $(git ls-files scripts)")),
  ],
  [
    "it runs the names of files that it reads",
    ({ at }: ReturnType<typeof garden>) =>
      fs.writeFileSync(at(SKILL), withCommand.replace("echo hi", "git ls-files | xargs sh")),
  ],
  ["packages are in it", ({ at }: ReturnType<typeof garden>) => fs.mkdirSync(at(`${FOLDER}/a/node_modules`))],
  [
    "the lock of the project has it",
    ({ at }: ReturnType<typeof garden>) => fs.writeFileSync(at("project/skillet.lock"), '{"skills":{"a":{}}}'),
  ],
  [
    "a lock has its directory under another name",
    ({ at }: ReturnType<typeof garden>) =>
      fs.writeFileSync(at("project/skillet.lock"), '{"skills":{"b":{"installedTo":[{"path":".agents/skills/a"}]}}}'),
  ],
  [
    "the lock of another tool has it",
    ({ at }: ReturnType<typeof garden>) => fs.writeFileSync(at("project/skills-lock.json"), '{"skills":{"a":{}}}'),
  ],
  [
    "a lock that is not JSON names it",
    ({ at }: ReturnType<typeof garden>) =>
      fs.writeFileSync(at("project/apm.lock.yaml"), "- .agents/skills/a/SKILL.md\n"),
  ],
  ["a lock cannot be read", ({ at }: ReturnType<typeof garden>) => fs.mkdirSync(at("project/skillet.lock"))],
  [
    "init wrote it",
    ({ at }: ReturnType<typeof garden>) => fs.writeFileSync(at(`${FOLDER}/.skillet-installed.json`), "{}"),
  ],
  [
    "the file with the grants may be written by others",
    ({ at }: ReturnType<typeof garden>) => fs.chmodSync(at("home/.local/share/skillet/authors.json"), 0o666),
  ],
  [
    "the file with the grants cannot be understood",
    ({ at }: ReturnType<typeof garden>) =>
      fs.writeFileSync(at("home/.local/share/skillet/authors.json"), '{"edition":1,"authors":[{}]}'),
  ],
])("a grant has no effect once %s", async (_, change) => {
  const plot = plantAuthor()
  await grant(plot)
  expect(await readState(plot)).toBe("shared author")
  change(plot)
  expect(["remote none", "not listed"]).toContain(await readState(plot))
})

test("a lock about other skills does not matter, whatever words are in it, and an installed skill is not in the plan", async () => {
  const other = `${FOLDER}/other/SKILL.md`
  const lock = '{"skills":{"other":{"source":"a","path":"a","installedTo":[{"path":".agents/skills/other"}]}}}'
  const plot = plantAuthor({ "project/skillet.lock": lock, [other]: withCommand })
  expect((await planAuthor(openSession(plot.options), ".agents/skills")).skills).toEqual(["a"])
  await grant(plot)
  expect([await readState(plot), await readState(plot, "other")]).toEqual(["shared author", "remote none"])
})

test("another file of the directory that the skill does not name does not matter", async () => {
  const plot = plantAuthor({ "project/build.sh": "echo x\n" })
  await grant(plot)
  expect(await readState(plot)).toBe("shared author")
})

test.each([["."], ["../home"], [".."], ["nowhere"], ["/"]])("%s cannot be granted", async (directory) => {
  const plot = plantAuthor()
  await expect(planAuthor(openSession(plot.options), directory)).rejects.toMatchObject({ code: "trust.no-author" })
})

test("a grant is for one real directory: a link to it is resolved when it is granted", async () => {
  const plot = plantAuthor()
  fs.symlinkSync(plot.at(FOLDER), plot.at("project/link"))
  expect((await grant(plot, "link")).path).toBe(plot.at(FOLDER))
})

test("no project can grant itself: a file of that name in it is not read", async () => {
  const plot = plantAuthor()
  const entry = { path: plot.at(FOLDER), identity: "", grantedAt: "" }
  const text = JSON.stringify({ edition: 1, authors: [entry] })
  for (const folder of ["", ".skillet", ".agents"]) plot.plant({ [path.join("project", folder, "authors.json")]: text })
  expect(await readState(plot)).toBe("remote none")
})
