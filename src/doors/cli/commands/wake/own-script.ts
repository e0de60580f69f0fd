/** The script that starts Skillet again, as it was started. */
export function ownScript(): string {
  return process.argv[1] ?? ""
}
