import { expect, test } from "vitest"
import { linkRule, ownAnchors } from "./link-rule.ts"
import { placeTrust } from "./place-trust.ts"

test("links of a place that is not trusted never lead anywhere they like, except in plugins, which have own boundaries", () => {
  const open = Object.keys(linkRule).filter((at) => linkRule[at as keyof typeof linkRule] === "open")
  const untrusted = open.filter((at) => placeTrust[at as keyof typeof placeTrust] === "remote")
  expect(untrusted).toEqual(["plugins", "plugin-dirs"])
})

test("a directory counts as the user's, the machine's or our own only if what is in it is trusted", () => {
  expect(ownAnchors.filter((at) => placeTrust[at] === "remote")).toEqual([])
})
