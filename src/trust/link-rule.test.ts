import { expect, test } from "vitest"
import { listExemptions, linkRule, chooseLinkScope, chooseNamedScope, ownAnchors, widenRoots } from "./link-rule.ts"
import { placeTrust } from "./place-trust.ts"

test("links of an untrusted directory may not point anywhere, except in plugins, which have their own boundaries", () => {
  const open = Object.keys(linkRule).filter((at) => linkRule[at as keyof typeof linkRule] === "open")
  const untrusted = open.filter((at) => placeTrust[at as keyof typeof placeTrust] === "remote")
  expect(untrusted).toEqual(["plugins", "plugin-dirs"])
})

test("a directory counts as the user's, the machine's or our own only if what is in it is trusted", () => {
  expect(ownAnchors.filter((at) => placeTrust[at] === "remote")).toEqual([])
})

test("a project's links stay in the project; those of a directory that was named stay in it, or in its project", () => {
  expect(chooseLinkScope({ at: "project", base: "/p/.claude" }, "/p")).toEqual({ folder: "/p", widens: false })
  expect(chooseLinkScope({ at: "project", base: "/above" }, "/p")).toEqual({ folder: "/above", widens: false })
  expect(chooseLinkScope({ at: "added", base: "/elsewhere" }, "/p")).toEqual({ folder: "/elsewhere", widens: true })
  expect(chooseLinkScope({ at: "home", base: "/home/a" }, "/p")).toBeUndefined()
  expect(widenRoots(["/p/sub"], ["/p"])).toEqual(["/p", "/p/sub"])
  expect(widenRoots(["/elsewhere"], ["/p"])).toEqual(["/elsewhere"])
})

test("a file that a person named is bounded by its project, or by its own directory", () => {
  expect(chooseNamedScope({ path: "/p/a/SKILL.md", isFolder: false }, "/p")).toEqual({ folder: "/p", widens: false })
  expect(chooseNamedScope({ path: "/x/a/SKILL.md", isFolder: false }, "/p")).toEqual({ folder: "/x/a", widens: true })
  expect(chooseNamedScope({ path: "/x/a", isFolder: true }, "/p")).toEqual({ folder: "/x/a", widens: true })
})

test("a link out of its scope is followed only to a skill of the user's own that the user approved", () => {
  const facts = { isOwn: (file: string) => file.startsWith("/home/a/skills"), links: undefined }
  const one = listExemptions({ ...facts, approved: () => ["/home/a/skills/x", "/etc/y"] })
  expect(["/home/a/skills/x", "/home/a/skills/z", "/etc/y"].map((file) => one.mayRead(file))).toEqual([
    true,
    false,
    false,
  ])
  expect(["/home/a/skills", "/home/a/skills/z", "/etc"].map((folder) => one.mayEnter(folder))).toEqual([
    true,
    false,
    false,
  ])
  expect(one.fix("/p/s/SKILL.md", "/etc/y")).toBeUndefined()
  expect(one.fix("/p/s/SKILL.md", "/home/a/skills/z")).toContain("skillet trust add /p/s ")
})

test("with links `own`, every link into the user's own skills is followed, and none elsewhere", () => {
  const open = listExemptions({ isOwn: (file) => file === "/home/a/skills/x", links: "own", approved: () => [] })
  expect([open.mayRead("/home/a/skills/x"), open.mayRead("/etc/y")]).toEqual([true, false])
})
