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
  /** That the page has the key of this browser. */
  readonly proof?: string | undefined
}

/** What a server knows about who may enter. */
export interface EntryRules {
  readonly port: number
  /** In the address that was printed last: it lets one browser in. */
  readonly token: string
  /** Of this user, kept between processes: cookies and keys are made from it. */
  readonly secret: string
  /** Another one each time a server is started: proofs are made from it. */
  readonly start: string
  readonly mayWrite: boolean
}

export type Entry =
  | { readonly kind: "enter" }
  /** The token was right: the cookie is set, and the page is asked for again without it, with its key in the fragment. */
  | { readonly kind: "exchange"; readonly cookie: string; readonly key: string }
  /** This browser was let in before, and the token was used. */
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

/** What a page may ask before it can prove anything: how this server was started. */
export const START_PATH = "/api/start"

/**
 * Who may enter. In this order:
 *
 * 1. The host must be this machine by a name of its own: a foreign name that leads here is another site's attempt.
 * 2. A request that says where it comes from must come from this very address, with its port.
 * 3. The token of the address is exchanged for a cookie and a key. Without the cookie nobody gets anything, not even a
 *    page.
 * 4. The cookie alone gets the empty page and its files. Browsers send it to every port of this machine, so whatever
 *    tells something needs a proof that the page has the key, which a browser keeps for this port alone. A proof holds
 *    for one start of the server, and a page gives it only to a server that has the key as well (`proveServer`): a
 *    program that listens here later learns nothing that lets it in.
 * 5. Changing something needs JSON from our own page, and a server that is not read-only.
 */
export function decideEntry(facts: EntryFacts, rules: EntryRules): Entry {
  const { method, path, host = "", origin, site, cookie, token, proof } = facts
  const hosts = NAMES.map((name) => `${name}:${rules.port}`)
  if (!hosts.includes(host)) return refuse("web.host", `this server is not ${host === "" ? "named" : host}`)
  if (origin !== undefined && origin !== `http://${host}`)
    return refuse("web.origin", "the request comes from another page")
  const isForeign = site !== undefined && site !== "same-origin" && site !== "none"
  if (isForeign && (path.startsWith("/api/") || !READING.includes(method)))
    return refuse("web.origin", "the request comes from another page")
  if (token !== undefined && method === "GET" && isSame(token, rules.token))
    return {
      kind: "exchange",
      cookie: `${nameCookie(rules.port)}=${makeSession(rules)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
      key: makeKey(rules),
    }
  if (!hasSession(cookie, rules))
    return refuse("web.no-session", "this browser has not been let in, or the address was used or is an old one")
  if (token !== undefined && method === "GET") return { kind: "strip" }
  if (path.startsWith("/api/") && path !== START_PATH && !isSame(proof ?? "", makeProof(rules)))
    return refuse("web.no-proof", "this page has no key of this server")
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

type KeyRules = Pick<EntryRules, "port" | "secret">

/** What a browser of this user has. It stays valid when the server is started again. */
export function makeSession(rules: KeyRules): string {
  return derive(rules, "session 2")
}

/** What the pages of a browser keep beside the cookie, where only pages of this port can read it. */
export function makeKey(rules: KeyRules): string {
  return derive(rules, "key 1")
}

type StartRules = KeyRules & Pick<EntryRules, "start">

/** What a page sends with each request: its key, and how this server was started. */
export function makeProof(rules: StartRules): string {
  return sign(rules, `page ${rules.start}`)
}

/** What the server says to a page that asks with a word of its own, and another program could not. */
export function proveServer(rules: StartRules, word: string): string {
  return sign(rules, `server ${rules.start} ${word}`)
}

function sign(rules: KeyRules, text: string): string {
  return createHmac("sha256", makeKey(rules)).update(text).digest("hex")
}

/** What holds for one port does not hold for another, where somebody else may listen. */
function derive({ port, secret }: KeyRules, what: string): string {
  return createHmac("sha256", secret).update(`skillet serve ${port}: ${what}`).digest("hex")
}

function hasSession(cookie: string | undefined, rules: KeyRules): boolean {
  const name = `${nameCookie(rules.port)}=`
  const given = (cookie ?? "").split(/;\s*/).find((one) => one.startsWith(name))
  return given !== undefined && isSame(given.slice(name.length), makeSession(rules))
}

/** Compares in a time that says nothing about where they differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHmac("sha256", "compare").update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
