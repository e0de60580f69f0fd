import type { CodeNode, TreeLanguage } from "../../../../ports/code-tree.ts"
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

const shapes = new WeakMap<CodeNode, Shape>()

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
