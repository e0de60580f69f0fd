import { expect, test } from "vitest"
import type { FoundSkill } from "./skill-source.ts"
import type { ListedSource } from "./decide-winners.ts"
import { listCommandFolders, isMoved, planMove, explainNotMoved } from "./move-command.ts"

const root = "/p/.claude/commands"
const command = { name: "git:Push It!", path: `${root}/git/Push It!.md`, form: "command" } as FoundSkill
const facts = { linked: undefined, read: () => "Push it." }
const source = (trust: string, kind = "commands") => ({ kind, trust }) as ListedSource["source"]

test("a command becomes a skill in the directory next to it, with its namespace in its name", () => {
  expect(planMove(command, root, facts)).toMatchObject({
    name: "git-push-it",
    from: command.path,
    to: "/p/.claude/skills/git-push-it/SKILL.md",
    before: "Push it.",
  })
})

test.each([
  [{ ...command, name: "!!" }, facts, "its name has no letters or digits from which to form a skill name"],
  [{ ...command, linked: true }, facts, "it is a link; move the file it points to"],
  [command, { ...facts, linked: "/p/.claude" }, "/p/.claude is a link; move what it points to"],
  [{ ...command, form: "folder" }, facts, "it already has its own directory; move that directory to skills"],
  [command, { ...facts, read: () => undefined }, "it is not UTF-8"],
])("a command stays where moving it would lose or break something: %#", (one, at, why) => {
  expect(planMove(one as FoundSkill, root, at)).toEqual({ why })
})

test("an existing skill is never overwritten, and two commands are never moved to the same name", () => {
  const move = planMove(command, root, facts)
  if ("why" in move) throw new Error(move.why)
  expect(explainNotMoved(move, { isThere: true, taken: new Set() })).toBe(`${move.to} already exists`)
  expect(explainNotMoved(move, { isThere: false, taken: new Set([move.to]) })).toBe(
    "another command would also become git-push-it",
  )
  expect(explainNotMoved(move, { isThere: false, taken: new Set() })).toBeUndefined()
})

test("the machine's commands are never moved, and the user's own only if that was asked for", () => {
  expect(["remote", "own", "policy"].map((trust) => isMoved(source(trust), false))).toEqual([true, false, false])
  expect(["remote", "own", "policy"].map((trust) => isMoved(source(trust), true))).toEqual([true, true, false])
  expect(isMoved(source("remote", "project"), true)).toBe(false)
})

test("the directories of a command end with the one called commands", () => {
  expect(listCommandFolders("/p/.claude/commands/git/deep/push.md")).toEqual([
    "/p/.claude/commands/git/deep",
    "/p/.claude/commands/git",
    "/p/.claude/commands",
  ])
  expect(listCommandFolders("/push.md")).toEqual(["/"])
})
