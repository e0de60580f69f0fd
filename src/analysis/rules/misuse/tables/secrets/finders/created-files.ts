import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { Call, CodeView } from "../../../../code-view.ts"
import { enclosingFunction } from "../../../../tree-shapes.ts"
import { shownValue } from "../../../shown-value.ts"

const follows = /\bO_(?:TRUNC|CREAT)\b/

/** Lock files that are opened through a link that somebody else put there. */
export function isFollowedLock({ args: [target], node }: Call): boolean {
  const fn = enclosingFunction(node)
  if (fn === undefined || !/lock|pid_?file/i.test(target?.text ?? "")) return false
  return follows.test(fn.text) && !/\bO_(?:NOFOLLOW|EXCL)\b|islink|lstat/.test(fn.text)
}

/** Files that everybody may read until their permissions are changed: `open`, write, then `chmod`. */
export function closedTooLate(code: CodeView): readonly CodeNode[] {
  return code.calls.filter((call) => isClosing(call, code)).map(({ node }) => node)
}

function isClosing({ path, args: [target, mode], node }: Call, code: CodeView): boolean {
  if (path !== "os.chmod" || target === undefined || mode === undefined) return false
  const shown = shownValue(code, mode)
  if (
    !/^0o?[0-7]?[4-7]00$/.test(shown) &&
    !/^(?:stat\.)?S_I(?:RUSR|WUSR|RWXU)(?: \| (?:stat\.)?S_I(?:RUSR|WUSR))*$/.test(shown)
  )
    return false
  const fn = enclosingFunction(node)
  if (fn === undefined || /\bumask\(|\bopener=|mkstemp|NamedTemporaryFile|os\.open\(/.test(fn.text)) return false
  return code.calls.some(
    ({ path: opened, args, node: other }) =>
      opened === "open" &&
      other.start >= fn.start &&
      other.end < node.start &&
      args[0]?.text === target.text &&
      /^["'][wx]/.test(args[1]?.text ?? ""),
  )
}

const inTemp = /^[bf]*["']\/(?:var\/)?tmp\/[^"']*(?:%[sd]|\{)|^[bf]*["']\/(?:var\/)?tmp\/[\w.-]+["']$/

/** Files in the directory that everybody may write to, under a name that others can know. */
export function guessableNames(code: CodeView): readonly CodeNode[] {
  const kept = new Set<string>()
  for (const node of code.tree.ofKind("string")) {
    const at = node.parent?.kind === "binary_operator" ? node.parent : node
    const left = at.parent?.kind === "assignment" ? at.parent.field("left")?.text : undefined
    if (left !== undefined && inTemp.test(node.text)) kept.add(left)
  }
  return code.calls
    .filter(({ path, args: [target, mode] }) => {
      if (path !== "open" || target === undefined || !/^["'][wa]/.test(mode?.text ?? "")) return false
      return kept.has(target.text) || inTemp.test(target.text)
    })
    .map(({ node }) => node)
}
