// The source files, and what they import. It knows no directory but `src` and `packages/*/src`.
import fs from "node:fs"
import path from "node:path"
import ts from "typescript"
import { root } from "./workshop.mjs"

/** Paths of all source files from the top of the project, without tests and declarations. */
export function findSources() {
  const packages = path.join(root, "packages")
  const members = fs.existsSync(packages) ? fs.readdirSync(packages).sort() : []
  const tops = ["src", ...members.map((name) => `packages/${name}/src`)]
  const files = tops.flatMap((top) => listFiles(path.join(root, top))).map((file) => path.relative(root, file))
  const sources = files.filter((file) => /\.m?ts$/.test(file) && !/\.(test|types|d)\.m?ts$/.test(file))
  if (sources.length < 100) throw new Error(`only ${sources.length} source files were found below ${root}`)
  return sources
}

function listFiles(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const at = path.join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(at)
      return [at]
    })
}

/** The first directory below `src`; a package is a room of its own. */
export function nameRoom(file) {
  const [top, first, , ...rest] = file.split("/")
  if (top === "packages") return `packages/${first}`
  return rest.length > 0 || file.split("/").length > 2 ? first : "(top)"
}

export function parse(file) {
  return ts.createSourceFile(file, fs.readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.ES2022, true)
}

let options

function readOptions() {
  if (options !== undefined) return options
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile)
  options = ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options
  return options
}

/** The source file that an import leads to, from the top of the project. Undefined if it is none of ours. */
export function resolveImport(specifier, from) {
  if (specifier.startsWith("node:")) return undefined
  const { resolvedModule } = ts.resolveModuleName(specifier, path.join(root, from), readOptions(), ts.sys)
  if (resolvedModule === undefined) return undefined
  const file = path.relative(root, fs.realpathSync(resolvedModule.resolvedFileName))
  if (/^(src|packages\/[^/]+\/src)\/.*\.m?ts$/.test(file) && !file.endsWith(".d.ts")) return file
  // A package may offer only its built files; their names are those of its sources.
  const built = /^(packages\/[^/]+)\/dist\/(.*?)\.(d\.)?[cm]?[jt]s$/.exec(file)
  const source = built === null ? undefined : `${built[1]}/src/${built[2]}.ts`
  return source !== undefined && fs.existsSync(path.join(root, source)) ? source : undefined
}

/** All imports of a file: `{ specifier, isType, isDynamic }`, with re-exports. */
export function findImports(source) {
  const found = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node))
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
      add(node.moduleSpecifier, isTypeExport(node))
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  const add = (specifier, isType) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push({ specifier, isType })
  }
  visit(source)
  return found
}

function isTypeImport({ importClause }) {
  if (importClause === undefined) return false
  if (importClause.isTypeOnly) return true
  const { name, namedBindings } = importClause
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

function isTypeExport({ isTypeOnly, exportClause }) {
  if (isTypeOnly) return true
  return (
    exportClause !== undefined &&
    ts.isNamedExports(exportClause) &&
    exportClause.elements.every((one) => one.isTypeOnly)
  )
}
