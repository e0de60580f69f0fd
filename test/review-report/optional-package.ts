/**
 * What a package exports, or undefined if it is not installed. In that case a message says so, because the test checks
 * less.
 */
export function optionalPackage(name: string, load: () => unknown): unknown {
  try {
    const loaded = load()
    return typeof loaded === "object" && loaded !== null && "default" in loaded ? loaded.default : loaded
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "MODULE_NOT_FOUND") throw error
    console.warn(`SKIPPED: ${name} is not installed, so nothing is checked against it`)
    return undefined
  }
}
