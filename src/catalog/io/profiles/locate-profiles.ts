import path from "node:path"
import type { Surroundings } from "../../../hosts/profile.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"
import { profileFiles, type ProfileLevel } from "../../profiles/skill-profile.ts"
import { type ProfileHost, switchRules } from "../../profiles/switch-off.ts"

type Env = Readonly<Record<string, string | undefined>>

/** A file below a directory that must not lead elsewhere. */
export interface ProfilePlace {
  readonly anchor: string
  readonly file: string
}

/** Where the profiles of each level are defined. */
export function locateProfileFile({ root }: Surroundings, env: Env, level: ProfileLevel): ProfilePlace {
  if (level !== "user") return { anchor: root, file: path.join(root, ".skillet", profileFiles[level]) }
  const anchor = path.dirname(locateOwnFiles(env).userSettings)
  return { anchor, file: path.join(anchor, profileFiles.user) }
}

export interface SwitchPlace extends ProfilePlace {
  readonly level: ProfileLevel
  /** The project it is for; undefined for the user's own settings. */
  readonly project: string | undefined
}

/** The settings file of a host in which skills are switched off. */
export function locateSwitches(around: Surroundings, host: ProfileHost, wanted?: ProfileLevel): SwitchPlace {
  const { files, missing = "" } = switchRules[host]
  const level = wanted ?? (["local", "project"] as const).find((one) => files[one] !== undefined)
  const below = level === undefined ? undefined : files[level]
  if (level === undefined || below === undefined)
    throw new SkilletError("profile.no-place", `${missing}`, {
      retry: "no",
      next: `use --level ${files.project === undefined ? "user" : "project"}`,
    })
  if (level === "user") {
    const anchor = userFolders[host](around)
    return { anchor, file: path.join(anchor, below), level, project: undefined }
  }
  const project = host === "gemini" ? around.cwd : around.root
  return { anchor: project, file: path.join(project, below), level, project }
}

const userFolders: Readonly<Record<ProfileHost, (around: Surroundings) => string>> = {
  claude: ({ config, home }) => config.claude ?? path.join(home, ".claude"),
  codex: ({ codexHome }) => codexHome,
  opencode: ({ opencodeConfig, home }) => opencodeConfig[0] ?? path.join(home, ".config/opencode"),
  gemini: ({ geminiHome }) => geminiHome,
}
