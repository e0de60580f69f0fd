import type { SourceType } from "../lock/lock-file.ts"

/** What a person typed to say where skills are, before anything is resolved. */
export interface SourceSpec {
  readonly type: SourceType
  /** An address or a path; for npm the name of the package. */
  readonly at: string
  /** A branch, a tag, a commit or a range of versions. */
  readonly ref?: string | undefined
  /** The repository on GitHub that must have attested the archive. */
  readonly attestedBy?: string | undefined
  /** Exactly this one, whatever the ref means now. */
  readonly commit?: string | undefined
  /** The directory within the source to look in. */
  readonly path?: string | undefined
  /** One skill of several. */
  readonly skill?: string | undefined
}

export type ParsedSource = { readonly spec: SourceSpec } | { readonly wrong: string; readonly next: string }

export const WELL_KNOWN = "/.well-known/agent-skills/index.json"

const FORMS = "write owner/repo, a git address, a path such as ./skills, an archive, or npm:package"
const ARCHIVE = /\.(?:tgz|tar\.gz|tar|zip|skill)$/i
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/** Reads what was typed. Nothing is looked up: a path must begin with `.`, `/` or `~`, so that nothing is guessed. */
export function parseSource(typed: string): ParsedSource {
  const text = typed.trim()
  if (text === "") return { wrong: "the source is missing", next: FORMS }
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return { wrong: "the source has control characters", next: FORMS }
  if (text.startsWith("-")) return { wrong: `${text} looks like an option`, next: FORMS }
  if (/^(?:\.{1,2}(?:\/|$)|\/|~\/)/.test(text)) return parsePath(text)
  if (text.startsWith("npm:")) return parsePackage(text.slice(4))
  if (ADDRESS.test(text) || /^[\w.-]+@[\w.-]+:/.test(text)) return parseAddress(text)
  return parseShort(text.replace(/^github:/, ""))
}

function parsePath(text: string): ParsedSource {
  if (text.endsWith(WELL_KNOWN)) return { spec: { type: "well-known", at: text } }
  return { spec: { type: ARCHIVE.test(text) ? "archive" : "path", at: text } }
}

function parsePackage(text: string): ParsedSource {
  const found = /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([\w.^~<>=|* +-]+))?$/i.exec(text)
  if (found === null)
    return { wrong: `npm:${text} does not name a package`, next: "write npm:package or npm:package@^1.2" }
  return { spec: { type: "npm", at: found[1] ?? "", ref: found[2] } }
}

/** `owner/repo`, then `#ref`, then `@skill`. */
function parseShort(text: string): ParsedSource {
  const found = /^([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:#([^@\s]+))?(?:@([^@/\s]+))?$/.exec(text)
  if (found === null) return { wrong: `${text} does not say where skills are`, next: FORMS }
  const [, owner = "", repo = "", ref, skill] = found
  if (/^\.+$/.test(owner) || /^\.+$/.test(repo)) return { wrong: `${text} does not name a repository`, next: FORMS }
  return checkRef({ type: "git", at: `https://github.com/${owner}/${repo}.git`, ref, skill })
}

function parseAddress(text: string): ParsedSource {
  const plain = text.replace(/^git\+/, "")
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(plain)?.[1]?.toLowerCase() ?? "ssh"
  if (!["https", "ssh", "file"].includes(scheme) && !isLoopback(plain))
    return {
      wrong: `${scheme}:// addresses are not used, because others could change what they return`,
      next: "use https:// or ssh",
    }
  const [address = "", ref] = splitOnce(plain, "#")
  if (scheme.startsWith("http")) {
    const web = parseWeb(address, ref)
    if (web !== undefined) return web
  }
  return checkRef({ type: "git", at: address, ref })
}

function isLoopback(address: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$)/i.test(address)
}

/** Addresses that are not those of a repository: an index, an archive, or a directory shown by a code host. */
function parseWeb(address: string, ref: string | undefined): ParsedSource | undefined {
  if (!URL.canParse(address)) return { wrong: `${address} is not an address`, next: FORMS }
  const url = new URL(address)
  if (url.username !== "" || url.password !== "")
    return {
      wrong: "the address has a password in it, which the lock file would show",
      next: "let git or npm know it instead",
    }
  if (url.pathname === "/" || url.pathname === WELL_KNOWN)
    return { spec: { type: "well-known", at: `${url.origin}${WELL_KNOWN}` } }
  if (url.pathname.endsWith(WELL_KNOWN)) return { spec: { type: "well-known", at: address } }
  if (ARCHIVE.test(url.pathname)) return { spec: { type: "archive", at: address } }
  const tree = /^(\/[^/]+\/[^/]+)\/(?:-\/)?tree\/([^/]+)(?:\/(.+?))?\/?$/.exec(url.pathname)
  if (tree === null) return undefined
  const [, repository = "", branch, path] = tree
  return checkRef({ type: "git", at: `${url.origin}${repository}.git`, ref: ref ?? branch, path })
}

/** A name that git could take for an option or an expression is refused. */
function checkRef(spec: SourceSpec): ParsedSource {
  const { ref } = spec
  if (ref === undefined) return { spec }
  if (/^-|\.\.|[\s~^:?*[\\]|@\{|^$/.test(ref))
    return {
      wrong: `${ref} does not name a branch, a tag or a commit`,
      next: "write owner/repo#main, or all digits of a commit",
    }
  if (/^[0-9a-f]{7,39}$/.test(ref) && /\d/.test(ref))
    return {
      wrong: `${ref} is the beginning of a commit id`,
      next: "write all 40 digits, because a server does not look up a part",
    }
  return { spec }
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
