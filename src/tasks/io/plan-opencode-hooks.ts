import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { splitArguments } from "../../render/split-arguments.ts"
import { findHome } from "../../system/own-files.ts"
import { findOwnPackage } from "../../system/own-package.ts"
import { isSkilletOnPath } from "../../system/programs/is-skillet-on-path.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { planOpencodePlugin } from "../hooks/plan-opencode-plugin.ts"
import type { HookInstall, HookWanted } from "../hooks/hook-install.ts"
import { noPlaceError } from "../hooks/no-place-error.ts"
import type { Wake } from "./open-wake.ts"

/** Plans our plugin in opencode's directory of plugins. Nothing is written; `applyHooks` does. */
export function planOpencodeHooks({ directory, options, program }: Wake, asked: Omit<HookWanted, "host">): HookInstall {
  const { isUser, isUndo } = asked
  const env = options.env ?? process.env
  const config = requireAbsolute(env["XDG_CONFIG_HOME"]) ?? path.join(findHome(env), ".config")
  const folder = isUser ? path.join(config, "opencode") : path.join(directory, ".opencode")
  const file = path.join(folder, "plugin", "skillet.js")
  const isOnPath = isSkilletOnPath(env, directory)
  if (!isUser && !isUndo && !isOnPath) throw noPlaceError({ title: "opencode", file: ".opencode/plugin/skillet.js" })
  const plan = planOpencodePlugin({
    packaged: fs.readFileSync(path.join(findOwnPackage(), "plugin", "opencode.js"), "utf8"),
    before: readPlugin(file),
    program: isOnPath ? ["skillet"] : splitArguments(program, false),
    isUndo,
  })
  switch (plan.kind) {
    case "none":
      return { files: [], notes: [] }
    case "foreign":
      throw notOursError(file)
    case "change":
      return {
        files: [{ file, text: plan.text, lines: [plan.line] }],
        notes: isUndo ? [] : ["Restart opencode: it reads its plugins when it starts."],
      }
  }
}

/** A link, or a directory, is not what init wrote, and is never written through. */
function readPlugin(file: string): string | undefined {
  const found = fs.lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw notOursError(file)
  return fs.readFileSync(file, "utf8")
}

function notOursError(file: string): SkilletError {
  return new SkilletError("hook.bad-settings", `${file} is not as skillet init wrote it, so it is left alone`, {
    retry: "no",
    next: "move it away or remove it yourself, then run the same command again",
  })
}
