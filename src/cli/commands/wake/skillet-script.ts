/** The script that starts Skillet again, as it was started. */
export function locateSkilletScript(): string {
  return process.argv[1] ?? ""
}
