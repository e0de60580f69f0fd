import { expect, test } from "vitest"
import type { DigestedUse, SessionDigest } from "./digest-session.ts"
import { findHookSkills } from "./find-hook-skills.ts"
import { readListingLines } from "./listing-lines.ts"
import { openUsedNames } from "./resolve-used-name.ts"
import { summariseUsage } from "./summarise-usage.ts"

const use = (name: string, more: Partial<DigestedUse> = {}): DigestedUse => ({
  name,
  by: "model",
  outcome: "ok",
  key: name,
  line: 1,
  at: 50,
  followed: "unknown",
  tokens: 10,
  ...more,
})
const digest = (id: string, more: Partial<SessionDigest>): SessionDigest => ({
  host: "claude",
  id,
  started: 1,
  ended: 90,
  tokens: { read: 0, cached: 0, written: 0 },
  compactions: 0,
  showsOffer: true,
  offered: [],
  uses: [],
  runs: [],
  ...more,
})
const skills = [
  { name: "tools:deploy", path: "/s/deploy/SKILL.md", tokens: 5, isListed: true },
  { name: "ship", aliases: ["release"], path: "/s/ship/SKILL.md", tokens: 7, isListed: true },
]

test("a skill is recognised by its other names, its file, and with or without a plugin's prefix, if that is clear", () => {
  const find = openUsedNames([...skills, { name: "a:x", path: "/a" }, { name: "b:x", path: "/b" }])
  expect([
    find("deploy"),
    find("release"),
    find("old:ship"),
    find("was", "/s/ship"),
    find("x"),
    find("b:x"),
    find("?"),
  ]).toEqual(["tools:deploy", "ship", "ship", "ship", undefined, "b:x", undefined])
})

test("uses of a forked session count once, those of sub-agents are marked, and what is too old does not count", () => {
  const uses = [use("deploy"), use("ship", { key: "k", followed: "yes" }), use("ship", { key: "old", at: 3 })]
  const digests = [
    digest("1", { offered: ["tools:deploy", "ship"], uses }),
    digest("2", { offered: ["ship"], uses: [use("ship", { key: "k" })] }),
    digest("3", { parent: "1", offered: ["ship"], uses: [use("gone", { by: "hook", tokens: undefined })] }),
  ]
  const rows = summariseUsage({ digests, skills: { claude: skills }, since: 10 })
  expect(
    rows.map(({ skill, isHere, offered, invoked, inSubAgents, followed, tokens, otherNames }) => [
      skill,
      isHere,
      offered,
      invoked.model,
      invoked.hook,
      inSubAgents,
      followed.yes,
      tokens,
      otherNames.join(),
    ]),
  ).toEqual([
    ["gone", false, 0, 0, 1, 1, 0, 0, ""],
    ["ship", true, 2, 1, 0, 0, 1, 10, ""],
    ["tools:deploy", true, 1, 1, 0, 0, 0, 10, "deploy"],
  ])
})

test("a listing's lines have names with colons and spaces, files, and texts that were cut", () => {
  const codex =
    "### Skill roots\n- `r0` = `/s`\n### Available skills\n- a:b: Does: this. (file: r0/b/SKILL.md)\n### How\n- no: x\n"
  expect(readListingLines(codex)).toEqual([{ name: "a:b", characters: 11, isCut: false, file: "/s/b/SKILL.md" }])
  expect(
    readListingLines("- bare\n- dir (name): Cut…\nrest").map(({ name, characters, isCut }) => [
      name,
      characters,
      isCut,
    ]),
  ).toEqual([
    ["bare", 0, false],
    ["dir", 4, true],
  ])
})

test("a hook gives a skill if it adds its text or a wake-up names it, not if it only mentions it", () => {
  expect(findHookSkills("Skillet: the skill ship may fit this prompt (its trigger). Its text: /s")).toEqual([])
  expect(
    findHookSkills(
      'Skillet: the skill ship was added to this prompt (x). Follow it.\n\n<skill name="ship">\nDo it.\n</skill>',
    ),
  ).toEqual([{ name: "ship", body: "Do it." }])
  expect(findHookSkills("You MUST use:\n---\nname: using-x\ndescription: d\n---\nBody\n")).toEqual([
    { name: "using-x", body: "Body\n" },
  ])
  expect(findHookSkills("# Wake\n\nYou are using `tdd`: x\n[Skillet wake-up 3: compaction]")).toEqual([{ name: "tdd" }])
  expect(findHookSkills("You are using `tdd`, says a README.")).toEqual([])
})
