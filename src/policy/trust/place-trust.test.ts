import { expect, test } from "vitest"
import { isPlaceTaken, placeTrust } from "./place-trust.ts"

test("nothing that others can put on the disk is trusted by its place", () => {
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

test("asking for one level leaves out the places of another and no others", () => {
  expect([isPlaceTaken("home", ["project"]), isPlaceTaken("repository", ["project"])]).toEqual([false, true])
  expect([isPlaceTaken("managed", []), isPlaceTaken("bundled", ["user"]), isPlaceTaken("home", undefined)]).toEqual([
    true,
    true,
    true,
  ])
})
