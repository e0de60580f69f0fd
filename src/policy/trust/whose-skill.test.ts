import { expect, test } from "vitest"
import { sourceKinds } from "../../skill/source-kind.ts"
import { trusts } from "../../skill/trust.ts"
import { isKeptByOthers, isKnownSource, isOwnTrust, isWrittenHere } from "./whose-skill.ts"

const source = { kind: "project", trust: "own", label: "/p/.agents/skills" } as const

test("only the user's, the machine's and our own sources are own", () => {
  expect(trusts.filter(isOwnTrust)).toEqual(["policy", "own"])
})

test("a project's remarks never count, even where the project is trusted", () => {
  expect(isKnownSource(source)).toBe(false)
  expect(isKnownSource({ ...source, kind: "user" })).toBe(true)
  expect(isKnownSource({ ...source, kind: "plugin", trust: "shared" })).toBe(false)
})

test("skills in the project's directories and those that were named are written here", () => {
  expect(sourceKinds.filter((kind) => isWrittenHere({ ...source, kind }, ["/p"]))).toEqual([
    "project",
    "added",
    "commands",
  ])
  expect(isWrittenHere({ ...source, label: "/pq/.agents/skills" }, ["/p"])).toBe(false)
  expect(isWrittenHere({ ...source, kind: "commands", label: "/home/.claude/commands" }, ["/p"])).toBe(false)
  expect(isWrittenHere({ ...source, kind: "added", label: "/elsewhere" }, ["/p"])).toBe(true)
})

test("plugins, servers and we keep skills for others", () => {
  expect(sourceKinds.filter((kind) => isKeptByOthers({ kind }))).toEqual(["plugin", "bundled", "mcp"])
})
