import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { isUsable } from "../../catalog.ts"
import type { ProfileHost } from "../../profiles/switch-off.ts"
import { openSession } from "../session/open-session.ts"
import { createProfile, listProfiles } from "./define-profiles.ts"
import { applyProfileChange, listUsesHere, planProfileClear, planProfileUse } from "./use-profile.ts"

const named = (name: string) =>
  `---\nname: ${name}\ndescription: Does ${name} for the shop, and says what it did.\n---\nDo it.\n`

function plantShop() {
  const names = ["a", "b", "c", "d"]
  const plot = garden({
    ...Object.fromEntries(names.map((name) => [`project/.claude/skills/${name}/SKILL.md`, named(name)])),
    ...Object.fromEntries(names.map((name) => [`project/.agents/skills/${name}/SKILL.md`, named(name)])),
    "home/.claude/settings.json": "{}",
    "home/.codex/config.toml": 'model = "m"\n',
  })
  const open = () => openSession({ ...plot.options, cache: false })
  createProfile(open(), { name: "front", skills: ["a", "b", "nope"] })
  return { ...plot, open }
}

const cases = [
  { host: "claude", level: "local", file: "project/.claude/settings.local.json", before: '{\n  "model": "m" }' },
  { host: "claude", level: "project", file: "project/.claude/settings.json", before: undefined },
  { host: "claude", level: "user", file: "home/.claude/settings.json", before: "{}" },
  { host: "codex", level: "user", file: "home/.codex/config.toml", before: 'model = "m"\n' },
  { host: "opencode", level: "local", file: "project/.opencode/opencode.json", before: undefined },
  { host: "opencode", level: "project", file: "project/opencode.json", before: '{"permission":"ask"}\n' },
  {
    host: "gemini",
    level: "project",
    file: "project/.gemini/settings.json",
    before: '{ // x\n "skills": {"disabled": ["z"]}}',
  },
] as const

async function listUsable(session: ReturnType<typeof openSession>, host: ProfileHost) {
  const { skills } = await session.catalog(host)
  return [...new Set(skills.filter(isUsable).map(({ name }) => name))].toSorted()
}

test.each(cases)(
  "$host at $level sees only the profile's skills, and afterwards every byte is as before",
  async (one) => {
    const { host, level, file, before } = one
    const { at, open, plant } = plantShop()
    if (before !== undefined) plant({ [file]: before })
    expect(await listUsable(open(), host)).toEqual(["a", "b", "c", "d"])
    const plan = await planProfileUse(open(), { name: "front", host, level })
    expect(plan).toMatchObject({
      isChange: true,
      fit: { off: ["c", "d"], kept: ["a", "b"], stuck: [], unknown: ["nope"] },
    })
    expect(fs.existsSync(at(file))).toBe(before !== undefined)
    applyProfileChange(open(), plan)
    const session = open()
    expect(await listUsable(session, host)).toEqual(["a", "b"])
    const { skills } = await session.catalog(host)
    expect(skills.find(({ name }) => name === "c")?.reason).toBe("off by profile front")
    expect((await session.listing({ host })).tokens).toBe(plan.tokens.after)
    expect(plan.tokens.after).toBeLessThan(plan.tokens.before)
    expect((await session.withoutProfiles(host)).catalog.skills.filter(isUsable)).toHaveLength(skills.length)

    const again = await planProfileUse(open(), { name: "front", host, level })
    expect(again.text.after).toBe(plan.text.after)
    const [clear] = await planProfileClear(open(), { host, level })
    if (clear === undefined) throw new Error("nothing to clear")
    applyProfileChange(open(), clear)
    expect(fs.existsSync(at(file)) ? fs.readFileSync(at(file), "utf8") : undefined).toBe(before)
    if (before === undefined && level === "local") expect(fs.existsSync(at("project/.opencode"))).toBe(false)
    expect(await listUsable(open(), host)).toEqual(["a", "b", "c", "d"])
    expect(await planProfileClear(open(), { host, level })).toEqual([])
  },
)

test("another profile takes the place of the first, and clearing gives what was there before both", async () => {
  const { at, open } = plantShop()
  createProfile(open(), { name: "back", skills: ["c"], level: "local" })
  for (const name of ["front", "back"])
    applyProfileChange(open(), await planProfileUse(open(), { name, host: "claude" }))
  expect(await listUsable(open(), "claude")).toEqual(["c"])
  for (const change of await planProfileClear(open(), {})) applyProfileChange(open(), change)
  expect(fs.existsSync(at("project/.claude/settings.local.json"))).toBe(false)
})

test("what somebody edits while a profile is in use stays when it is cleared, and this is said", async () => {
  const { at, open } = plantShop()
  const file = at("project/.claude/settings.local.json")
  applyProfileChange(open(), await planProfileUse(open(), { name: "front", host: "claude" }))
  const edited = { ...JSON.parse(fs.readFileSync(file, "utf8")), model: "mine" }
  fs.writeFileSync(file, JSON.stringify(edited))
  const [change] = await planProfileClear(open(), {})
  expect(change).toMatchObject({ isEdited: true })
  if (change !== undefined) applyProfileChange(open(), change)
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ model: "mine" })
})

test("a plan for a file that changed since is refused, and nothing is written", async () => {
  const { at, open, plant } = plantShop()
  const plan = await planProfileUse(open(), { name: "front", host: "claude" })
  plant({ "project/.claude/settings.local.json": '{"model":"n"}' })
  expect(() => applyProfileChange(open(), plan)).toThrow(/changed in the meantime/)
  expect(fs.readFileSync(at("project/.claude/settings.local.json"), "utf8")).toBe('{"model":"n"}')
})

test("settings that cannot be understood, links and levels that a host does not have are refused", async () => {
  const { at, open, plant } = plantShop()
  const use = (host: ProfileHost, level?: "local" | "project" | "user") =>
    planProfileUse(open(), { name: "front", host, level })
  await expect(use("codex")).rejects.toMatchObject({ code: "profile.no-place", next: "use --level user" })
  await expect(use("gemini", "local")).rejects.toMatchObject({ code: "profile.no-place" })
  plant({ "project/opencode.json": "{" })
  await expect(use("opencode", "project")).rejects.toMatchObject({ code: "profile.bad-settings" })
  plant({ "home/.codex/config.toml": 'skills = { config = [{ name = "x", enabled = false }] }\n' })
  await expect(use("codex", "user")).rejects.toMatchObject({ code: "profile.bad-settings" })
  fs.symlinkSync(at("home"), at("project/.gemini"))
  await expect(use("gemini")).rejects.toMatchObject({ code: "install.link" })
  await expect(planProfileUse(open(), { name: "frnt", host: "claude" })).rejects.toMatchObject({
    code: "profile.not-found",
    next: "did you mean front?",
  })
})

test("the local file of profiles comes before the project's and the user's; a broken one is never written", () => {
  const { at, open } = plantShop()
  createProfile(open(), { name: "front", skills: ["d"], level: "local" })
  createProfile(open(), { name: "all", skills: ["a"], level: "user" })
  expect(listProfiles(open()).map(({ name, level }) => `${name} ${level}`)).toEqual([
    "front local",
    "front project",
    "all user",
  ])
  fs.writeFileSync(at("project/.skillet/profiles.json"), '{"profiles":{"../x":{"skills":[]}}}')
  expect(() => listProfiles(open())).toThrow(/not a name of a profile/)
  expect(() => createProfile(open(), { name: "new", skills: ["a"] })).toThrow(/cannot be used/)
  expect(() => createProfile(open(), { name: "../x", skills: ["a"], level: "user" })).toThrow(/not a name/)
})

test("skills that a host cannot switch off by name are named with the reason", async () => {
  const { open, plant } = plantShop()
  plant({
    "project/.claude/commands/old.md": skillText("Old."),
    "managed/.claude/skills/boss/SKILL.md": named("boss"),
  })
  const { fit } = await planProfileUse(open(), { name: "front", host: "claude" })
  expect(fit.stuck).toEqual([
    { name: "boss", reason: "it is the machine's" },
    { name: "old", reason: "it is a legacy command" },
  ])
})

test("a settings file keeps its mode, whatever the umask is, and its byte order mark when somebody edited it", async () => {
  const { at, open } = plantShop()
  const file = at("project/.claude/settings.local.json")
  fs.mkdirSync(at("project/.claude"), { recursive: true })
  fs.writeFileSync(file, '\ufeff{"model":"m"}')
  fs.chmodSync(file, 0o666)
  applyProfileChange(open(), await planProfileUse(open(), { name: "front", host: "claude" }))
  expect(fs.statSync(file).mode & 0o777).toBe(0o666)
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"m"', '"n"'))
  for (const change of await planProfileClear(open(), {})) applyProfileChange(open(), change)
  expect(fs.readFileSync(file, "utf8")).toMatch(/^\ufeff\{\s*"model": ?"n"\s*\}$/)
})

test("settings that are not UTF-8, or have something else where skills are switched off, are refused as they are", async () => {
  const { at, open } = plantShop()
  const file = at("project/.claude/settings.local.json")
  for (const bytes of [Buffer.from("{ // caf\xe9\n}", "latin1"), Buffer.from('{"skillOverrides":["x"]}')]) {
    fs.writeFileSync(file, bytes)
    const use = planProfileUse(open(), { name: "front", host: "claude" })
    await expect(use).rejects.toMatchObject({ code: "profile.bad-settings" })
    expect(fs.readFileSync(file).equals(bytes)).toBe(true)
  }
})

test("a process that was killed after the record and before the file leaves a profile that can be cleared exactly", async () => {
  const { at, open } = plantShop()
  const file = at("home/.codex/config.toml")
  createProfile(open(), { name: "back", skills: ["c"], level: "local" })
  const use = async (name: string) =>
    applyProfileChange(open(), await planProfileUse(open(), { name, host: "codex", level: "user" }))
  const texts = [fs.readFileSync(file, "utf8")]
  for (const name of ["front", "back"]) {
    await use(name)
    fs.writeFileSync(file, texts.at(-1) ?? "")
    const [change] = await planProfileClear(open(), { level: "user" })
    expect(change).toMatchObject({ isEdited: false, text: { after: texts[0] } })
    await use(name)
    texts.push(fs.readFileSync(file, "utf8"))
  }
})

test("a file of profiles keeps its mode, and no lock stays beside it", () => {
  const { at, open } = plantShop()
  fs.chmodSync(at("project/.skillet/profiles.json"), 0o600)
  createProfile(open(), { name: "other", skills: ["a"] })
  expect(fs.statSync(at("project/.skillet/profiles.json")).mode & 0o777).toBe(0o600)
  expect(fs.existsSync(at("project/.skillet/profiles.json.lock"))).toBe(false)
})

test("clearing removes the directories that were made for the file, and none that was there before", async () => {
  const { at, open } = plantShop()
  fs.mkdirSync(at("project/.gemini"))
  for (const host of ["opencode", "gemini"] as const)
    applyProfileChange(open(), await planProfileUse(open(), { name: "front", host }))
  applyProfileChange(open(), await planProfileUse(open(), { name: "front", host: "opencode" }))
  expect(fs.existsSync(at("project/.opencode/opencode.json"))).toBe(true)
  for (const change of await planProfileClear(open(), {})) applyProfileChange(open(), change)
  expect([fs.readdirSync(at("project/.gemini")), fs.existsSync(at("project/.opencode"))]).toEqual([[], false])
})

test("a record of profiles that cannot be understood is an error, not a machine without profiles", async () => {
  const { at, open } = plantShop()
  applyProfileChange(open(), await planProfileUse(open(), { name: "front", host: "claude" }))
  const record = at("home/.local/share/skillet/profiles.json")
  fs.writeFileSync(record, "{")
  await expect(planProfileClear(open(), {})).rejects.toMatchObject({ code: "profile.bad-record" })
  expect(() => listUsesHere(open())).toThrow(/cannot be used: it is not JSON/)
  expect((await open().catalog("claude")).skills.length).toBeGreaterThan(0)
})
