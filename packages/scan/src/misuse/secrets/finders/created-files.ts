import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { renderCodeValue } from "../../render-code-value.ts"

const follows = /\bO_(?:TRUNC|CREAT)\b/

/** Lock files that are opened through a link that somebody else put there. */
export function isFollowedLock({ args: [target], node }: Call): boolean {
  const fn = findEnclosingFunction(node)
  if (fn === undefined || !/lock|pid_?file/i.test(target?.text ?? "")) return false
  return follows.test(fn.text) && !/\bO_(?:NOFOLLOW|EXCL)\b|islink|lstat/.test(fn.text)
}

/** Files that everybody may read until their permissions are changed: `open`, write, then `chmod`. */
export function findLateChmods(code: CodeView): readonly CodeNode[] {
  return code.calls.filter((call) => isClosing(call, code)).map(({ node }) => node)
}

function isClosing({ path, args: [target, mode], node }: Call, code: CodeView): boolean {
  if (path !== "os.chmod" || target === undefined || mode === undefined) return false
  const shown = renderCodeValue(code, mode)
  if (
    !/^0o?[0-7]?[4-7]00$/.test(shown) &&
    !/^(?:stat\.)?S_I(?:RUSR|WUSR|RWXU)(?: \| (?:stat\.)?S_I(?:RUSR|WUSR))*$/.test(shown)
  )
    return false
  const fn = findEnclosingFunction(node)
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

/** `os.path.join(tempfile.gettempdir(), "name")`. */
const inFoundTemp =
  /^(?:os\.path\.)?join\(\s*(?:tempfile\.)?gettempdir\(\),\s*f?["'][^"'{}]*["']\s*\)$|^(?:tempfile\.)?gettempdir\(\)\s*\+\s*["'][^"']*["']$/

/** Files in the directory that everybody may write to, under a name that others can know. */
export function findGuessableNames(code: CodeView): readonly CodeNode[] {
  const texts = code.tree.ofKind("string").filter(({ text }) => inTemp.test(text))
  const calls = code.calls.filter(({ method }) => /^(?:join|gettempdir)$/.test(method)).map(({ node }) => node)
  const named = [...texts, ...calls.filter((node) => inFoundTemp.test(widenToBinary(node).text))].flatMap((node) => {
    const { parent } = widenToBinary(node)
    const left = parent?.kind === "assignment" ? parent.field("left")?.text : undefined
    if (left === undefined) return []
    return [{ left, fn: left.includes(".") ? undefined : findEnclosingFunction(node)?.start }]
  })
  return code.calls
    .filter(({ path, args: [target, mode], node }) => {
      if (path !== "open" || target === undefined || !/^["'][wa]/.test(mode?.text ?? "")) return false
      const here = findEnclosingFunction(node)?.start
      const isNamed = named.some(({ left, fn }) => left === target.text && (fn === undefined || fn === here))
      return isNamed || inTemp.test(target.text) || inFoundTemp.test(target.text)
    })
    .map(({ node }) => node)
}

/** With what is added to it. */
function widenToBinary(node: CodeNode): CodeNode {
  return node.parent?.kind === "binary_operator" ? node.parent : node
}
