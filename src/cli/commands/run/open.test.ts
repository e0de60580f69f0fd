import os from "node:os"
import { expect, test } from "vitest"
import { findReporter } from "./open.ts"

const { username } = os.userInfo()

test.each([
  ["given by name", { SKILLET_BY: "ann", SKILLET_AGENT: "backend" }, "bob", "bob"],
  ["of an agent's process", { SKILLET_BY: "ann", SKILLET_AGENT: "backend" }, undefined, "backend"],
  ["of the person in the environment", { SKILLET_BY: "ann", CLAUDECODE: "1" }, undefined, "ann"],
  ["of the user", {}, undefined, username],
  ["of the user through a host", { CLAUDECODE: "1" }, "", `${username} through claude`],
])("who answers is the name %s", (_, env, given, name) => {
  expect(findReporter({ env }, given)).toBe(name)
})
