import { expect, test } from "vitest"
import { chooseConfigModule, explainModuleLimits } from "./config-module.ts"

test("a project has one module, which is a file; otherwise none is loaded", () => {
  expect(chooseConfigModule([])).toEqual({ kind: "none" })
  expect(chooseConfigModule([{ name: "skillet.config.mjs", kind: "file" }])).toEqual({
    kind: "chosen",
    name: "skillet.config.mjs",
  })
  expect(chooseConfigModule([{ name: "skillet.config.mjs", kind: "link" }])).toMatchObject({
    kind: "refused",
    message: "it is a link, so it was not loaded",
  })
  expect(chooseConfigModule([{ name: "skillet.config.mjs", kind: "other" }])).toMatchObject({ kind: "refused" })
  const two = [
    { name: "skillet.config.mjs", kind: "file" },
    { name: "skillet.config.ts", kind: "file" },
  ] as const
  expect(chooseConfigModule(two)).toMatchObject({
    kind: "refused",
    message: "there are skillet.config.mjs and skillet.config.ts, so none was loaded",
  })
})

test("settings that allow no commands, or none without a sandbox, keep a project's module from running", () => {
  expect(explainModuleLimits({ shellOff: false, sandbox: "preferred" })).toBeUndefined()
  expect(explainModuleLimits({ shellOff: true, sandbox: "preferred" })?.message).toContain("shell is off")
  expect(explainModuleLimits({ shellOff: false, sandbox: "required" })?.message).toContain("require a sandbox")
})
