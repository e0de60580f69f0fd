import { expect, test } from "vitest"
import { sourceKinds } from "../skill/place.ts"
import { trusts } from "../skill/trust.ts"
import {
  isKeptByOthers,
  isKnownSource,
  isOwnTrust,
  isPlaceTaken,
  isWrittenHere,
  placeTrust,
  explainServerStep,
} from "./place-trust.ts"

test("nothing that others can put on the disk is trusted because of its location", () => {
  const trusted = Object.entries(placeTrust).filter(([, trust]) => trust !== "remote")
  expect(trusted).toEqual([
    ["managed", "policy"],
    ["home", "own"],
    ["config", "own"],
    ["codex-home", "own"],
    ["opencode-config", "own"],
    ["gemini-home", "own"],
    ["bundled", "own"],
  ])
})

test("requesting one level leaves out only the directories of other levels", () => {
  expect([isPlaceTaken("home", ["project"]), isPlaceTaken("repository", ["project"])]).toEqual([false, true])
  expect([isPlaceTaken("managed", []), isPlaceTaken("bundled", ["user"]), isPlaceTaken("home", undefined)]).toEqual([
    true,
    true,
    true,
  ])
})

const source = { kind: "project", trust: "own", label: "/p/.agents/skills" } as const

test("only the user's, the machine's and our own sources are own", () => {
  expect(trusts.filter(isOwnTrust)).toEqual(["policy", "own"])
})

test("a project's ignore comments never count, even if the project is trusted", () => {
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

test("plugins, servers and Skillet maintain skills for others", () => {
  expect(sourceKinds.filter((kind) => isKeptByOthers({ kind }))).toEqual(["plugin", "bundled", "mcp"])
})

test("a server's skills are raised in the settings, never by an approval", () => {
  expect(explainServerStep("text", "docs", "~/config.yaml")).toBe(
    "skills of this server are text: their commands, grants and hooks are never used; servers.docs.trust in ~/config.yaml raises that",
  )
  expect(explainServerStep("shell-with-permission", "docs", "~/config.yaml")).toBe(
    "commands of this server's skills run if your rules allow them",
  )
})
