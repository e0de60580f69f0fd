import { expect, test } from "vitest"
import { findMentions, formatAddress, findUnknownMentions } from "./find-mentions.ts"

const sender = { project: "/home/ann/shop/.git", branch: "main" }
const names = (text: string) =>
  findMentions(text, sender, (name) => (name === "site" ? "/home/ann/site/.git" : undefined)).map(
    ({ project, branch, agent }) => `${project === sender.project ? "" : `${project}:`}${branch}:${agent}`,
  )

test.each([
  ["@backend please look", ["main:backend"]],
  ["ask @backend, then @human.", ["main:backend", "main:human"]],
  ["(@spec-reviewer) is done", ["main:spec-reviewer"]],
  ["@feature/login:backend", ["feature/login:backend"]],
  ["@site:feature/x:backend", ["/home/ann/site/.git:feature/x:backend"]],
  ["@backend @backend", ["main:backend"]],
  ["@nobody-knows:main:x", []],
  ["mail ann@example.com", []],
  ["`@backend` is a decorator", []],
  ["```\n@backend\n```", []],
  ["    @Component", []],
  ["user@@backend", []],
  ["a/@scope/package", []],
  ["@", []],
  ["@9lives", []],
])("%s", (text, expected) => {
  expect(names(text)).toEqual(expected)
})

test("an unknown project is named, so that the sender knows", () => {
  const projects = (name: string) => (name === "shop" ? "/home/ann/shop/.git" : undefined)
  expect(findUnknownMentions("@shop:main:a @site:main:b @c `@x:y:z`", sender, projects)).toEqual(["site"])
})

test("an address is shown as short as its reader can read it", () => {
  const at = (project: string, branch: string) => formatAddress({ project, branch, agent: "backend" }, sender)
  expect([at(sender.project, "main"), at(sender.project, "x/y"), at("/home/ann/site/.git", "main")]).toEqual([
    "@backend",
    "@x/y:backend",
    "@site:main:backend",
  ])
})

test.each([
  ["jörgü@backend is an address", []],
  ["@backend@example.com is a handle", []],
  ["@backendé is another word", []],
  ["_@backend_ and __@frontend__ are emphasised", ["backend", "frontend"]],
  ["snake_@backend is not", []],
  [`@${"a".repeat(81)} is not a name`, []],
])("the characters around a mention decide whether it is one: %s", (text, agents) => {
  expect(findMentions(text, sender).map(({ agent }) => agent)).toEqual(agents)
})

test("a message of a megabyte with a mention in every word is read in time linear to its length", () => {
  const words = "@a `@b` ".repeat(130_000)
  expect(findMentions(words, sender).map(({ agent }) => agent)).toEqual(["a"])
})

test("a mention with a long tail of marks is read in time linear to its length", () => {
  const begun = performance.now()
  expect(findMentions(`@a${"-".repeat(100_000)}b @c--`, sender).map(({ agent }) => agent)).toEqual(["c"])
  expect(performance.now() - begun).toBeLessThan(3000)
})
