import { isTestPath } from "@skillet/scan"

/** The kind of a file, as far as its path or its first lines show it. */
export type FilePlace = keyof typeof paths

interface PlacedFile {
  readonly path: string
  readonly text: string
  readonly isTest: boolean
  readonly isGenerated: boolean
}

export function isPlace(file: PlacedFile, place: FilePlace): boolean {
  if (place === "test" && file.isTest) return true
  if (place === "generated" && (file.isGenerated || saysGenerated(file.text))) return true
  return paths[place].test(file.path)
}

/**
 * The kind of a file whose findings are reported separately from those of the code that people run. `path` is relative
 * to the requested path, so that nothing in a directory of examples is secondary if somebody names that directory.
 */
export function findSecondaryPlace(path: string, text: string): FilePlace | undefined {
  if (path === "") return undefined
  const place = apart.find((one) => paths[one].test(path))
  if (place !== undefined) return place
  if (saysGenerated(text)) return "generated"
  return /\.[cm]?js$/.test(path) && isMinified(text) ? "minified" : undefined
}

/** Code that runs once for each installation, or when an administrator starts it: how fast it is matters little. */
export function findUnhurriedPlace(path: string): FilePlace | undefined {
  return (["migration", "command"] as const).find((place) => paths[place].test(path))
}

/** Settings that are meant to be lax. */
export function isDevelopmentSettings(path: string): boolean {
  return paths["development settings"].test(path)
}

/** In code that only developers run, a slight weakness is of no use to anybody. */
export function isTool(path: string): boolean {
  return paths.tool.test(path)
}

/** Written by a program or copied from elsewhere: by its location, its name, or its own statement. */
export function isGenerated(path: string, text: string): boolean {
  const places = [paths.generated, paths.vendored, paths["lock file"]]
  return places.some((place) => place.test(path)) || saysGenerated(text)
}

const paths = {
  test: { test: isTestPath },
  fixture: /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|mocks?|__mocks__)\//,
  generated:
    /(?:^|\/)(?:dist|built|generated|__generated__)\/|(?:^|\/)assets\/(?:.*\/)?[\w.-]+-(?=\w*\d)(?=\w*[A-Z])\w{8}\.m?js$|\.(?:generated|gen|g|pb)\.\w+$|_pb2\.pyi?$|\.min\.\w+$/,
  minified: /\.min\.\w+$/,
  vendored: /(?:^|\/)(?:_?vendors?|_?vendored|_vendored_packages|third[_-]party|node_modules|bower_components)\//,
  "lock file":
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|packages\.lock\.json)$/,
  snapshot: /\.snap$|(?:^|\/)__snapshots__\//,
  example:
    /(?:^|\/)(?:examples?|samples?|demos?|tutorials?)(?:[-_](?:projects?|apps?|sites?))?\/|[._-](?:example|sample|demo)\.\w+$/,
  documentation: /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc)$/i,
  script: /(?:^|\/)scripts?\//,
  /** Commands that an administrator runs, and what sets up the tools of developers. */
  command: /(?:^|\/)management\/commands\/|(?:^|\/)[\w.-]+\.config\.\w+$/,
  /** Settings for one's own machine. */
  "development settings":
    /(?:^|\/)settings[/_](?:dev|devel|development|local)(?:_\w+)?\.py$|(?:^|\/)(?:dev|development|local)_settings\.py$/,
  migration: /(?:^|\/)(?:migrations?|upgrades?|alembic)\//,
  benchmark: /(?:^|\/)_?bench(?:marks?|ing)?\/|[._-]bench(?:mark)?\.\w+$/,
  /** What only the people who develop a project run. */
  tool: /^(?:scripts?|tools?|contrib|util|resources|hack|tasks|bin|\.github|\.ci|ci)\/|(?:^|\/)_tools\/|^(?:gulpfile|gruntfile|setup|noxfile|tasks)\.\w+$|^[\w.-]+\.config\.\w+$/i,
  /** Configuration, scripts and pieces of code of a project's documentation, not a feature named docs. */
  "code of documents": /^(?:packages\/[^/]+\/)?(?:docs?|documentation)\/.*\.(?:[cm]?[jt]sx?|pyi?|vue|svelte|html)$/,
  story: /\.stories\.\w+$|(?:^|\/)stories\//,
  "old version":
    /(?:^|\/)(?:changelog|changes|history|migrat(?:ion|ing)|upgrad(?:e|ing))[^/]*\.\w+$|(?:^|\/)(?:archive|adr|decisions?)\//i,
} as const satisfies Readonly<Record<string, Pick<RegExp, "test">>>

const apart: readonly FilePlace[] = [
  "fixture",
  "test",
  "example",
  "benchmark",
  "code of documents",
  "vendored",
  "minified",
  "generated",
  "snapshot",
]

/** At least half of the text is on lines longer than anybody writes by hand. */
export function isMinified(text: string): boolean {
  if (text.length < LEAST) return false
  let long = 0
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    if (end - start > LONG_LINE) long += end - start
    start = end + 1
  }
  return long * 2 >= text.length
}

const LEAST = 2000
/** Longer lines are not written by hand. */
export const LONG_LINE = 500

/** A comment among the first lines, as generators write it. */
function saysGenerated(text: string): boolean {
  return text
    .slice(0, 2000)
    .split("\n", 6)
    .some((line) => /^\s*(?:\/\/|\/\*|\*|#|<!--|--|;|""")/.test(line) && MARK.test(line))
}

const MARK =
  /@generated\b|\bdo not edit\b|<auto-generated|\bauto-?generated (?:by|from|file|code)\b|\bcode generated by\b|\bwebpackBootstrap\b/i
