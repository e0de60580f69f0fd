import { expect, test } from "vitest"
import { parseSource } from "./parse-source.ts"

test.each([
  ["a/b", { type: "git", at: "https://github.com/a/b.git" }],
  ["github:a/b", { type: "git", at: "https://github.com/a/b.git" }],
  ["a/b@pdf", { type: "git", at: "https://github.com/a/b.git", skill: "pdf" }],
  ["a/b#v1.2@pdf", { type: "git", at: "https://github.com/a/b.git", ref: "v1.2", skill: "pdf" }],
  ["git@host:team/b.git", { type: "git", at: "git@host:team/b.git" }],
  ["ssh://host:2222/b.git#main", { type: "git", at: "ssh://host:2222/b.git", ref: "main" }],
  ["https://host/team/b.git", { type: "git", at: "https://host/team/b.git" }],
  [
    "https://github.com/a/b/tree/main/skills/x",
    { type: "git", at: "https://github.com/a/b.git", ref: "main", path: "skills/x" },
  ],
  ["./x", { type: "path", at: "./x" }],
  ["~/x.tgz", { type: "archive", at: "~/x.tgz" }],
  ["https://host/x.skill", { type: "archive", at: "https://host/x.skill" }],
  ["npm:@a/b@^1", { type: "npm", at: "@a/b", ref: "^1" }],
  ["https://host", { type: "well-known", at: "https://host/.well-known/agent-skills/index.json" }],
])("%s is understood", (typed, spec) => {
  expect(parseSource(typed)).toEqual({ spec })
})

test.each([
  "",
  "a",
  "a/b/c",
  "../..\u0000",
  "-x/y",
  "a/b#--upload-pack=x",
  "a/b#x..y",
  "a/b#1234567",
  "npm:",
  "ext::sh",
  "http://host/b.git",
  "https://u:p@host/b.git",
])("%j is refused with a next step", (typed) => {
  expect(parseSource(typed)).toEqual({ wrong: expect.stringMatching(/\S/), next: expect.stringMatching(/\S/) })
})
