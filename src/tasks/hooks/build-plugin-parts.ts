import { type FileGroup, toGroup } from "../../catalog/install/plan-install.ts"
import { addHooks } from "./hook-settings.ts"

export interface PluginPartsFacts {
  readonly version: string
  /** The commands of the plugin that comes with Skillet, by file name. */
  readonly commands: Readonly<Record<string, string>>
  /** How hooks and commands start Skillet; undefined if there is no way that holds for everyone who gets the files. */
  readonly program: string | undefined
  /** The settings files of the host that have our hooks already. */
  readonly hooksIn: readonly string[]
}

/** The parts of a plugin besides its skills: manifest, commands and hooks. A hook is never installed twice. */
export function buildPluginParts({ version, commands, program, hooksIn }: PluginPartsFacts): readonly FileGroup[] {
  const description = "Skills that come with Skillet, and where an agent was before its context was compacted."
  const manifest = { name: "skillet", description, version, license: "MIT" }
  const parts = [toGroup(".claude-plugin", { "plugin.json": toJson(manifest) })]
  if (program === undefined) return parts
  const texts = Object.entries(commands).map(([file, text]) => [file, text.replaceAll(PACKAGED, program)] as const)
  const hooks = addHooks({}, { words: program, isOnPath: program === "skillet" })
  return [
    ...parts,
    toGroup("commands", Object.fromEntries(texts)),
    ...(hooksIn.length > 0 || "wrong" in hooks ? [] : [toGroup("hooks", { "hooks.json": toJson(hooks.settings) })]),
  ]
}

/** How the plugin inside the package starts Skillet. */
const PACKAGED = "node ${CLAUDE_PLUGIN_ROOT}/../dist/cli.cjs"

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
