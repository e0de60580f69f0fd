import os from "node:os"
import path from "node:path"
import fs from "node:fs"
import { requireAbsolute } from "../text/folder-paths.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The user's home. An empty or relative variable would lead into the workspace, and does not count. */
export function findHome(env: Env): string {
  return requireAbsolute(env["HOME"]) ?? os.userInfo().homedir
}

/** Where Skillet stores its own files, by the XDG rules. */
export function locateOwnFiles(env: Env) {
  const home = findHome(env)
  const under = (variable: string, usual: string) => {
    return path.join(requireAbsolute(env[variable]) ?? path.join(home, usual), "skillet")
  }
  return {
    /** Approvals and state: never within a workspace. */
    data: under("XDG_DATA_HOME", ".local/share"),
    cache: under("XDG_CACHE_HOME", ".cache"),
    userSettings: path.join(under("XDG_CONFIG_HOME", ".config"), "config.yaml"),
  }
}

/** A directory and its parents up to the root of its repository; all parents without a repository. */
export function listFoldersAbove(folder: string): readonly string[] {
  const all: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    all.push(at)
    if (fs.existsSync(path.join(at, ".git")) || at === path.dirname(at)) return all
  }
}
