import { expect, test } from "vitest"
import { parseSkillList } from "./skill-list.ts"

test("a list keeps its order, drops blanks and empties, and names each skill once", () => {
  expect(parseSkillList(" a , plugin:b,,a, apps/web:deploy,c@user ")).toEqual([
    { text: "a", name: "a" },
    { text: "plugin:b", plugin: "plugin", name: "b" },
    { text: "apps/web:deploy", plugin: "apps/web", name: "deploy" },
    { text: "c@user", name: "c", isCopy: true },
  ])
})

test.each([
  ["a:b:c", "there is more than one colon; write plugin:skill"],
  ["/etc/passwd", "a path is not a name; name a skill, such as deploy or plugin:deploy"],
  ["../secret", '"../secret" is a path; name a skill, such as deploy or plugin:deploy'],
  ["plugin:../../x", '"plugin:../../x" is a path; name a skill, such as deploy or plugin:deploy'],
  ["a\\b", '"a\\b" is a path; name a skill, such as deploy or plugin:deploy'],
  ["a\0", '"a\0" is a path; name a skill, such as deploy or plugin:deploy'],
  ["a/b", "a name has letters, digits, dots, hyphens and underscores, and begins with a letter or digit"],
  ["plugin:*", "a name has letters, digits, dots, hyphens and underscores, and begins with a letter or digit"],
  ["plugin:", "a name has letters, digits, dots, hyphens and underscores, and begins with a letter or digit"],
  ["..:a", "a name has letters, digits, dots, hyphens and underscores, and begins with a letter or digit"],
])("%j is refused, and the others stay", (text, wrong) => {
  expect(parseSkillList(`good,${text}`)).toEqual([
    { text: "good", name: "good" },
    { text, wrong },
  ])
})
