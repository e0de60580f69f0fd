import fs from "node:fs"
import path from "node:path"
import type { FileGroup } from "../../catalog/install/plan-install.ts"
import { findOwnPackage } from "../../system/own-package.ts"
import { isSkilletOnPath } from "../../system/programs/is-skillet-on-path.ts"
import { version } from "../../system/version.ts"
import { buildPluginParts } from "../hooks/build-plugin-parts.ts"
import { findOwnHooks } from "./install-hooks.ts"

interface PluginPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The top directory of the project. */
  readonly directory: string
  readonly isUser: boolean
  /** How this machine starts Skillet. */
  readonly program: string
}

/** The parts of Claude Code's plugin besides skills, and what to say about those that are left out. */
export function gatherPluginParts({ env, directory, isUser, program }: PluginPlace): {
  readonly parts: readonly FileGroup[]
  readonly notes: readonly string[]
} {
  const folder = path.join(findOwnPackage(), "plugin", "commands")
  const commands = fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")])
  const isOnPath = isSkilletOnPath(env, directory)
  const hooksIn = findOwnHooks({ env, directory })
  // A project's files are shared, so they never get a path of one machine.
  const words = isOnPath ? "skillet" : isUser ? program : undefined
  return {
    parts: buildPluginParts({ version, commands: Object.fromEntries(commands), program: words, hooksIn }),
    notes: [
      ...(words === undefined ? ["The plugin is without hooks and commands until skillet is on the search path."] : []),
      ...(words === undefined ? [] : hooksIn.map((file) => `The plugin is without hooks, because ${file} has them.`)),
    ],
  }
}
