import { expect, test } from "vitest"
import { countListing } from "./count-listing.ts"

test("skills without text and missing ones count as hidden; bundled ones are counted separately", () => {
  const skills = [
    { path: "/u/whole", source: "user" },
    { path: "/u/cut", source: "user" },
    { path: "/p/bare", source: "project" },
    { path: "/p/missing", source: "project" },
    { path: "/b/bare", source: "bundled" },
    { path: "/b/whole", source: "bundled" },
  ] as const
  const state = (path: string) => path.split("/")[2] as "whole" | "cut" | "bare" | "missing"
  const entries = skills.map(({ path }) => ({ path, state: state(path) }))
  expect(countListing(entries, skills)).toEqual({
    entries: 6,
    whole: 2,
    cut: 1,
    bare: 2,
    missing: 1,
    chosen: { entries: 4, hidden: 2 },
  })
})
