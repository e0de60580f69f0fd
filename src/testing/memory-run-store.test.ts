import { test } from "vitest"
import { memoryRunStore } from "./memory-run-store.ts"
import { runStoreChecks } from "./run-store-checks.ts"

const checks = runStoreChecks({ open: async (now) => memoryRunStore({ now }), again: async (store) => store })

test.each(checks)("in memory: $name", ({ run }) => run())
