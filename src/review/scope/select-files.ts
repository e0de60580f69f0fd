import { isTestPath, type ScanFile } from "@skillet/scan"
import { renderFileName } from "../../finding/file-name.ts"
import { isGenerated } from "../claims/file-place.ts"
import { isDocument, detectLanguage } from "../detect-language.ts"
import type { ReviewKind } from "../claims/categories.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import type { UnreadFile } from "../review-data.ts"
import { relateToNamedPath } from "../secondary-files.ts"
import type { EntryKind } from "./read-changes.ts"
import type { FileDiff } from "./read-diff.ts"
import { EXECUTABLE_FILE, findRunnableName, type RunnableName } from "./runnable-names.ts"
import { readCode } from "./read-code.ts"

/** A file in scope, before it is read. */
export interface ScopeEntry {
  readonly path: string
  readonly kind: EntryKind
  readonly blob?: string | undefined
  readonly isExecutable?: true | undefined
  readonly diff?: FileDiff | undefined
  /** Why its name must not be used to find it. */
  readonly refused?: string | undefined
}

/** The result of reading a file. */
export type Content =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "not-read"; readonly why: string }

export interface Selecting {
  readonly kind: ReviewKind
  /**
   * Whether a change is reviewed. If so, every file it touches is accounted for, and generated files are scanned too.
   */
  readonly isChange: boolean
  /** The paths that were asked for: generated code that somebody names is searched like any other. */
  readonly named: readonly string[]
  readonly isPriority: (path: string) => boolean
  readonly isTest: (path: string) => boolean
}

export interface SelectedFiles {
  readonly files: readonly ReviewedFile[]
  readonly scanned: readonly ScanFile[]
  readonly unread: readonly UnreadFile[]
  /** Files without content: there is nothing to review in them. */
  readonly empty: readonly string[]
}

/** Larger files are not read; they are reported by name. */
export const MOST_BYTES = 512 * 1024

/** Whether a file's content is needed: to review it, or to find out what it is. */
export function isWorthReading(entry: ScopeEntry, { kind, isChange }: Pick<Selecting, "kind" | "isChange">): boolean {
  if (entry.kind !== "file" || entry.refused !== undefined) return false
  return isWanted(entry.path, kind) || (kind === "code" && (isChange || !hasExtension(entry.path)))
}

/** Only the first line of a file without an extension shows whether it is a script. */
function hasExtension(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).includes(".")
}

/** Divides the files in scope into reviewed and unread ones. Every file of a change, or that was named, is in one of the two. */
export function selectFiles(
  entries: readonly ScopeEntry[],
  contents: ReadonlyMap<string, Content>,
  how: Selecting,
): SelectedFiles {
  const sorted = entries.map((entry) => sortEntry(entry, contents.get(entry.path), how))
  const read = sorted.flatMap((one) => ("file" in one ? [one] : []))
  const left = read.filter(({ file }) => !how.isChange && file.isGenerated && isLeftOut(file, how.named))
  return {
    empty: entries.flatMap(({ path }) => (isEmpty(contents.get(path)) ? [path] : [])),
    files: read.map(({ file }) => file),
    scanned: read.filter((one) => !left.includes(one)).map(({ scan }) => scan),
    unread: [
      ...sorted.flatMap((one) => ("why" in one ? [one] : [])),
      ...left.map(({ file: { path } }) => ({ path, why: GENERATED, isWanted: false, isChanged: false })),
    ],
  }
}

function isEmpty(content: Content | undefined): boolean {
  return content?.kind === "bytes" && content.bytes.length === 0
}

/** Why there is nothing to review: `empty.js is empty`, `none of 12 files is code`. */
export function explainNothing(
  entries: readonly ScopeEntry[],
  { empty }: Pick<SelectedFiles, "empty">,
  { kind, about }: Pick<Selecting, "kind"> & { readonly about: string },
): string {
  const [first] = entries
  if (first === undefined) return `there are no files in ${about}`
  if (entries.length === empty.length)
    return empty.length === 1 ? `${renderFileName(first.path)} is empty` : `all ${empty.length} files are empty`
  const what = kind === "code" ? "code" : "a document"
  if (entries.length === 1) return `${renderFileName(first.path)} is not ${what}`
  const others = empty.length === 0 ? "" : ` (${empty.length} of them ${empty.length === 1 ? "is" : "are"} empty)`
  return `none of ${entries.length} files is ${what}${others}`
}

/** A file is searched if it is generated or vendored only because of the directory that was named, or was named itself. */
function isLeftOut({ path, text }: ReviewedFile, named: readonly string[]): boolean {
  const below = relateToNamedPath(path, named)
  return below !== "" && isGenerated(below, text)
}

const GENERATED = "generated or vendored, not searched for patterns"

type Sorted = { readonly file: ReviewedFile; readonly scan: ScanFile } | UnreadFile | { readonly kind: "nothing" }

const NOTHING = { kind: "nothing" } as const

function sortEntry(entry: ScopeEntry, content: Content | undefined, how: Selecting): Sorted {
  const { path } = entry
  const runnable = findRunnable(entry, how)
  const isKnown = isWanted(path, how.kind)
  const byName = isKnown || runnable !== undefined
  const left = (why: string, isWantedFile: boolean): Sorted =>
    isWantedFile || how.isChange || how.named.includes(path)
      ? { path, why, isWanted: isWantedFile, isChanged: how.isChange }
      : NOTHING
  if (entry.refused !== undefined) return left(`not read: ${entry.refused}`, true)
  if (entry.kind === "removed") return NOTHING
  if (entry.kind === "untracked") return byName ? { path, why: UNTRACKED, isWanted: false, isChanged: false } : NOTHING
  if (entry.kind === "skipped")
    return isInternal(path) ? NOTHING : { path, why: SKIPPED, isWanted: false, isChanged: false }
  if (entry.kind !== "file") return left(`not read: ${NOT_FILES[entry.kind]}`, entry.kind !== "link" || byName)
  if (content === undefined) return left(UNWANTED[how.kind], false)
  if (content.kind === "not-read") return left(`not read: ${content.why}`, byName)
  if (content.bytes.length === 0) return how.isChange ? NOTHING : left("empty", false)
  const script = isKnown || how.kind === "docs" ? undefined : readScript(content.bytes)
  if (!byName && script === undefined) return left(UNWANTED[how.kind], false)
  const isExplained = isKnown || (runnable !== undefined && runnable !== EXECUTABLE_FILE)
  if (script !== undefined && script.readAs === undefined && !isExplained)
    return left(`not read: a script for ${script.program}`, true)
  const readAs = script?.readAs ?? (isKnown ? undefined : runnable?.readAs)
  const code = readCode(content.bytes, readAs ?? path)
  if ("why" in code) return left(`not read: ${code.why}`, true)
  return {
    scan: { name: path, bytes: code.bytes, readAs },
    file: {
      path,
      language: detectLanguage(readAs ?? path) ?? runnable?.language ?? "markdown",
      text: code.text,
      isPriority: how.isPriority(path),
      isTest: isTestPath(path) || how.isTest(path),
      isGenerated: isGenerated(path, code.text),
      ...changedLines(entry.diff, code.text),
    },
  }
}

/** In a change, what can run counts as code: by its name, or because it may be executed. */
function findRunnable({ path, isExecutable }: ScopeEntry, { kind, isChange }: Selecting): RunnableName | undefined {
  if (!isChange || kind === "docs") return undefined
  return findRunnableName(path) ?? (isExecutable === true ? EXECUTABLE_FILE : undefined)
}

const UNWANTED: Readonly<Record<ReviewKind, string>> = { code: "not code, not reviewed", docs: "not a document" }

/** Git does not count a new file as part of a change before it is added. */
const UNTRACKED = "new and not added to git, so not part of the change"

/** Without git nothing says what is built or installed, so names decide. */
const SKIPPED = "usually built or installed files; name it to review it"

/** What git, Skillet and Python keep for themselves is never reviewed, so it is not mentioned. */
function isInternal(path: string): boolean {
  return /(?:^|\/)(?:\.git|\.skillet|__pycache__)$/.test(path)
}

const NOT_FILES: Readonly<Record<"link" | "submodule" | "repository" | "unmerged", string>> = {
  link: "a symbolic link, which is not followed",
  submodule: "a submodule, whose commits are not reviewed here",
  repository: "a repository of its own; review it from there",
  unmerged: "it has unresolved conflicts",
}

function isWanted(path: string, kind: ReviewKind): boolean {
  return kind === "docs" ? isDocument(path) : detectLanguage(path) !== undefined
}

/** A diff is used only if it fits the text; otherwise the whole file is under review. */
function changedLines(diff: FileDiff | undefined, text: string): Pick<ReviewedFile, "changed" | "diff"> {
  if (diff === undefined) return {}
  const lines = text.split("\n")
  const fits = [...diff.added].every(([line, added]) => lines[line - 1] === added)
  return fits ? { changed: [...diff.added.keys()], diff: diff.diff } : {}
}

/** A file without an extension whose first line names the program that runs it. */
export interface Script {
  readonly program: string
  /** A file name with the extension of the program's language; absent if that language is not reviewed. */
  readonly readAs?: string
}

/** Reads `#!/usr/bin/env -S node --flag`; undefined for what is not a script. */
export function readScript(bytes: Uint8Array): Script | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 256))
  if (!start.startsWith("#!")) return undefined
  const words = (start.slice(2).split("\n")[0] ?? "").trim().split(/\s+/)
  const program = words.map(baseName).find((word) => word !== "env" && !/^-|=/.test(word)) ?? ""
  const ending = endings.find(([name]) => name.test(program))?.[1]
  return ending === undefined
    ? { program: program === "" ? "an unnamed program" : program }
    : { program, readAs: `script.${ending}` }
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/^(?:node|nodejs|bun)$/, "js"],
  [/^(?:deno|tsx|ts-node)$/, "ts"],
  [/^(?:python|pypy)[\d.]*$/, "py"],
  [/^(?:ba|da|z|k|a)?sh$/, "sh"],
  [/^ruby[\d.]*$/, "rb"],
  [/^php[\d.]*$/, "php"],
]

function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1)
}
