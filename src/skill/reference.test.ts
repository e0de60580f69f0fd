import { expect, test } from "vitest"
import { formatSkillRef, parseSkillRef } from "./reference.ts"

test.each([
  ["deploy", { name: "deploy" }],
  ["/deploy", { name: "deploy" }],
  ["$deploy", { name: "deploy" }],
  ["plug:deploy", { name: "plug:deploy" }],
  ["apps/web:deploy", { name: "apps/web:deploy" }],
  ["deploy@user", { name: "deploy", source: "user" }],
  ["plug:deploy@plugin#2", { name: "plug:deploy", source: "plugin", nth: 2 }],
])("%s is read", (text, ref) => {
  expect(parseSkillRef(text)).toEqual({ ref })
  expect(parseSkillRef(formatSkillRef(ref))).toEqual({ ref })
})

test.each(["", "  ", "../x", "a/../b", "a\\b", "a\0b", "//etc"])("%j is not a reference", (text) => {
  expect(parseSkillRef(text)).toHaveProperty("wrong")
})
