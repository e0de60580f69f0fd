/**
 * Whether Gemini CLI uses an extension in a folder. Its overrides are paths, one after the other, and the last that fits
 * counts: `!` before it switches the extension off there, `*` after it means all below as well.
 */
export function isExtensionOn(overrides: readonly string[], folder: string): boolean {
  const here = withSlash(folder)
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
