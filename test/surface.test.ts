import { expect, test } from "vitest"
import * as skillet from "../src/index.ts"
import * as testing from "../src/testing/index.ts"

test("the library's public names are these and no others", () => {
  expect(Object.keys(skillet).sort()).toMatchInlineSnapshot(`
    [
      "SkilletError",
      "estimateTokens",
      "explainName",
      "findSkill",
      "hostIds",
      "isForModel",
      "isForUser",
      "openSkillet",
      "profiles",
      "readSkill",
      "showSkill",
      "version",
    ]
  `)
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "memorySource",
    ]
  `)
})
