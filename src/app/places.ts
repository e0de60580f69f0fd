import os from "node:os"
import path from "node:path"

type Env = Readonly<Record<string, string | undefined>>

/** Where our own things are kept, by the rules of XDG. */
export function ownPlaces(env: Env) {
  const home = env["HOME"] ?? os.homedir()
  const under = (variable: string, usual: string) => {
    const set = env[variable]
    return path.join(set !== undefined && path.isAbsolute(set) ? set : path.join(home, usual), "skillet")
  }
  return {
    /** Approvals and state: never within a workspace. */
    data: under("XDG_DATA_HOME", ".local/share"),
    cache: under("XDG_CACHE_HOME", ".cache"),
    userSettings: path.join(under("XDG_CONFIG_HOME", ".config"), "config.yaml"),
  }
}

export const PROJECT_SETTINGS = ".skillet/config.yaml"
