import type { CodeNode, TreeLanguage } from "../../../code-tree.ts"
import { pythonShape } from "./python-shape.ts"
import { scriptShape } from "./script-shape.ts"
import type { Shape } from "./shape.ts"

export function shapeOf(node: CodeNode, language: TreeLanguage): Shape {
  const known = shapes.get(node)
  if (known !== undefined) return known
  const made = language === "python" ? pythonShape(node) : scriptShape(node)
  shapes.set(node, made)
  return made
}

let shapes = new Map<CodeNode, Shape>()

/**
 * Called before another file is examined, so that the nodes of this one can be freed. A weak table would do the same, but
 * the garbage collector has to look through it each time.
 */
export function forgetShapes(): void {
  shapes = new Map()
}

/** `a.b.c` for names and members, without indexes; nothing for anything else. */
export function dotted(node: CodeNode, language: TreeLanguage): string | undefined {
  const shape = shapeOf(node, language)
  switch (shape.kind) {
    case "name":
      return shape.name
    case "member": {
      const object = dotted(shape.object, language)
      return object === undefined ? undefined : `${object}.${shape.property}`
    }
    case "index":
      return dotted(shape.object, language)
    case "wrap":
      return dotted(shape.inner, language)
    default:
      return undefined
  }
}
