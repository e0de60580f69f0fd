import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import type { HostId, Surroundings } from "../../hosts/profile.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import type { SkilletOptions } from "./options.ts"
import { absolute, homeOf } from "./places.ts"

/** Where we are: the folders above and around the working directory that hosts look in. */
export function lookAround(options: SkilletOptions): Surroundings {
  const env = options.env ?? process.env
  const cwd = path.resolve(options.cwd ?? process.cwd())
  const home = homeOf(env)
  const within = (folder: string) => path.resolve(cwd, folder)
  const upwards = upwardsFrom(cwd)
  const top = upwards.at(-1) ?? cwd
  const geminiHome = absolute(env["GEMINI_CLI_HOME"]) ?? home
  const claude = absolute(env["CLAUDE_CONFIG_DIR"]) ?? path.join(home, ".claude")
  return {
    cwd,
    upwards,
    root: fs.existsSync(path.join(top, ".git")) ? top : cwd,
    home,
    managed: managedFolders(options.managed),
    config: { claude, open: claude },
    inRepository: fs.existsSync(path.join(top, ".git")),
    codexHome: absolute(env["CODEX_HOME"]) ?? path.join(home, ".codex"),
    opencodeConfig: opencodeFolders(env, home),
    geminiHome,
    geminiExtensions: extensionFolders(path.join(geminiHome, ".gemini", "extensions")),
    settingsDirs: [],
    switchedOff: switchVariables.filter((name) => isOn(env[name])),
    settingsVariables: Object.fromEntries(
      settingsVariables.flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])),
    ),
    nested: nestedFolders(cwd, (options.touched ?? []).map(within)),
    addDirs: (options.addDirs ?? []).map(within),
    skillsDirs: (options.skillsDirs ?? []).map(within),
    pluginDirs: (options.pluginDirs ?? []).map(within),
    bundled: bundledFolders(),
  }
}

/** Every variable that switches a place or settings off, of all hosts. */
const switchVariables = [
  ...new Set(
    hostIds.flatMap((id) =>
      [...profiles[id].places, ...(profiles[id].settings ?? [])].flatMap(({ unless = [] }) => unless),
    ),
  ),
]

/** Every variable that says something about settings, of all hosts. */
const settingsVariables = hostIds.flatMap((id) =>
  (profiles[id].settingsVariables ?? []).map(({ variable }) => variable),
)

function isOn(value: string | undefined): boolean {
  return value === "1" || value?.toLowerCase() === "true"
}

function opencodeFolders(env: Readonly<Record<string, string | undefined>>, home: string): readonly string[] {
  const usual = path.join(absolute(env["XDG_CONFIG_HOME"]) ?? path.join(home, ".config"), "opencode")
  const own = absolute(env["OPENCODE_CONFIG_DIR"])
  return own === undefined ? [usual] : [usual, own]
}

/** An extension is a folder with a manifest. */
function extensionFolders(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return []
  const below = fs.readdirSync(folder, { withFileTypes: true }).map(({ name }) => path.join(folder, name))
  return below.filter((extension) => fs.existsSync(path.join(extension, "gemini-extension.json"))).sort()
}

/** A folder and its parents up to the root of its repository; all of them where there is none. */
export function upwardsFrom(folder: string): readonly string[] {
  const all: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    all.push(at)
    if (fs.existsSync(path.join(at, ".git")) || at === path.dirname(at)) return all
  }
}

/**
 * The folders between the working directory and each touched file, the nearest to the file first. Other people's
 * packages and git's own files bring no skills along.
 */
function nestedFolders(cwd: string, files: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files) {
    if (
      path
        .relative(cwd, file)
        .split(path.sep)
        .some((part) => part === "node_modules" || part === ".git")
    )
      continue
    for (let at = path.dirname(file); at.startsWith(`${cwd}/`); at = path.dirname(at)) folders.add(at)
  }
  return [...folders]
}

function managedFolders(given: string | undefined): Readonly<Record<HostId, readonly string[]>> {
  const claude = given ?? "/etc/claude-code"
  return {
    open: given === undefined ? ["/etc/skillet", claude] : [given],
    claude: [claude],
    codex: given === undefined ? ["/etc/codex"] : [],
    opencode: [],
    gemini: given === undefined ? ["/etc/gemini-cli"] : [],
  }
}

/** The skills that come with Skillet are next to the built files, or two folders up from the source. */
function bundledFolders(): readonly string[] {
  const near = ["../skills", "../../../skills"].map((at) => fileURLToPath(new URL(at, import.meta.url)))
  const found = near.find((folder) => fs.existsSync(folder) && fs.existsSync(path.join(folder, "..", "package.json")))
  return found === undefined ? [] : [found]
}
