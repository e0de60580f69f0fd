/** Where a skill comes from. `commands` are the legacy form of one file each; `added` was named on the command line. */
export type SourceKind = (typeof sourceKinds)[number]

export const sourceKinds = ["managed", "project", "user", "added", "plugin", "bundled", "mcp", "commands"] as const
