import { expect, test } from "vitest"
import { noPermissions } from "../model.ts"
import { decideAgentAccess } from "./decide-agent-access.ts"

const granted = async () => ({ ...noPermissions, grants: ["write"] as const })
const notGranted = async () => noPermissions

test("a writer may write in its own worktree or in a run with that grant; all others only read", async () => {
  expect(await decideAgentAccess("developer", { isIsolated: true, permissions: notGranted })).toBe("write")
  expect(await decideAgentAccess("developer", { isIsolated: false, permissions: granted })).toBe("write")
  expect(await decideAgentAccess("developer", { isIsolated: false, permissions: notGranted })).toBe("read")
  expect(await decideAgentAccess("developer", { isIsolated: false, permissions: async () => undefined })).toBe("read")
  for (const agent of ["quality-reviewer", "somebody"])
    expect(await decideAgentAccess(agent, { isIsolated: true, permissions: granted })).toBe("read")
})
