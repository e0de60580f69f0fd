import type { CodeNode } from "../code-tree.ts"
import type { CodeView } from "../rules/code-view.ts"

/** `hashlib.md5` for `md5` after `from hashlib import md5`; as written if the name is not imported. */
export function resolvePath(code: CodeView, node: CodeNode): string {
  const paths = pathsIn(code)
  const known = paths.get(node)
  if (known !== undefined) return known
  const found = findPath(code, node)
  paths.set(node, found)
  return found
}

const ofView = new WeakMap<CodeView, Map<CodeNode, string>>()

function pathsIn(code: CodeView): Map<CodeNode, string> {
  const known = ofView.get(code)
  if (known !== undefined) return known
  const paths = new Map<CodeNode, string>()
  ofView.set(code, paths)
  return paths
}

function findPath(code: CodeView, node: CodeNode): string {
  const written = code.path(node)
  const root = findRoot(code, node)
  if (root === undefined) return written
  const shape = code.shape(root)
  if (shape.kind === "call") {
    const module = loadedModule(code, root) ?? madeBy(code, root)
    const rest = written === "" ? joinProperties(code, node) : written
    return module === undefined ? rest : joined(module, rest)
  }
  if (shape.kind !== "name") return written
  const origin = findModule(code, shape.name, root)
  return origin === undefined ? written : joined(origin, written.split(".").slice(1).join("."))
}

function joined(first: string, rest: string): string {
  return rest === "" ? first : `${first}.${rest}`
}

function findRoot(code: CodeView, node: CodeNode): CodeNode | undefined {
  const shape = code.shape(node)
  if (shape.kind === "member" || shape.kind === "index") return findRoot(code, shape.object)
  return shape.kind === "wrap" ? findRoot(code, shape.inner) : node
}

/** The members read from the result of a call. */
function joinProperties(code: CodeView, node: CodeNode): string {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return joinProperties(code, shape.inner)
  if (shape.kind !== "member") return ""
  const before = joinProperties(code, shape.object)
  return before === "" ? shape.property : `${before}.${shape.property}`
}

function madeBy(code: CodeView, node: CodeNode): string | undefined {
  const shape = code.shape(node)
  if (shape.kind !== "call") return undefined
  const path = resolvePath(code, shape.callee)
  const [wrapped] = shape.args
  // The same function, with a promise instead of a callback.
  if (wrapped !== undefined && /^(?:util\.)?promisify$/.test(path)) return resolvePath(code, wrapped)
  return path === "" ? undefined : `${path}()`
}

/** Where a name was imported from; what created it, if that is a plain call. */
function findModule(code: CodeView, name: string, from: CodeNode): string | undefined {
  const definitions = code.flow.names.all(name, from)
  for (const found of definitions) {
    if (found.kind === "import") {
      if (found.at.text.includes(".")) return undefined
      const module = moduleName(found.from)
      return found.original === undefined || found.original === "default" ? module : `${module}.${found.original}`
    }
    if (found.kind === "value") {
      const module = loadedModule(code, found.value)
      if (module !== undefined) return module
    }
    if (found.kind === "part" && found.property !== undefined) {
      const module = loadedModule(code, found.source)
      if (module !== undefined) return `${module}.${found.property}`
    }
  }
  const [only, ...more] = definitions
  if (only?.kind !== "value" || more.length > 0 || only.adds || only.value === from) return undefined
  const shape = code.shape(only.value)
  const made = shape.kind === "wrap" ? shape.inner : only.value
  return code.shape(made).kind === "call" && !underWay.has(made) ? follow(code, made) : undefined
}

const underWay = new Set<CodeNode>()

function follow(code: CodeView, made: CodeNode): string | undefined {
  underWay.add(made)
  try {
    return madeBy(code, made)
  } finally {
    underWay.delete(made)
  }
}

/** `require("x")` and `require("x").y`. */
function loadedModule(code: CodeView, node: CodeNode): string | undefined {
  const shape = code.shape(node)
  if (shape.kind === "wrap") return loadedModule(code, shape.inner)
  if (shape.kind === "member") {
    const module = loadedModule(code, shape.object)
    return module === undefined ? undefined : joined(module, shape.property === "default" ? "" : shape.property)
  }
  if (shape.kind !== "call" || code.isPython) return undefined
  const [first] = shape.args
  if (shape.callee.text !== "require" || first === undefined) return undefined
  const named = code.shape(first)
  return named.kind === "constant" && named.value !== undefined ? moduleName(named.value) : undefined
}

function moduleName(from: string): string {
  return from
    .replace(/^node:/, "")
    .replace(/^Cryptodome\b/, "Crypto")
    .replace(/\//g, ".")
}
