import { isTestPath } from "@skillet/scan"
import {
  type FilePlace,
  isDevelopmentSettings,
  isTool,
  findSecondaryPlace,
  findUnhurriedPlace,
} from "./claims/file-place.ts"
import type { ReviewFinding } from "./claims/review-finding.ts"
import type { ReviewedFile } from "./claims/reviewed-file.ts"
import type { Gathered } from "./review-data.ts"

/** The path relative to the nearest path that was asked for; empty if the file itself was named. */
export function relateToNamedPath(path: string, named: readonly string[]): string {
  const starts = named.filter((name) => path === name || path.startsWith(`${name}/`))
  const longest = Math.max(0, ...starts.map((name) => name.length))
  return path.slice(longest).replace(/^\//, "")
}

/** The kind of a file that is secondary in this review; undefined for code like any other. */
export function findReviewPlace(
  { path, text, isTest }: Pick<ReviewedFile, "path" | "text" | "isTest">,
  named: readonly string[],
): FilePlace | undefined {
  const isCalledTest = isTest && !isTestPath(path)
  return isCalledTest ? "test" : findSecondaryPlace(relateToNamedPath(path, named), text)
}

/** The same for a finding: in a developer's tool or settings a minor one is secondary too, in a migration one about speed. */
export function findFindingPlace(
  { severity, category }: Pick<ReviewFinding, "severity" | "category">,
  file: Pick<ReviewedFile, "path" | "text" | "isTest">,
  named: readonly string[],
): FilePlace | undefined {
  const isSlight = severity === "minor" || severity === "suggestion"
  const path = relateToNamedPath(file.path, named)
  const unhurried = /^performance$/i.test(category) ? findUnhurriedPlace(path) : undefined
  if (unhurried !== undefined) return unhurried
  if (isSlight && isDevelopmentSettings(path)) return "development settings"
  return findReviewPlace(file, named) ?? (isSlight && isTool(path) ? "tool" : undefined)
}

/**
 * Tests under review that are shown only to the agents that review tests. In a change there are none, because its
 * author chooses where a file is, nor if somebody names the tests.
 */
export function selectSeparateTests({
  kind,
  files,
  change,
  named = [],
}: Pick<Gathered, "kind" | "files" | "change" | "named">): ReadonlySet<string> {
  if (kind === "docs" || change !== undefined) return new Set()
  const tests = files.filter((file) => ofTests.includes(findReviewPlace(file, named)))
  return new Set(tests.length === files.length ? [] : tests.map(({ path }) => path))
}

const ofTests: readonly (FilePlace | undefined)[] = ["test", "fixture", "snapshot"]
