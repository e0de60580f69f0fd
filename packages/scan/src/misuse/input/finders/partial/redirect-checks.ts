import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

/** Names of addresses that a page is told to go to next. */
const nextPage =
  /^(?:from|next|nxt|back|goto|continue|(?:redirect|return|callback|next)_?(?:to|ur[il]|path|page|target|after)?|\w+_(?:redirect|return_to))$/i
const ofRedirects = /redirect|return_?to\b|router\.(?:push|replace)|location\.(?:href|assign|replace)/i
/** A second slash or a backslash is looked at, or the host. */
const thorough =
  /["'`]\/\/|["'`]\/\\\\|\\\\|\[\^\/|\(\?!\/|new URL\(|urlparse|urlsplit|url_has_allowed|is_safe|\.host(?:name)?\b|\.origin\b|isSafe|saniti[sz]/
const decides = /redirect|origin|referr?er|(?:safe|valid|allowed|trusted)\w*(?:url|uri|link|target)/i

/** Checks of where a redirect leads that also let other hosts pass. */
export function findPartialRedirectChecks(code: CodeView): readonly CodeNode[] {
  if (!ofRedirects.test(code.tree.text)) return []
  return code.calls
    .filter((call) => /^starts_?with$/i.test(call.method) && (isSlashOnly(call) || isPrefixOnly(call)))
    .map(({ node }) => node)
}

/** `//host` begins with a slash too. */
function isSlashOnly({ args: [first], object, node }: Call): boolean {
  if (!/^["'`]\/["'`]$/.test(first?.text ?? "") || !nextPage.test(lastWord(object?.text))) return false
  const around = readSurroundings(node)
  return ofRedirects.test(around) && !thorough.test(around)
}

/** `https://shop.example.evil.com` begins with `https://shop.example`. */
function isPrefixOnly({ args: [first], object, node }: Call): boolean {
  const prefix = first?.text.replace(/\.(?:toLowerCase|lower)\(\)$/, "") ?? ""
  const given = object?.text.replace(/\.(?:toLowerCase|lower)\(\)$/, "") ?? ""
  if (!/^(?:\w+\.)*(?:base_?url|(?:\w+_?)?origin|site_?url|app_?url|current)$/i.test(prefix)) return false
  if (!/^(?:url|uri|referr?er|redirect\w*|return\w*|origin)$/i.test(lastWord(given))) return false
  const fn = findEnclosingFunction(node)
  return namesAround(fn).some((name) => decides.test(name)) && !/\.(?:host|origin|hostname)\s*===?/.test(fn?.text ?? "")
}

const rejectsSlashes = /^\/\^?(?:\\\/){2}\/$|^["'`]\/\/["'`]$/

/** Browsers read `/\host` like `//host`. */
export function findChecksWithoutBackslash(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args: [first], object, node }) => {
      const tested =
        method === "test" ? object : /^(?:startsWith|startswith|includes)$/.test(method) ? first : undefined
      if (!rejectsSlashes.test(tested?.text ?? "")) return false
      const fn = findEnclosingFunction(node)
      const [name = ""] = namesAround(fn)
      return /safe|valid|allowed|local|relative/i.test(name) && /redirect|url|uri|return/i.test(name)
        ? !/\\\\|new URL\(|urlparse|urlsplit|\\s|\[\^/.test(fn?.text ?? "")
        : false
    })
    .map(({ node }) => node)
}

function lastWord(text = ""): string {
  return /[\w$]+$/.exec(text)?.[0] ?? ""
}

/** The function, and the one around it if it is only passed to another; with their names. */
function readSurroundings(node: CodeNode): string {
  const fn = findEnclosingFunction(node)
  if (fn === undefined) return ""
  const outer = findName(fn) === undefined ? findEnclosingFunction(fn) : undefined
  return `${namesAround(fn).join(" ")} ${(outer ?? fn).text}`
}

/** The names of the functions around a node, or of what they are stored in. */
function namesAround(fn: CodeNode | undefined): readonly string[] {
  if (fn === undefined) return []
  const outer = namesAround(findEnclosingFunction(fn))
  const own = findName(fn)
  return own === undefined ? outer : [own, ...outer]
}

function findName(fn: CodeNode): string | undefined {
  const { parent } = fn
  return (fn.field("name") ?? parent?.field("name") ?? parent?.field("key") ?? parent?.field("left"))?.text
}
