/** Whether a command has an expansion outside single quotes; some hosts refuse all of those. */
export function hasExpansion(command: string): boolean {
  return /\$[\w({$]|`/.test(command.replace(/'[^']*'/g, "").replace(/\\./g, ""))
}
