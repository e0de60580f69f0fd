import fs from "node:fs"
import { describe, expect, test } from "vitest"
import { requireCopy, readTrust } from "../src/catalog/io/skills/read-trust.ts"
import { approve, planApproval } from "../src/catalog/io/skills/trust-skills.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { APPEARING_FILES, APPROVAL_FORMS, READING_COMMANDS } from "./approval-forms/forms.ts"
import { plantProject } from "./approval-forms/plant-project.ts"

const SKILL = "project/.agents/skills/a/SKILL.md"

async function approveSkill(command: string) {
  const { options, at } = plantProject(command)
  const skillet = openSession({ ...options, cache: false })
  const plan = await planApproval(skillet, "a")
  approve(skillet, plan)
  const readApproval = async () => {
    const now = openSession({ ...options, cache: false })
    return readTrust(now, await requireCopy(now, at(SKILL)), await now.read(at(SKILL))).approval
  }
  return { plan, options, at, readApproval }
}

describe.each(APPROVAL_FORMS)("an approval of: $command", ({ command, runs }) => {
  test.each(runs)("ends when %s changes", async (file) => {
    const { at, readApproval } = await approveSkill(command)
    expect(await readApproval()).toBe("valid")
    fs.appendFileSync(at(`project/${file}`), "\n")
    expect(await readApproval()).toBe("changed")
  })
})

describe("what cannot be named before it runs is said", () => {
  test.each(APPROVAL_FORMS.filter(({ said }) => said === true))("$command", async ({ command }) => {
    const { plan } = await approveSkill(command)
    expect(plan.unnamed).not.toEqual([])
  })

  test.each(APPROVAL_FORMS.slice(0, 12))("and nothing is said where all is named: $command", async ({ command }) => {
    const { plan } = await approveSkill(command)
    expect(plan.unnamed).toEqual([])
  })
})

describe.each(APPEARING_FILES)("an approval of: $command", ({ command, appears }) => {
  test.each(appears)("ends when %s appears", async (file) => {
    const { at, readApproval } = await approveSkill(command)
    fs.writeFileSync(at(`project/${file}`), "")
    expect(await readApproval()).toBe("changed")
  })
})

describe.each(READING_COMMANDS)("an approval of a command that only prints: %s", (command) => {
  test("survives a change of what it prints", async () => {
    const { plan, at, readApproval } = await approveSkill(command)
    expect(plan.unnamed).toEqual([])
    fs.appendFileSync(at("project/data.txt"), "\n")
    expect(await readApproval()).toBe("valid")
  })
})

test("an approval does not cover a file of the same name in the directory where a command runs later", async () => {
  const { options, at } = await approveSkill("bash scripts/x.sh")
  fs.cpSync(at("project/scripts"), at("project/sub/scripts"), { recursive: true })
  const below = openSession({ ...options, cwd: at("project/sub"), cache: false })
  const read = async () => readTrust(below, await requireCopy(below, at(SKILL)), await below.read(at(SKILL)))
  expect(await read()).toMatchObject({ approval: "changed" })
})

test("an approval of an earlier version, which does not say what its commands name, is asked for again", async () => {
  const { at, readApproval } = await approveSkill("bash scripts/x.sh")
  const file = at("home/.local/share/skillet/trust.json")
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"names"', '"other"'))
  expect(await readApproval()).toBe("changed")
})

test("a command that names more files than anybody could read cannot be approved", async () => {
  const { options, at } = plantProject("bash many/*.sh")
  fs.mkdirSync(at("project/many"))
  for (let number = 0; number < 501; number++) fs.writeFileSync(at(`project/many/${number}.sh`), "")
  await expect(planApproval(openSession({ ...options, cache: false }), "a")).rejects.toMatchObject({
    code: "trust.too-large",
  })
})
