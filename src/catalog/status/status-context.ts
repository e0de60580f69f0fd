import type { ListedSource } from "../merge.ts"
import type { CatalogSettings } from "../settings.ts"
import type { StatusContext } from "./status.ts"

/** What a session knows that a status may depend on. */
export interface SessionFacts {
  /** Files that were touched, relative to the project. */
  readonly touched: readonly string[]
  readonly versions: { readonly skillet: string; readonly agent: string | undefined }
}

/** Matching paths and comparing versions is loaded only where a skill asks for it. */
export async function openStatusContext(
  listed: readonly ListedSource[],
  settings: CatalogSettings,
  { touched, versions }: SessionFacts,
): Promise<StatusContext> {
  const headers = listed.flatMap(({ listing }) => listing.skills.map(({ summary }) => summary.header))
  const isTouched =
    touched.length > 0 && headers.some(({ paths }) => paths !== undefined)
      ? (await import("./touched.ts")).touchedBy(touched)
      : () => false
  const semver = headers.some(({ requires }) => requires !== undefined) ? await import("semver") : undefined
  return {
    settings,
    isTouched,
    satisfies: (what, range) => {
      const at = versions[what]
      if (at === undefined || semver === undefined || semver.validRange(range) === null) return undefined
      return semver.satisfies(at, range, { includePrerelease: true })
    },
  }
}
