import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

const looking = /^(?:exists|existsSync|access|accessSync|stat|statSync|lstat|lstatSync)$/
const writing = /^(?:writeFile|writeFileSync|createWriteStream|open|openSync|unlink|unlinkSync|rename|renameSync)$/

/** `if (exists(file)) … write(file)`: the file may be another one by then. */
export function findWritesAfterCheck(code: CodeView): readonly CodeNode[] {
  const looks = code.calls.filter(({ method }) => looking.test(method))
  if (looks.length === 0) return []
  return code.calls
    .filter(({ method, node, args: [first] }) => {
      if (!writing.test(method) || first === undefined || !/^[\w$.]+$/.test(first.text)) return false
      if (/["'`](?:wx|ax|r)\+?["'`]|flag|COPYFILE_EXCL/.test(node.text)) return false
      return looks.some(
        (look) => look.args[0]?.text === first.text && look.node.start < node.start && isSameHome(look.node, node),
      )
    })
    .map(({ node }) => node)
}

/** In the same function, or in a callback inside it. */
function isSameHome(look: CodeNode, write: CodeNode): boolean {
  const home = findEnclosingFunction(look)
  return home !== undefined && home.start <= write.start && write.end <= home.end
}
