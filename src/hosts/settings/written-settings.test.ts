import { expect, test } from "vitest"
import { resolveSkillDirs } from "./written-settings.ts"

const around = { cwd: "/p/sub", home: "/home/a", root: "/p" }

test("a project's settings name no directory of skills outside the project", () => {
  const dirs = ["own", "../more", "~/mine", "/etc/skills", "/other", "/p-not"]
  expect(resolveSkillDirs(dirs, "project", around)).toEqual(["/p/sub/own", "/p/more"])
})

test("the user's and the machine's settings may name any", () => {
  for (const owner of ["user", "managed"] as const)
    expect(resolveSkillDirs(["own", "~/mine", "~other", "/etc/skills"], owner, around)).toEqual([
      "/p/sub/own",
      "/home/a/mine",
      "/p/sub/~other",
      "/etc/skills",
    ])
})
