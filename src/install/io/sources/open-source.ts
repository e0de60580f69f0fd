import { SkilletError } from "../../../problem/failure.ts"
import type { LockedSource, SourceType } from "../../lock/lock-file.ts"
import { parseSource, type SourceSpec } from "../../source/parse-source.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

type Open = (spec: SourceSpec, context: SourceContext) => Promise<OpenedSource>

const openers: Readonly<Record<SourceType, () => Promise<Open>>> = {
  git: async () => (await import("./git-source.ts")).openGitSource,
  path: async () => (await import("./folder-source.ts")).openPathSource,
  archive: async () => (await import("./archive-source.ts")).openArchiveSource,
  npm: async () => (await import("./npm-source.ts")).openNpmSource,
  "well-known": async () => (await import("./index-source.ts")).openIndexSource,
}

/** Resolves a source to exact bytes. Nothing of it is run. */
export async function openSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  if (spec.attestedBy !== undefined && spec.type !== "archive")
    throw new SkilletError("install.not-attested", `${spec.at} is not an archive, and only archives are attested`, {
      retry: "no",
      next: "leave out --attested-by, or name an archive of a release",
    })
  return (await openers[spec.type]())(spec, context)
}

/** What was locked, to be opened again: exactly, or the newest of what was asked for. */
export function toSpec(source: LockedSource, which: "exact" | "newest"): SourceSpec {
  const { type, url = "", ref, commit, package: name = "", version, attestedBy } = source
  const written = type === "npm" ? `npm:${name}@${version}` : url
  if (type === "git" || type === "npm" || /^https?:/i.test(url)) requireAddress(written)
  if (type === "git") return { type, at: url, ref: which === "exact" ? commit : ref }
  if (type === "npm") return { type, at: name, ref: which === "exact" ? version : ref }
  // What was attested once must be so again; the same bytes are known by their digest.
  return { type, at: url, attestedBy: which === "newest" ? attestedBy : undefined }
}

/** A lock that came with a repository names no address that could not have been typed. */
function requireAddress(written: string): void {
  const parsed = parseSource(written)
  if ("spec" in parsed) return
  throw new SkilletError("lock.source", `the lock names ${JSON.stringify(written)}: ${parsed.wrong}`, {
    retry: "no",
    next: "restore the lock from version control; nothing was asked or changed",
  })
}
