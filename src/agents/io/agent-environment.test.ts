import { expect, test } from "vitest"
import { buildAgentEnvironment } from "./agent-environment.ts"

test("an agent gets the path of our database, and never the address of a server, which may have a password", () => {
  const file = { PATH: "/bin", SKILLET_DB: "/data/skillet.db", SECRET: "s" }
  expect(buildAgentEnvironment(file, [])).toMatchObject({ SKILLET_DB: "/data/skillet.db" })
  const server = { ...file, SKILLET_DB: "postgres://me:secret@db/x" }
  expect(buildAgentEnvironment(server, [])).not.toHaveProperty("SKILLET_DB")
  expect(buildAgentEnvironment(file, [])).not.toHaveProperty("SECRET")
})
