import type { CodeNode, TreeLanguage } from "../../../code-tree.ts"
import { readPythonShape } from "./read-python-shape.ts"
import { readScriptShape } from "./read-script-shape.ts"
import type { CodeShape } from "./code-shape.ts"

export function readShape(node: CodeNode, language: TreeLanguage): CodeShape {
  const known = shapes.get(node)
  if (known !== undefined) return known
  const made = language === "python" ? readPythonShape(node) : readScriptShape(node)
  shapes.set(node, made)
  return made
}

let shapes = new Map<CodeNode, CodeShape>()

/**
 * Called before another file is examined, so that the nodes of this one can be freed. A weak table would do the same, but
 * the garbage collector has to look through it each time.
 */
export function forgetShapes(): void {
  shapes = new Map()
}

/** `a.b.c` for names and members, without indexes; nothing for anything else. */
export function readDottedName(node: CodeNode, language: TreeLanguage): string | undefined {
  const shape = readShape(node, language)
  switch (shape.kind) {
    case "name":
      return shape.name
    case "member": {
      const object = readDottedName(shape.object, language)
      return object === undefined ? undefined : `${object}.${shape.property}`
    }
    case "index":
      return readDottedName(shape.object, language)
    case "wrap":
      return readDottedName(shape.inner, language)
    default:
      return undefined
  }
}
