import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findOnlyValue } from "../../../render-code-value.ts"

const decoders = /^(?:decodeURIComponent|decodeURI|unescape|unquote|unquote_plus)$/
const decoded = /\b(?:decodeURIComponent|decodeURI|querystring\.unescape|qs\.unescape|unquote(?:_plus)?)\(/
const resolved =
  /\bpath\.(?:posix\.)?(?:join|normalize|resolve|format)\(|\bos\.path\.(?:join|normpath|abspath|realpath)\(/
const joiners = /^(?:path\.(?:posix\.)?(?:join|resolve)|os\.path\.join)$/
const checked =
  /["'`/]\.\.|\\\.\\\.|\.\.(?:\/|\\|["'`])|starts_?with|\brelative\(|is_?absolute|isabs|commonpath|is_relative_to|basename|saniti[sz]|safe|file:|indexOf\(\w*(?:root|dir|base)/i

/** Paths that are decoded after they were resolved, or decoded and never looked at: `%2e%2e%2f` leads out of the directory. */
export function findDecodedPaths(code: CodeView): readonly CodeNode[] {
  return code.calls.filter((call) => isDecodedLate(call, code) || isJoinedUnseen(call, code)).map(({ node }) => node)
}

function isDecodedLate({ method, args: [first], node }: Call, code: CodeView): boolean {
  if (!decoders.test(method) || first === undefined || !resolved.test(valueText(code, first))) return false
  const fn = findEnclosingFunction(node)
  const after = (fn?.text ?? code.tree.text).slice(node.end - (fn?.start ?? 0))
  return !checked.test(after)
}

function isJoinedUnseen({ path, args, node }: Call, code: CodeView): boolean {
  if (!joiners.test(path) || args.length < 2) return false
  if (!args.slice(1).some((arg) => decoded.test(valueText(code, arg)))) return false
  return !checked.test(findEnclosingFunction(node)?.text ?? code.tree.text)
}

function valueText(code: CodeView, node: CodeNode): string {
  const shape = code.shape(node)
  if (shape.kind !== "name") return node.text
  return findOnlyValue(code, shape.name, node)?.text ?? ""
}
