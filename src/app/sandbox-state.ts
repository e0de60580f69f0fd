import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/** Whether commands of skills could run shut in, and what that would not cover. */
export type SandboxState =
  | { readonly kind: "bubblewrap"; readonly path: string; readonly version: string }
  | { readonly kind: "none"; readonly why: string }

export function findSandbox(env: Readonly<Record<string, string | undefined>>): SandboxState {
  if (process.platform !== "linux") return { kind: "none", why: "bubblewrap exists for Linux only" }
  const found = (env["PATH"] ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "bwrap"))
    .find((file) => path.isAbsolute(file) && fs.existsSync(file))
  if (found === undefined) return { kind: "none", why: "bubblewrap is not installed" }
  const tried = spawnSync(found, ["--ro-bind", "/", "/", "--unshare-all", "true"], { timeout: 5000, encoding: "utf8" })
  if (tried.status !== 0)
    return {
      kind: "none",
      why: `bubblewrap is installed but cannot start here (${(tried.stderr ?? "").trim().split("\n")[0] ?? ""})`,
    }
  const asked = spawnSync(found, ["--version"], { timeout: 5000, encoding: "utf8" })
  return { kind: "bubblewrap", path: found, version: (asked.stdout ?? "").replace(/^bubblewrap\s*/, "").trim() }
}
