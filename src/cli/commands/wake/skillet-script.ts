/** The script that starts Skillet again, as it was started. */
export function skilletScript(): string {
  return process.argv[1] ?? ""
}
