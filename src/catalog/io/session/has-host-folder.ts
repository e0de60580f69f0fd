import fs from "node:fs"
import path from "node:path"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"

/** Whether the directory in which an agent keeps its settings is here: the agent was used on this machine. */
export function hasHostFolder(around: Surroundings, id: HostId): boolean {
  const folders: Readonly<Record<HostId, readonly string[]>> = {
    open: [],
    claude: [around.config.claude ?? path.join(around.home, ".claude")],
    codex: [around.codexHome],
    opencode: around.opencodeConfig,
    gemini: [path.join(around.geminiHome, ".gemini")],
  }
  return folders[id].some((folder) => fs.existsSync(folder))
}
