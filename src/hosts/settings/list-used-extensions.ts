import { toMap } from "../../text/is-map.ts"

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
    return !Array.isArray(overrides) || isOn(overrides.map(String), cwd) ? [folder] : []
  })
}

/**
 * Overrides are paths, and the last one that fits counts: a leading `!` switches the extension off there, a trailing
 * `*` includes everything below.
 */
function isOn(overrides: readonly string[], cwd: string): boolean {
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
