import type { CodeNode } from "../../ports/code-tree.ts"
import type { Definition } from "./flow/definitions/definition.ts"
import type { CodeView } from "./code-view.ts"

const starters = /^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)$/
const modules = /(?:^|:)child_process$|^child-process-promise$|^promisify-child-process$/
const usualNames = /^(?:child_process|cp|childProcess)$/
const DEEPEST = 6

/** The function of child_process that an expression is, whatever it is called here: `run` of `promisify(exec)`. */
export function childFunctionOf(code: CodeView, node: CodeNode, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined
  const shape = code.shape(node)
  switch (shape.kind) {
    case "name":
      return firstOf(code.flow.names.all(shape.name, node), (found) => byDefinition(code, found, depth + 1))
    case "member":
      return starters.test(shape.property) && isChildProcess(code, shape.object, depth + 1) ? shape.property : undefined
    case "wrap":
      return childFunctionOf(code, shape.inner, depth + 1)
    case "call": {
      const wrapped = /(?:^|\.)promisify$/.test(code.path(shape.callee)) ? shape.args[0] : undefined
      return wrapped === undefined ? undefined : childFunctionOf(code, wrapped, depth + 1)
    }
    default:
      return undefined
  }
}

function byDefinition(code: CodeView, found: Definition, depth: number): string | undefined {
  switch (found.kind) {
    case "import":
      return modules.test(found.from) && starters.test(found.original ?? "") ? found.original : undefined
    case "value":
      return childFunctionOf(code, found.value, depth)
    case "part":
      return starters.test(found.property ?? "") && isChildProcess(code, found.source, depth)
        ? found.property
        : undefined
    default:
      return undefined
  }
}

function isChildProcess(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isChildProcess(code, shape.inner, depth + 1)
  if (shape.kind === "call") {
    const loaded = /^(?:require|import|process\.getBuiltinModule)$/.test(shape.callee.text) ? shape.args[0] : undefined
    return loaded !== undefined && modules.test(code.flow.constantText(loaded) ?? "")
  }
  if (shape.kind !== "name") return false
  const known = code.flow.names.all(shape.name, node)
  if (known.length === 0) return usualNames.test(shape.name)
  return known.some((found) => {
    if (found.kind === "import") return modules.test(found.from)
    return found.kind === "value" && isChildProcess(code, found.value, depth + 1)
  })
}

function firstOf<T>(all: readonly Definition[], of: (found: Definition) => T | undefined): T | undefined {
  for (const one of all) {
    const result = of(one)
    if (result !== undefined) return result
  }
  return undefined
}
