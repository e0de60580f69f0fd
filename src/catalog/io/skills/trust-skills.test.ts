import fs from "node:fs"
import os from "node:os"
import { expect, test } from "vitest"
import { needRoot, testWith } from "../../../../test/needs.ts"
import { garden, skillText } from "../../../../test/plant.ts"
import { openSession } from "../session/open-session.ts"
import { approve, listApprovals, planApproval, removeApproval } from "./trust-skills.ts"
import { readTrust, requireCopy } from "./read-trust.ts"

const withCommand = skillText("d", "allowed-tools: Bash(echo:*)\n").replace("The body of it.", "Now: !`echo hi`")

async function stateOf(options: Parameters<typeof openSession>[0], name = "a") {
  const skillet = openSession({ ...options, cache: false })
  const { skills } = await skillet.catalog()
  const skill = skills.find((one) => one.name === name)
  if (skill === undefined) throw new Error("gone")
  const { trust, approval } = readTrust(skillet, await requireCopy(skillet, skill.path), await skillet.read(skill.path))
  return `${trust} ${approval}`
}

async function approveAll(options: Parameters<typeof openSession>[0], ref = "a") {
  const skillet = openSession({ ...options, cache: false })
  approve(skillet, await planApproval(skillet, ref))
}

const project = () =>
  garden({
    "project/.agents/skills/a/SKILL.md": withCommand,
    "project/.agents/skills/a/scripts/run.sh": "#!/bin/sh\necho hi\n",
    "project/.agents/skills/a/node_modules/x.sh": "echo x\n",
  })

test("a plan shows what the skill could do", async () => {
  const { options, at } = project()
  fs.chmodSync(at("project/.agents/skills/a/scripts/run.sh"), 0o755)
  expect(await planApproval(openSession(options), "a")).toMatchObject({
    ref: "a",
    commands: [{ command: "echo hi", line: 6 }],
    grants: ["Bash(echo:*)"],
    hooks: [],
    executables: ["scripts/run.sh"],
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  })
})

test("nothing is trusted before it is approved, and only the approved content is trusted", async () => {
  const { options } = project()
  expect(await stateOf(options)).toBe("remote none")
  await approveAll(options)
  expect(await stateOf(options)).toBe("shared valid")
  await removeApproval(openSession(options), "a")
  expect(await stateOf(options)).toBe("remote none")
})

test.each([
  [
    "one byte of SKILL.md",
    (at: (name: string) => string) => fs.appendFileSync(at("project/.agents/skills/a/SKILL.md"), " "),
  ],
  [
    "one byte of a file beside it",
    (at: (name: string) => string) => fs.appendFileSync(at("project/.agents/skills/a/scripts/run.sh"), "#"),
  ],
  ["a file more", (at: (name: string) => string) => fs.writeFileSync(at("project/.agents/skills/a/new.md"), "")],
  ["a file less", (at: (name: string) => string) => fs.rmSync(at("project/.agents/skills/a/scripts/run.sh"))],
  [
    "a file that became a program",
    (at: (name: string) => string) => fs.chmodSync(at("project/.agents/skills/a/scripts/run.sh"), 0o755),
  ],
  [
    "one byte in node_modules",
    (at: (name: string) => string) => fs.appendFileSync(at("project/.agents/skills/a/node_modules/x.sh"), "#"),
  ],
])("%s needs a new approval, and the plan shows what changed", async (_, change) => {
  const { options, at } = project()
  await approveAll(options)
  change(at)
  expect(await stateOf(options)).toBe("remote changed")
  const plan = await planApproval(openSession({ ...options, cache: false }), "a")
  expect(plan.before?.changed.length).toBe(1)
  expect(plan.before?.text).toBe(withCommand)
  expect(listApprovals(openSession(options))).toMatchObject([{ name: "a", state: "changed" }])
})

test("a directory with links cannot be approved, and a file that became a link loses its approval", async () => {
  const { options, plant, at } = project()
  await approveAll(options)
  fs.rmSync(at("project/.agents/skills/a/scripts/run.sh"))
  plant({
    "project/.agents/skills/a/scripts/run.sh": { link: "../../../../other.sh" },
    "project/other.sh": "#!/bin/sh\necho hi\n",
  })
  expect(await stateOf(options)).toBe("remote changed")
  await expect(approveAll(options)).rejects.toMatchObject({ code: "trust.links" })
})

test("an approval is valid only for its place: a copy elsewhere is not approved", async () => {
  const { options, plant } = project()
  await approveAll(options)
  plant({
    "project/.agents/skills/b/SKILL.md": withCommand,
    "project/.agents/skills/b/scripts/run.sh": "#!/bin/sh\necho hi\n",
  })
  expect(await stateOf(options, "b")).toBe("remote none")
})

test("nothing in a workspace can raise its own trust or change where approvals are stored", async () => {
  const { options, plant, at } = project()
  plant({
    "project/.skillet/config.yaml":
      "trust: own\npermissions: { allow: [Bash] }\nshell: on\nsandbox: preferred\nservers: { x: { command: sh } }\ndata: ./here\n",
    "project/.skillet/trust.json": '{"edition":1,"approvals":[]}',
    "project/.claude/settings.json":
      '{"permissions":{"allow":["Bash"]},"disableSkillShellExecution":false,"trust":"all"}',
  })
  expect(await stateOf(options)).toBe("remote none")
  const skillet = openSession({ ...options, host: "claude", cache: false })
  expect((await skillet.settings()).permissions.allow).toEqual([])
  const open = await openSession({ ...options, cache: false }).catalog()
  expect(open.problems.map(({ code }) => code).filter((code) => code.startsWith("settings."))).toEqual([
    "settings.bad-value",
    "settings.not-allowed",
    "settings.not-allowed",
    "settings.not-allowed",
    "settings.not-allowed",
    "settings.bad-value",
  ])
  await approveAll(options)
  expect(fs.existsSync(at("home/.local/share/skillet/trust.json"))).toBe(true)
  expect(fs.statSync(at("home/.local/share/skillet/trust.json")).mode & 0o777).toBe(0o600)
})

test.each([
  ["not JSON", "{"],
  ["of another edition", '{"edition":2,"approvals":[]}'],
  ["not an object", "[]"],
  ["without a list", '{"edition":1,"approvals":{}}'],
])("a store that is %s trusts nothing, reports it, and stops everything that could run", async (_, text) => {
  const { options, plant, at } = project()
  const file = at("home/.local/share/skillet/trust.json")
  plant({ "home/.local/share/skillet/trust.json": text })
  expect(await stateOf(options)).toBe("remote none")
  const skillet = openSession({ ...options, cache: false })
  expect((await skillet.catalog()).problems).toMatchObject([{ code: "trust.unreadable", path: file }])
  expect(await skillet.limits()).toMatchObject([{ limit: "approvals", problem: { path: file } }])
  await expect(planApproval(skillet, "a")).rejects.toMatchObject({ code: "limits.unknown" })
  await expect(removeApproval(skillet, "a")).rejects.toMatchObject({ code: "trust.unreadable" })
  expect(fs.readFileSync(file, "utf8")).toBe(text)
})

test("an approval that is not understood approves nothing and affects no other", async () => {
  const { options, at } = project()
  await approveAll(options)
  const file = at("home/.local/share/skillet/trust.json")
  const stored = JSON.parse(fs.readFileSync(file, "utf8"))
  const odd = [null, { path: 7 }, { ...stored.approvals[0], path: "/elsewhere", grants: { network: "yes" } }]
  fs.writeFileSync(file, JSON.stringify({ ...stored, approvals: [...odd, ...stored.approvals] }))
  expect(await stateOf(options)).toBe("shared valid")
  const skillet = openSession({ ...options, cache: false })
  expect(listApprovals(skillet).map(({ name }) => name)).toEqual(["a"])
  expect(await skillet.limits()).toHaveLength(3)
  expect(await removeApproval(skillet, "a")).toBe(true)
  expect(JSON.parse(fs.readFileSync(file, "utf8")).approvals).toEqual(odd)
})

test("a store that other users may write to is not used", async () => {
  const { options, plant, at } = project()
  plant({ "home/.local/share/skillet/trust.json": '{"edition":1,"approvals":[]}' })
  fs.chmodSync(at("home/.local/share/skillet/trust.json"), 0o666)
  expect(await openSession(options).limits()).toMatchObject([{ limit: "approvals" }])
})

testWith(needRoot, "a store that belongs to another user is not used", async () => {
  const { options, plant, at } = project()
  plant({ "home/.local/share/skillet/trust.json": '{"edition":1,"approvals":[]}' })
  fs.chownSync(at("home/.local/share/skillet/trust.json"), 12345, 12345)
  expect(await openSession(options).limits()).toMatchObject([{ limit: "approvals" }])
})

test.each(["999999999 1 here", "1 0 ", ""])("a lock whose owner is gone is taken over: %j", async (owner) => {
  const { options, plant, at } = project()
  plant({
    "home/.local/share/skillet/trust.json.lock":
      owner === "" ? "" : `${owner.split(" ").slice(0, 2).join(" ")} ${os.hostname()}`,
  })
  const old = new Date(Date.now() - 5000)
  fs.utimesSync(at("home/.local/share/skillet/trust.json.lock"), old, old)
  await approveAll(options)
  expect(await stateOf(options)).toBe("shared valid")
})

test("the user's own skills need no approval", async () => {
  const { options, plant } = garden()
  plant({ "home/.agents/skills/a/SKILL.md": withCommand })
  expect(await stateOf(options)).toBe("own not-needed")
  await expect(planApproval(openSession(options), "a")).rejects.toMatchObject({ code: "trust.not-needed" })
})
