import { expect, test } from "vitest"
import { isTestPath } from "./test-path.ts"

test("a test file is recognised by its location or its name", () => {
  expect(
    ["src/a.test.ts", "tests/a.py", "pkg/test_a.py", "shop/tests.py", "t/basic.js", "src/latest.ts", "src/t.ts"].map(
      isTestPath,
    ),
  ).toEqual([true, true, true, true, true, false, false])
})
