import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { hostIds } from "../../../hosts/profiles.ts"
import { pickCopy } from "../../names/ref-error.ts"
import { openSession } from "./open-session.ts"

const files = { "project/.claude/skills/refactor/SKILL.md": skillText("Ours.") }

const openUnder = (host: HostId) => openSession({ ...garden(files).options, host })

test("every host's session knows the skills that come with Skillet, and only the open order lists them", async () => {
  for (const host of hostIds) {
    const session = openUnder(host)
    const [listed, bundled] = [(await session.catalog()).skills, (await session.bundled()).catalog.skills]
    const found = pickCopy(await session.resolve("planner"))
    expect([host, found?.source]).toEqual([host, "bundled"])
    expect(listed.some(({ name }) => name === "planner")).toBe(host === "open")
    expect(bundled.some(({ name, isUnlisted }) => name === "planner" && isUnlisted === true)).toBe(host !== "open")
    expect((await session.listing()).entries.some(({ name }) => name === "planner")).toBe(host === "open")
    expect(await session.read(found?.path ?? "")).toContain("# Planner")
  }
})

test("a skill of the host hides one of Skillet's with the same name, which its ref still reaches", async () => {
  const session = openUnder("claude")
  expect((await session.bundled()).catalog.skills.some(({ name }) => name === "refactor")).toBe(false)
  const found = await Promise.all(["refactor", "refactor@bundled"].map((ref) => session.resolve(ref)))
  expect(found.map((one) => pickCopy(one)?.source)).toEqual(["project", "bundled"])
  expect(found.map((one) => pickCopy(one)?.ref)).toEqual(["refactor", "refactor@bundled"])
  expect(await session.resolve("refactor@user")).toMatchObject({ kind: "missing", copies: ["refactor@project"] })
})

test("a name that is almost one of Skillet's is suggested under every host", async () => {
  expect(await openUnder("codex").resolve("plannr")).toMatchObject({ kind: "missing", near: ["planner"] })
})

test("what the settings switch off is off there too", async () => {
  const { options } = garden({ "home/.config/skillet/config.yaml": "skills:\n  planner: off\n" })
  const session = openSession({ ...options, host: "gemini" })
  expect(pickCopy(await session.resolve("planner"))).toMatchObject({ status: "off" })
})
