import { expect, test } from "vitest"
import { serverStep } from "./server-step.ts"

test("a server's skills are raised in the settings, never by an approval", () => {
  expect(serverStep("text", "docs", "~/config.yaml")).toBe(
    "skills of this server are text: their commands, grants and hooks are never used; servers.docs.trust in ~/config.yaml raises that",
  )
  expect(serverStep("shell-with-permission", "docs", "~/config.yaml")).toBe(
    "commands of this server's skills run if your rules allow them",
  )
})
