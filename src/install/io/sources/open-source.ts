import type { LockedSource, SourceType } from "../../lock/lock-file.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

type Open = (spec: SourceSpec, context: SourceContext) => Promise<OpenedSource>

const openers: Readonly<Record<SourceType, () => Promise<Open>>> = {
  git: async () => (await import("./git-source.ts")).openGitSource,
  path: async () => (await import("./folder-source.ts")).openFolderSource,
  archive: async () => (await import("./archive-source.ts")).openArchiveSource,
  npm: async () => (await import("./npm-source.ts")).openNpmSource,
  "well-known": async () => (await import("./index-source.ts")).openIndexSource,
}

/** Resolves a source to exact bytes. Nothing of it is run. */
export async function openSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  return (await openers[spec.type]())(spec, context)
}

/** What was locked, to be opened again: exactly, or the newest of what was asked for. */
export function toSpec(source: LockedSource, which: "exact" | "newest"): SourceSpec {
  const { type, url = "", ref, commit, package: name = "", version } = source
  if (type === "git") return { type, at: url, ref: which === "exact" ? commit : ref }
  if (type === "npm") return { type, at: name, ref: which === "exact" ? version : ref }
  return { type, at: url }
}
