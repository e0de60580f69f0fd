import type { WireStart } from "./wire.ts"

/**
 * A page and the server show each other that they have the key that came with the address, before anything else is
 * said. Browsers send the cookie to each port of a machine, but keep this key for one; and the key itself is never sent.
 * So a program that listens here while the server does not run is told nothing, and is not believed.
 */

const KEY = "skillet-key"
const FRAGMENT = "#key="

/** Takes the key out of the address and keeps it, before anything else sees the address. */
export function takeKey(): void {
  if (!location.hash.startsWith(FRAGMENT)) return
  localStorage.setItem(KEY, location.hash.slice(FRAGMENT.length))
  history.replaceState(null, "", location.pathname + location.search)
}

let proof: Promise<string> | undefined

/** The proof for the server as it was last started. */
export function prove(): Promise<string> {
  if (proof !== undefined) return proof
  const made = makeProof()
  proof = made
  made.catch(() => forgetProof())
  return made
}

/** The server may have been started again. */
export function forgetProof(): void {
  proof = undefined
}

/** Where a request cannot have a header of ours. */
export async function addProof(path: string): Promise<string> {
  return `${path}${path.includes("?") ? "&" : "?"}proof=${await prove()}`
}

/** What answers here and this page have no key in common. */
export class StrangerError extends Error {}

async function makeProof(): Promise<string> {
  const key = localStorage.getItem(KEY)
  if (key === null) throw new StrangerError()
  const word = toHex(crypto.getRandomValues(new Uint8Array(16)))
  const answer = await fetch(`/api/start?word=${word}`)
  const { start, proof: given } = (await answer.json()) as Partial<WireStart>
  if (given !== (await sign(key, `server ${start} ${word}`))) throw new StrangerError()
  return sign(key, `page ${start}`)
}

async function sign(key: string, text: string): Promise<string> {
  const encode = (some: string) => new TextEncoder().encode(some)
  const made = await crypto.subtle.importKey("raw", encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", made, encode(text))))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}
