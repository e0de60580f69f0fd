import path from "node:path"
import { build } from "tsdown"

const root = path.resolve(import.meta.dirname, "../../..")
const out = path.join(root, ".tmp/driven")

export const agentProgram = path.join(out, "run-agent.js")
export const driverProgram = path.join(out, "run-driver.js")
export const wakerProgram = path.join(out, "run-waker.js")
/** Writes the memory file that a phase of a composite skill asks for. */
export const phaseProgram = path.join(out, "run-phase.js")

/** The agent and the driver of these tests as programs: Node cannot start our sources. */
export async function setup(): Promise<void> {
  const programs = ["run-agent", "run-driver", "run-phase", "run-waker"]
  await build({
    config: false,
    cwd: root,
    entry: Object.fromEntries(programs.map((name) => [name, `test/flows/driven/${name}.ts`])),
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
      neverBundle: ["@parcel/watcher", "libsql"],
      alwaysBundle: [/^(?!node:)(?!@parcel\/watcher|libsql)/],
    },
    checks: { pluginTimings: false, eval: false },
  })
}
