import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import { chooseInstalled, findInstalled } from "../../../catalog/io/sources/find-installed.ts"
import { readTrust } from "../../../catalog/io/skills/read-trust.ts"
import { isUntrusted } from "../../../trust/trust-state.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { requireAbsolute } from "../../../text/folder-paths.ts"
import { type LoadedText, parseLoadedText } from "./parse-loaded-text.ts"

/** A reference whose parts were checked: none of them can lead out of the searched directories. */
interface Named {
  readonly plugin?: string
  readonly name: string
}

/** Reads a skill without the catalog: from the plugin cache, or from the calling plugin. */
export async function readInstalled(skillet: Session, ref: Named): Promise<LoadedText> {
  const found =
    ref.plugin === undefined ? inCallingPlugin(skillet, ref.name) : await inCache(skillet, ref.plugin, ref.name)
  if (found === undefined)
    throw new SkilletError("skill.not-found", `${ref.name} does not exist`, {
      retry: "no",
      next: "skillet list shows every name",
    })
  const text = readSafely(fs.realpathSync(found.path), MAX_FILE).toString("utf8")
  const skill = { realPath: fs.realpathSync(found.path) }
  const { trust } = readTrust(skillet, { source: { trust: "remote" }, skill }, text)
  return { ...parseLoadedText(found.path, text), root: found.root, isTrusted: !isUntrusted(trust) }
}

/** Where `readInstalled` looks, in words that people know. */
export function listSearchedPlaces(skillet: Session, ref: Named): readonly string[] {
  if (ref.plugin === undefined) return [`\${CLAUDE_PLUGIN_ROOT}/skills/${ref.name}/SKILL.md`]
  const cache = locatePluginCache(skillet).replace(`${skillet.around.home}/.claude/`, "$HOME/.claude/")
  return [`${cache}/**/${ref.plugin}/*/skills/${ref.name}/SKILL.md`]
}

interface Found {
  readonly path: string
  readonly root: string
}

async function inCache(skillet: Session, plugin: string, name: string): Promise<Found | undefined> {
  const { pluginVersions, pluginsOff } = await skillet.settings()
  if (pluginsOff.includes(plugin) || plugin.includes("/")) return undefined
  const installed = findInstalled(locatePluginCache(skillet), plugin, name)
  const allowed = installed.filter(({ from }) => !pluginsOff.includes(`${plugin}@${from}`))
  return chooseInstalled(allowed, pluginVersions)
}

function inCallingPlugin(skillet: Session, name: string): Found | undefined {
  const root = requireAbsolute((skillet.options.env ?? process.env)["CLAUDE_PLUGIN_ROOT"])
  if (root === undefined) return undefined
  const file = path.join(root, "skills", name, "SKILL.md")
  if (!fs.existsSync(file)) return undefined
  const isInside = fs.realpathSync(file).startsWith(`${fs.realpathSync(root)}${path.sep}`)
  return isInside ? { path: file, root } : undefined
}

function locatePluginCache(skillet: Session): string {
  return path.join(skillet.around.config.claude ?? path.join(skillet.around.home, ".claude"), "plugins", "cache")
}
