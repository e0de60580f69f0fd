import { expect, test } from "vitest"
import { findAuthoredFault, findAuthorFault, type WayPart } from "./decide-author.ts"

const part = (path: string, more: Partial<WayPart> = {}): WayPart => ({
  path,
  kind: "directory",
  isOwn: true,
  isOfSystem: false,
  isShared: false,
  isSticky: false,
  ...more,
})
const system = { isOwn: false, isOfSystem: true }
const way = (...parts: readonly WayPart[]) => ({
  way: [part("/", system), part("/home", system), ...parts],
  home: "/home/ann",
  isRepository: false,
})
const home = part("/home/ann")
const skills = part("/home/ann/shop/skills")

test("a real directory that only its owner can write to may be granted", () => {
  expect(findAuthorFault(way(home, skills))).toBeUndefined()
  expect(
    findAuthorFault(way(part("/tmp", { ...system, isShared: true, isSticky: true }), part("/tmp/s"))),
  ).toBeUndefined()
})

test.each([
  ["it belongs to another user", way(home, { ...skills, isOwn: false })],
  ["it belongs to another user", way(home, { ...skills, ...system })],
  ["other users may write to it", way(home, { ...skills, isShared: true })],
  ["/home/ann/shop/skills is a link", way(home, { ...skills, kind: "link" })],
  ["/home/ann is a link", way({ ...home, kind: "link" }, skills)],
  ["/home/ann/shop/skills is not a directory", way(home, { ...skills, kind: "file" })],
  ["other users could replace it, because they may change /home/ann", way({ ...home, isShared: true }, skills)],
  ["other users could replace it, because they may change /home/ann", way({ ...home, isOwn: false }, skills)],
  ["it has everything that you have; name the directory of your skills", way(home)],
  ["it has everything that you have; name the directory of your skills", { ...way(), way: [part("/")] }],
  ["it is a whole repository; name the directory of your skills in it", { ...way(home, skills), isRepository: true }],
  ["others put files into node_modules", way(home, part("/home/ann/node_modules/a"))],
  ["plugins are installed there", way(home, part("/home/ann/.claude/plugins/cache/x"))],
  ["it does not exist", { ...way(), way: [] }],
])("%s", (why, facts) => {
  expect(findAuthorFault(facts)).toBe(why)
})

test("a skill there is a person's own unless there is a link, somebody else's file, or a repository in it", () => {
  const file = part("/s/a/SKILL.md", { kind: "file" })
  const check = (one: WayPart, repositories: readonly string[] = []) =>
    findAuthoredFault({ parts: [part("/s/a"), one], repositories })
  expect(check(file)).toBeUndefined()
  expect(check({ ...file, kind: "link" })).toBe("/s/a/SKILL.md is a link")
  expect(check({ ...file, kind: "other" })).toBe("/s/a/SKILL.md is not a plain file")
  expect(check({ ...file, isOwn: false })).toBe("/s/a/SKILL.md belongs to another user")
  expect(check({ ...file, isShared: true })).toBe("other users may write to /s/a/SKILL.md")
  expect(check(file, ["/s/a"])).toBe("/s/a is a repository of its own")
})
