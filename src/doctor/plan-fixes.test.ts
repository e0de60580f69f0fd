import fc from "fast-check"
import { expect, test } from "vitest"
import type { HostId } from "../hosts/profile.ts"
import { sha256 } from "../text/sha256.ts"
import { type FoundCopy, planFixes } from "./plan-fixes.ts"

const none = { texts: [], named: [], links: [], copies: [] }
const copy = (path: string, hosts: readonly HostId[], digest = "1", keeper = "user"): FoundCopy => ({
  path,
  digest,
  keeper,
  hosts,
})
const removed = (copies: readonly FoundCopy[]) => planFixes({ ...none, copies }).map(({ path }) => path)

test("a second copy goes only if all of its agents find another one with the same files", () => {
  const shared = copy("/home/ann/.agents/skills/a", ["codex", "opencode", "gemini"])
  expect(removed([copy("/home/ann/.codex/skills/a", ["codex"]), shared])).toEqual(["/home/ann/.codex/skills/a"])
  expect(removed([copy("/home/ann/.claude/skills/a", ["claude", "opencode"]), shared])).toEqual([])
  expect(removed([copy("/home/ann/.codex/skills/b", ["codex"]), shared])).toEqual([])
  expect(removed([copy("/home/ann/.codex/skills/a", ["codex"], "2"), shared])).toEqual([])
  expect(removed([copy("/shop/.codex/skills/a", ["codex"], "1", "/shop"), shared])).toEqual([])
  expect(removed([copy("/home/ann/.codex/skills/a", []), shared])).toEqual([])
})

test("whatever copies there are, every agent still finds each name with the same files", () => {
  const host = fc.constantFrom<HostId>("claude", "codex", "opencode", "gemini")
  const found = fc.record({
    path: fc
      .tuple(fc.constantFrom("x", "y", "z", "w"), fc.constantFrom("a", "b"))
      .map(([at, name]) => `/${at}/${name}`),
    digest: fc.constantFrom("1", "2"),
    keeper: fc.constantFrom("user", "/shop"),
    hosts: fc.uniqueArray(host),
  })
  fc.assert(
    fc.property(fc.uniqueArray(found, { selector: ({ path }) => path }), (copies) => {
      const gone = removed(copies)
      const see = (all: readonly FoundCopy[]) =>
        new Set(all.flatMap(({ path, digest, hosts }) => hosts.map((one) => `${one} ${path.slice(-1)} ${digest}`)))
      expect(see(copies.filter(({ path }) => !gone.includes(path)))).toEqual(see(copies))
    }),
  )
})

test("a header is repaired, a spelling that agents understand is not touched", () => {
  const texts = [
    { path: "/s/a/SKILL.md", text: "\ufeff---\nname: a\ndescription: x\n---\nB.\n" },
    { path: "/s/b/SKILL.md", text: "---\nname: b\ndescription: Use when: x\n---\nB.\n" },
    { path: "/s/c/SKILL.md", text: "---\nname: c\ndescription: x\nallowed_tools: Read\n---\nB.\n" },
  ]
  expect(planFixes({ ...none, texts })).toEqual([
    {
      kind: "rewrite",
      path: "/s/a/SKILL.md",
      before: sha256(texts[0]?.text ?? ""),
      text: texts[0]?.text.slice(1),
      codes: ["file.bom"],
    },
    {
      kind: "rewrite",
      path: "/s/b/SKILL.md",
      before: sha256(texts[1]?.text ?? ""),
      text: '---\nname: b\ndescription: "Use when: x"\n---\nB.\n',
      codes: ["header.unquoted"],
    },
  ])
})

test("a file gets the name SKILL.md only if none of that name is beside it", () => {
  const named = [
    { path: "/s/a/skill.md", beside: ["skill.md", "x.md"] },
    { path: "/s/b/Skill.md", beside: ["SKILL.md", "Skill.md"] },
  ]
  expect(planFixes({ ...none, named })).toEqual([{ kind: "rename", path: "/s/a/skill.md", to: "/s/a/SKILL.md" }])
})

test("a copy that is found twice is never taken for a second one", () => {
  const one = copy("/home/ann/.agents/skills/a", ["codex"])
  expect(removed([one, { ...one, hosts: ["codex", "claude"] }])).toEqual([])
})
