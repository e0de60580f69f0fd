import { expect, test } from "vitest"
import { lookupIn } from "../../workflow/template.ts"
import { childCommand, stepCommand } from "./step-command.ts"

const call = { program: "npx skillet", params: ["task=add a login"], options: ["--skills-dir", "/my skills"] }

test("the next step is called as the first one was", () => {
  expect(stepCommand({}, { workflow: "plan", step: 2 })).toBe("skillet step plan --step 2")
  expect(stepCommand(call, { workflow: "plan", step: 2, flags: ["--qr-fail"] })).toBe(
    "npx skillet step plan --step 2 --qr-fail --param 'task=add a login' --skills-dir '/my skills'",
  )
})

test("an agent's own workflow gets its own parameters, as far as they are known", () => {
  const child = { workflow: "explore", with: { scope: "{{params.task}} & more", side: "{{item.name}}", depth: "2" } }
  expect(childCommand(call, child, lookupIn({ params: { task: "login" } }))).toBe(
    "npx skillet step explore --step 1 --param 'scope=login & more' --param depth=2 --skills-dir '/my skills'",
  )
})
