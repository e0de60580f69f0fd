import { expect, test } from "vitest"
import * as skillet from "../src/index.ts"
import * as testing from "../src/testing/index.ts"

test("the library's public names are these and no others", () => {
  expect(Object.keys(skillet).sort()).toMatchInlineSnapshot(`
    [
      "SkilletError",
      "approve",
      "auditSarif",
      "auditSkills",
      "estimateTokens",
      "examine",
      "explainName",
      "findSkill",
      "hostIds",
      "isForModel",
      "isForUser",
      "lintSkills",
      "listApprovals",
      "matchSkills",
      "openRenderer",
      "openSkillet",
      "planApproval",
      "profiles",
      "readSkill",
      "removeApproval",
      "resolveSkills",
      "showSkill",
      "version",
      "watchCatalog",
    ]
  `)
  expect(Object.keys(testing).sort()).toMatchInlineSnapshot(`
    [
      "memoryRunStore",
      "memorySource",
      "runStoreChecks",
      "scriptedShell",
    ]
  `)
})
