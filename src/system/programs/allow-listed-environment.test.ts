import { expect, test } from "vitest"
import { allowListedEnvironment } from "./allow-listed-environment.ts"

test("only the usual variables and the declared ones remain of an environment", () => {
  const env = {
    PATH: "/bin",
    HOME: "/home/me",
    LANG: "C.UTF-8",
    LC_ALL: "C",
    LC_TIME: "C",
    TERM: "dumb",
    TZ: "UTC",
    GITHUB_TOKEN: "hunter2",
    AWS_SECRET_ACCESS_KEY: "hunter2",
    LD_PRELOAD: "/x.so",
    PATH_OF_SECRET: "hunter2",
    MY_PATH: "hunter2",
    LC_SECRET_: "hunter2",
    DECLARED: "yes",
    UNSET: undefined,
  }
  expect(allowListedEnvironment(env, ["DECLARED", "UNSET", "ABSENT"])).toEqual({
    PATH: "/bin",
    HOME: "/home/me",
    TERM: "dumb",
    TZ: "UTC",
    DECLARED: "yes",
  })
})

test("names of built-in object properties are treated like any other", () => {
  const env = JSON.parse('{"__proto__": "a", "constructor": "b"}')
  expect(Object.entries(allowListedEnvironment(env, ["__proto__", "constructor", "toString"]))).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
  ])
})
