import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

const chosen = /\.originalname\b/
const changed =
  /basename|extname|replace|slug|saniti[sz]|uuid|nanoid|random|hash|mime|safe|clean|\.split\(|\.pop\(|\.parse\(/i

/** `filename: (req, file, cb) => cb(null, file.originalname)` in what multer is told about its storage. */
export function findUploadNames(code: CodeView): readonly CodeNode[] {
  if (!/\bdiskStorage\(/.test(code.tree.text)) return []
  return code.calls.flatMap(({ node, object, args: [error, name] }) => {
    if (object !== undefined || name === undefined || !/^(?:null|undefined)$/.test(error?.text ?? "")) return []
    const shape = code.shape(name)
    const value = shape.kind === "name" ? findOnlyValue(code, shape.name, name) : name
    const isChosen = value !== undefined && chosen.test(value.text) && !changed.test(value.text)
    return isChosen && isNaming(findEnclosingFunction(node)) ? [node] : []
  })
}

/** Whether it is the function under `filename`, as a property or as a method. */
function isNaming(fn: CodeNode | undefined): boolean {
  if (fn === undefined || changed.test(fn.text.replace(/\bfilename\b/g, ""))) return false
  return (fn.field("name") ?? fn.parent?.field("key"))?.text === "filename"
}
