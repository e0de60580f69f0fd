// Plain JavaScript, so that a process without a compiler can start it, too: see canary-parent.mjs.
import { spawn } from "node:child_process"

export const BUBBLEWRAP = "bwrap"

export const NAMESPACE = [
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--tmpfs",
  "/tmp",
  "--tmpfs",
  "/home",
]

/**
 * Runs the driver in `control` in a namespace of its own. It ends with this process, and also with the process that
 * started this one and talks to it: a worker of vitest lives on as long as it waits for a driver.
 */
export function startCanaryDriver({ home, control, at, port }) {
  const words = [
    ...NAMESPACE,
    "--bind",
    home,
    at,
    "--bind",
    control,
    "/home/control",
    "--unshare-all",
    "--die-with-parent",
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(
      BUBBLEWRAP,
      [...words, process.execPath, "/home/control/driver.mjs", "/home/control", String(port)],
      { stdio: ["ignore", "ignore", "pipe"] },
    )
    const end = () => child.kill("SIGKILL")
    process.once("disconnect", end)
    let said = ""
    child.stderr.on("data", (data) => (said += data.toString()))
    child.on("error", reject)
    child.on("exit", (code) => {
      process.off("disconnect", end)
      if (code === 0) resolve()
      else reject(new Error(`the driver ended with ${code}: ${said}`))
    })
  })
}
