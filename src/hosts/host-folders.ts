import path from "node:path"
import { requireAbsolute } from "../text/folder-paths.ts"
import type { HostId, Surroundings } from "./profile.ts"
import { hostIds, profiles } from "./profiles.ts"
import { toMap } from "../text/is-map.ts"

type Env = Readonly<Record<string, string | undefined>>

type HostFolders = Pick<
  Surroundings,
  "managed" | "config" | "codexHome" | "opencodeConfig" | "geminiHome" | "switchedOff" | "settingsVariables"
>

/** An extension of Gemini CLI is a directory in this one of its home, with a manifest; one file switches them off. */
export const geminiExtension = {
  folder: ".gemini/extensions",
  manifest: "gemini-extension.json",
  enablement: "extension-enablement.json",
} as const

/** Where hosts store their files on this machine, and what their variables switch off or set. */
export function locateHostFolders(env: Env, home: string, managed?: string): HostFolders {
  const claude = requireAbsolute(env["CLAUDE_CONFIG_DIR"]) ?? path.join(home, ".claude")
  return {
    managed: managedFolders(managed),
    config: { claude, open: claude },
    codexHome: requireAbsolute(env["CODEX_HOME"]) ?? path.join(home, ".codex"),
    opencodeConfig: opencodeFolders(env, home),
    geminiHome: requireAbsolute(env["GEMINI_CLI_HOME"]) ?? home,
    switchedOff: switchVariables.filter((name) => isOn(env[name])),
    settingsVariables: Object.fromEntries(
      settingsVariables.flatMap((name) => (env[name] ? [[name, env[name]] as const] : [])),
    ),
  }
}

/**
 * The directories between the working directory and each touched file, nearest to the file first. Third-party packages
 * and git's own files add no skills.
 */
export function listNestedFolders(cwd: string, files: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const parts = path.relative(cwd, file).split(path.sep)
    if (parts.includes("node_modules") || parts.includes(".git")) continue
    for (let at = path.dirname(file); at.startsWith(`${cwd}/`); at = path.dirname(at)) folders.add(at)
  }
  return [...folders]
}

/** Every variable, of all hosts, that switches a directory or settings off. */
const switchVariables = [
  ...new Set(
    hostIds.flatMap((id) => [
      ...[...profiles[id].places, ...(profiles[id].settings ?? [])].flatMap(({ unless = [] }) => unless),
      ...(profiles[id].offBy ?? []),
    ]),
  ),
]

/** Every variable, of all hosts, that contains settings or names a settings file. */
const settingsVariables = hostIds.flatMap((id) =>
  (profiles[id].settingsVariables ?? []).map(({ variable }) => variable),
)

function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|y|on)$/i.test(value ?? "")
}

function opencodeFolders(env: Env, home: string): readonly string[] {
  const usual = path.join(requireAbsolute(env["XDG_CONFIG_HOME"]) ?? path.join(home, ".config"), "opencode")
  const own = requireAbsolute(env["OPENCODE_CONFIG_DIR"])
  return own === undefined ? [usual] : [usual, own]
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

/**
 * The extensions that Gemini CLI uses in a directory: those whose manifest has a name and a version, and that are not
 * switched off there.
 */
export function listUsedExtensions(
  manifests: ReadonlyMap<string, unknown>,
  enablement: unknown,
  cwd: string,
): readonly string[] {
  return [...manifests].flatMap(([folder, manifest]) => {
    const { name, version } = toMap(manifest)
    if (typeof name !== "string" || typeof version !== "string") return []
    const { overrides } = toMap(toMap(enablement)[name])
    return !Array.isArray(overrides) || isSwitchedOn(overrides.map(String), cwd) ? [folder] : []
  })
}

/**
 * Overrides are paths, and the last one that fits counts: a leading `!` switches the extension off there, a trailing
 * `*` includes everything below.
 */
function isSwitchedOn(overrides: readonly string[], cwd: string): boolean {
  const here = withSlash(cwd)
  const last = overrides.findLast((rule) => fits(rule.replace(/^!/, ""), here))
  return last === undefined || !last.startsWith("!")
}

function fits(rule: string, here: string): boolean {
  if (!rule.endsWith("*")) return withSlash(rule) === here
  return here.startsWith(withSlash(rule.replace(/\*+$/, "")))
}

function withSlash(folder: string): string {
  return folder.endsWith("/") ? folder : `${folder}/`
}
