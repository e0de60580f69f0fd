/** The version of a skill: its own, or that of the plugin it is in, which is a directory above its skills. */
export function findSkillVersion(version: string | undefined, path: string): string | undefined {
  return version ?? /[\\/](\d+\.\d+[^\\/]*)[\\/](?:skills|commands)[\\/]/.exec(path)?.[1]
}
