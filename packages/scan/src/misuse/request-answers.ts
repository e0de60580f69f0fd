import type { CodeNode } from "../code-tree.ts"
import type { Call } from "../rules/code-view.ts"
import { findEnclosingFunction } from "../rules/tree-shapes.ts"

const routes = /@[\w.]*\b(?:route|get|post|put|patch|delete|api_view|csrf_exempt|login_required)\b/
const readsRequest =
  /\brequest\.(?:args|form|values|json|cookies|headers|files|data|GET|POST|COOKIES|query|match_info)\b/

/** The function in which a web framework's request is answered, in Python. */
function answeringFunction(node: CodeNode): CodeNode | undefined {
  for (let fn = findEnclosingFunction(node); fn !== undefined; fn = findEnclosingFunction(fn)) {
    const decorators =
      fn.parent?.kind === "decorated_definition" ? fn.parent.text.slice(0, fn.start - fn.parent.start) : ""
    const isView = /^\((?:self,\s*)?request\b/.test(fn.field("parameters")?.text ?? "")
    if (routes.test(decorators) || isView || readsRequest.test(fn.text)) return fn
  }
  return undefined
}

const harmlessUse =
  /etag|cache|checksum|avatar|gravatar|dedup|shard|bucket|fingerprint|jitter|delay|sample|colou?r|web_?socket|ws_key/i

/** Whether a weak hash made here is part of an answer to a request, and not about files or caches. */
export function isInAnswer({ node }: Call): boolean {
  const fn = answeringFunction(node)
  return fn !== undefined && !harmlessUse.test(fn.text)
}

const signsIn =
  /\.set_cookie\(|\bsession\b|remember|token|passw|secret|csrf|nonce|(?<![a-z])otp(?![a-z])|api_?key|auth/i

/** Whether a number made here belongs to an answer that signs a user in. */
export function isInSignIn({ node }: Call, text: string): boolean {
  const fn = answeringFunction(node)
  // Code that has a secure generator at hand uses another one where it does not matter.
  if (fn === undefined || /\bsecrets\b|\burandom\b|SystemRandom/.test(text)) return false
  const own = fn.text.replace(/\brandom\.sample\b/g, "")
  return signsIn.test(own) && !harmlessUse.test(own)
}
