import fs from "node:fs"
import path from "node:path"
import { adaptSkill, type SkillFiles } from "../../install/adapt-skill.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"

/** The names of the skills that come with Skillet, also of those with a flag that is not set. */
export function listBundledNames(bundled: readonly string[]): readonly string[] {
  return bundled.flatMap((folder) =>
    fs
      .readdirSync(folder)
      .filter((name) => fs.existsSync(path.join(folder, name, "SKILL.md")))
      .toSorted(),
  )
}

/** The files of one of them as a host needs them, by their path in its directory. */
export function readBundledSkill(bundled: readonly string[], name: string, host: HostId): SkillFiles {
  const folder = bundled.map((one) => path.join(one, name)).find((one) => fs.existsSync(one)) ?? ""
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const texts = files.map((file) => [path.relative(folder, file), fs.readFileSync(file, "utf8")] as const)
  return adaptSkill(Object.fromEntries(texts), { isRaw: profiles[host].rendering.raw !== undefined })
}

/** Throws for a name that no skill of Skillet has. */
export function requireBundled(bundled: readonly string[], names: readonly string[]): void {
  requireKnown(names, listBundledNames(bundled), {
    what: (name) => `Skillet has no skill "${name}"`,
    all: "skillet list --all shows them",
  })
}

/** Throws for the first name that is not known, with the names that are almost the same. */
export function requireKnown(
  names: readonly string[],
  known: readonly string[],
  { what, all }: { readonly what: (name: string) => string; readonly all: string },
): void {
  const wrong = names.find((name) => !known.includes(name))
  if (wrong === undefined) return
  const near = findNearestNames(wrong, known)
  const next = near.length > 0 ? `did you mean ${near.join(" or ")}?` : all
  throw new SkilletError("install.unknown-skill", what(wrong), { retry: "no", next })
}
