// What the sources look like: functions and their names, exported names, sizes of files, directories and rooms.
import path from "node:path"
import ts from "typescript"
import { findSources, nameRoom, parse } from "./sources.mjs"
import { writeJson } from "./workshop.mjs"

const LONG = 400
const SUFFIXES = ["Of", "In", "At", "For"]

export function recordNames(out) {
  const files = findSources().map((file) => describeFile(file))
  const functions = files.flatMap(({ file, functions: names }) => names.map((name) => ({ name, file })))
  writeJson(path.join(out, "names.json"), {
    files: files.length,
    lines: sum(files.map(({ lines }) => lines)),
    functions: functions.length,
    suffixes: Object.fromEntries(SUFFIXES.map((suffix) => [suffix, countSuffix(functions, suffix)])),
    repeatedExports: findRepeated(files),
    long: files.filter(({ lines }) => lines > LONG).map(({ file, lines }) => ({ file, lines })),
    rooms: describeGroups(files, ({ file }) => nameRoom(file)),
    folders: describeGroups(files, ({ file }) => path.dirname(file)),
    depth: Math.max(...files.map(({ file }) => measureDepth(file))),
    filesByDepth: countBy(files.map(({ file }) => measureDepth(file))),
    filesPerFolder: countBy(
      Object.values(describeGroups(files, ({ file }) => path.dirname(file))).map((one) => one.files),
    ),
  })
}

function describeFile(file) {
  const source = parse(file)
  const functions = []
  const visit = (node) => {
    const name = nameFunction(node)
    if (name !== undefined) functions.push(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  const lines = source.text.split("\n").length - (source.text.endsWith("\n") ? 1 : 0)
  return { file, lines, functions, exports: source.statements.flatMap((statement) => readExports(statement)) }
}

/** Declarations, methods, and functions bound to a constant. */
function nameFunction(node) {
  if (ts.isFunctionDeclaration(node)) return node.body === undefined ? undefined : (node.name?.text ?? "default")
  if (ts.isMethodDeclaration(node)) return node.body === undefined ? undefined : node.name.getText()
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined || !ts.isIdentifier(node.name)) return undefined
  const isFunction = ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)
  return isFunction ? node.name.text : undefined
}

function readExports(statement) {
  const isExported = ts.canHaveModifiers(statement)
    ? (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false
  if (!isExported) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations
      .filter(({ name }) => ts.isIdentifier(name))
      .map(({ name }) => name.text)
  return statement.name === undefined ? [] : [statement.name.text]
}

function countSuffix(functions, suffix) {
  const ending = functions.filter(({ name }) => new RegExp(`[a-z0-9]${suffix}$`).test(name))
  const percent = Math.round((1000 * ending.length) / functions.length) / 10
  return { functions: ending.length, percent, names: [...new Set(ending.map(({ name }) => name))].sort() }
}

/** Exported names that two or more files declare. */
function findRepeated(files) {
  const declared = new Map()
  for (const { file, exports } of files)
    for (const name of new Set(exports)) declared.set(name, [...(declared.get(name) ?? []), file])
  const repeated = [...declared].filter(([, at]) => at.length > 1)
  return Object.fromEntries(repeated.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function describeGroups(files, name) {
  const groups = new Map()
  for (const file of files) groups.set(name(file), [...(groups.get(name(file)) ?? []), file])
  const entries = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, some]) => [key, { files: some.length, lines: sum(some.map(({ lines }) => lines)) }]),
  )
}

/** How many directories a file is below its `src`. */
function measureDepth(file) {
  return file.replace(/^packages\/[^/]+\//, "").split("/").length - 2
}

function countBy(numbers) {
  const counts = new Map()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([one], [other]) => one - other))
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
