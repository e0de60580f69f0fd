import { createHmac, timingSafeEqual } from "node:crypto"

/** What a request says about where it comes from. */
export interface EntryFacts {
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  readonly origin?: string | undefined
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly site?: string | undefined
  readonly contentType?: string | undefined
  readonly cookie?: string | undefined
  /** The token of the address. */
  readonly token?: string | undefined
}

/** What a server knows about who may enter. */
export interface EntryRules {
  readonly port: number
  /** In the address that was printed last: it lets one browser in. */
  readonly token: string
  /** Of this user, kept between processes: cookies are made from it. */
  readonly secret: string
  readonly mayWrite: boolean
}

export type Entry =
  | { readonly kind: "enter" }
  /** The token was right: the cookie is set, and the page is asked for again without it. */
  | { readonly kind: "exchange"; readonly cookie: string }
  /** This browser was let in before: it needs no token, and uses none up. */
  | { readonly kind: "strip" }
  | {
      readonly kind: "refuse"
      readonly status: 403 | 405 | 415
      readonly code: string
      readonly message: string
      readonly next: string
    }

const NAMES = ["127.0.0.1", "localhost", "[::1]"]
const READING = ["GET", "HEAD"]

/**
 * Who may enter. In this order:
 *
 * 1. The host must be this machine by a name of its own: a foreign name that leads here is another site's attempt.
 * 2. A request that says where it comes from must come from this very address, with its port.
 * 3. The token of the address is exchanged for a cookie. Without one of the two nobody gets anything, not even a page.
 * 4. Changing something needs JSON from our own page, and a server that is not read-only.
 */
export function decideEntry(facts: EntryFacts, rules: EntryRules): Entry {
  const { method, path, host = "", origin, site, cookie, token } = facts
  const hosts = NAMES.map((name) => `${name}:${rules.port}`)
  if (!hosts.includes(host)) return refuse("web.host", `this server is not ${host === "" ? "named" : host}`)
  if (origin !== undefined && origin !== `http://${host}`)
    return refuse("web.origin", "the request comes from another page")
  const isForeign = site !== undefined && site !== "same-origin" && site !== "none"
  if (isForeign && (path.startsWith("/api/") || !READING.includes(method)))
    return refuse("web.origin", "the request comes from another page")
  const isKnown = hasSession(cookie, rules)
  if (token !== undefined && method === "GET" && isKnown) return { kind: "strip" }
  if (token !== undefined && method === "GET" && isSame(token, rules.token))
    return {
      kind: "exchange",
      cookie: `${nameCookie(rules.port)}=${makeSession(rules.secret)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
    }
  if (!isKnown)
    return refuse("web.no-session", "this browser has not been let in, or the address was used or is an old one")
  if (READING.includes(method)) return { kind: "enter" }
  if (method !== "POST") return { ...refuse("web.method", `${method} is not used here`), status: 405 }
  if (origin === undefined) return refuse("web.origin", "the request does not say which page it comes from")
  if (!/^application\/json(?:;|$)/.test(facts.contentType ?? ""))
    return { ...refuse("web.not-json", "only JSON is read"), status: 415 }
  if (!rules.mayWrite)
    return {
      ...refuse("web.read-only", "this dashboard only shows"),
      next: "start skillet serve without --read-only, or use the command line",
    }
  return { kind: "enter" }
}

function refuse(code: string, message: string): Extract<Entry, { kind: "refuse" }> {
  return { kind: "refuse", status: 403, code, message, next: "open the address that skillet serve printed last" }
}

/** Cookies do not know ports, and several servers may run: each has its own name. */
function nameCookie(port: number): string {
  return `skillet-${port}`
}

/** What a browser of this user has. It stays valid when the server is started again. */
export function makeSession(secret: string): string {
  return createHmac("sha256", secret).update("skillet serve: session 1").digest("hex")
}

function hasSession(cookie: string | undefined, { port, secret }: EntryRules): boolean {
  const name = `${nameCookie(port)}=`
  const given = (cookie ?? "").split(/;\s*/).find((one) => one.startsWith(name))
  return given !== undefined && isSame(given.slice(name.length), makeSession(secret))
}

/** Compares in a time that says nothing about where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHmac("sha256", "compare").update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
