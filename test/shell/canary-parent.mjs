// Starts a driver that never ends: directly, or in a worker that talks to this process as those of vitest do.
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { startCanaryDriver } from "./start-canary-driver.mjs"

const [, , mode, root] = process.argv
if (mode === "worker") fork(fileURLToPath(import.meta.url), ["direct", root])
else await startCanaryDriver({ home: `${root}/home`, control: `${root}/control`, at: "/home/u", port: 4999 })
