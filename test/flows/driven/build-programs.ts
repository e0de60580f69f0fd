import path from "node:path"
import { build } from "tsdown"

const root = path.resolve(import.meta.dirname, "../../..")
const out = path.join(root, ".tmp/driven")

export const agentProgram = path.join(out, "run-agent.js")
export const driverProgram = path.join(out, "run-driver.js")

/** The agent and the driver of these tests as programs: Node cannot start our sources. */
export async function setup(): Promise<void> {
  const [agent, driver] = ["test/flows/driven/run-agent.ts", "test/flows/driven/run-driver.ts"] as const
  await build({
    config: false,
    cwd: root,
    entry: { "run-agent": agent, "run-driver": driver },
    outDir: out,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    clean: false,
    hash: false,
    fixedExtension: false,
    logLevel: "warn",
    deps: {
      neverBundle: ["@parcel/watcher", "libsql", /^@ast-grep\//],
      alwaysBundle: [/^(?!node:)(?!@parcel\/watcher|libsql|@ast-grep\/)/],
    },
    checks: { pluginTimings: false },
  })
}
