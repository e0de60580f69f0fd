import path from "node:path"
import { type ImportSpecifier, initSync, parse } from "es-module-lexer"

/** What a module of a project imports, as far as an approval can cover it. */
export interface ModuleImports {
  /** Files of the project, by their paths from the directory that the approval covers. */
  readonly files: readonly string[]
  /** Modules of Node, which nobody in a project can change. */
  readonly builtins: readonly string[]
  /** What an approval could not cover. */
  readonly faults: readonly ImportFault[]
}

export interface ImportFault {
  readonly line: number
  readonly message: string
  readonly fix: string
}

/**
 * Lists the imports of a module, whose path is relative to the directory that the approval covers.
 *
 * 1. A static import of a file below that directory is covered, under exactly the name that is written.
 * 2. Skillet itself and the modules of Node come with the program that runs, not with the project.
 * 3. Everything else is a fault: what cannot be named before it runs cannot be approved.
 */
export function listImports(file: string, text: string): ModuleImports {
  const found = parseImports(text)
  if (typeof found === "number")
    return { files: [], builtins: [], faults: [{ line: found, message: "it cannot be parsed", fix: "correct it" }] }
  const judged = found.map((one) => judgeImport(file, text, one))
  return {
    files: judged.flatMap((one) => (one.kind === "file" ? one.path : [])),
    builtins: judged.flatMap((one) => (one.kind === "builtin" ? one.name : [])),
    faults: judged.flatMap((one) => (one.kind === "fault" ? one.fault : [])),
  }
}

/** The line of the error if the text is not a module. */
function parseImports(text: string): readonly ImportSpecifier[] | number {
  try {
    initSync()
    return parse(text)[0].filter(({ t }) => t !== META)
  } catch (error) {
    if (!(error instanceof Error) || !("idx" in error)) throw error
    return countLine(text, Number(error.idx))
  }
}

/** The kinds of imports, as the lexer numbers them. */
const STATIC = 1
const META = 3

type Judged =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "own" }
  | { readonly kind: "fault"; readonly fault: ImportFault }

function judgeImport(file: string, text: string, { n: name, t, ss }: ImportSpecifier): Judged {
  const refuse = (message: string, fix: string): Judged => ({
    kind: "fault",
    fault: { line: countLine(text, ss), message, fix },
  })
  if (t !== STATIC || name === undefined)
    return refuse("import(…) could load any file", "write a static import at the top of the file")
  if (name.startsWith("node:"))
    return LOADING.includes(name)
      ? refuse(`${name} could load any file`, "import the file itself")
      : { kind: "builtin", name }
  if (OWN.test(name)) return { kind: "own" }
  if (!/^\.\.?\//.test(name))
    return refuse(
      `"${name}" is not a file of the project`,
      "import a file by a path that begins with ./ or ../, a module of Node as node:NAME, or skillet",
    )
  if (/[%?#\\]|[^\x20-\uffff]/.test(name))
    return refuse(`"${name}" is not the plain name of a file`, "name the file as it is on disk, without % ? # and \\")
  const to = path.posix.join(path.posix.dirname(file), name)
  if (to.startsWith("../")) return refuse(`"${name}" is outside the project`, "move the file into the project")
  if (!COVERED.test(to))
    return refuse(`"${name}" is not a module that can be read`, "import .mjs, .js, .mts, .ts or .json, with the ending")
  return { kind: "file", path: to }
}

/** Modules of Node that load files by themselves. */
const LOADING: readonly string[] = ["node:module", "node:worker_threads", "node:cluster"]

/** The published entries of Skillet. */
const OWN = /^skillet(?:\/(?:drivers|formatters|readers|stores|testing))?$/

const COVERED = /\.(?:m?[jt]s|json)$/

function countLine(text: string, at: number): number {
  return text.slice(0, at).split("\n").length
}
