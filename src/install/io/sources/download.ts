import fs from "node:fs"
import { describeError, SkilletError } from "../../../problem/failure.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import { version } from "../../../system/version.ts"
import { locatePath } from "./folder-source.ts"
import type { SourceContext } from "./opened-source.ts"

/** A compressed archive may have this many bytes. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_TIME = 2 * 60 * 1000
const MOST_REDIRECTS = 5

export interface Downloaded {
  readonly bytes: Uint8Array
  /** As the lock keeps it. */
  readonly url: string
}

/** The bytes at an address or a path. */
export async function download(at: string, context: SourceContext): Promise<Downloaded> {
  if (/^https?:\/\//i.test(at)) return { bytes: await downloadUrl(at), url: at }
  const file = locatePath(at, context)
  if (!fs.existsSync(file.at))
    throw new SkilletError("install.no-source", `${file.at} does not exist`, { retry: "no", next: "check the path" })
  return { bytes: readSafely(fs.realpathSync(file.at), MOST_BYTES), url: file.url }
}

/** Undefined if nothing can be downloaded there. */
export async function downloadIfThere(at: string, context: SourceContext): Promise<Uint8Array | undefined> {
  try {
    return (await download(at, context)).bytes
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}

async function downloadUrl(address: string): Promise<Uint8Array> {
  let url = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    requireSafe(url)
    const response = await request(url)
    const to = response.headers.get("location")
    if (response.status >= 300 && response.status < 400 && to !== null) {
      await response.body?.cancel()
      url = new URL(to, url).href
      continue
    }
    if (!response.ok) throw makeDownloadError(address, `the server answered ${response.status}`)
    return readBody(response, address)
  }
  throw makeDownloadError(address, `it leads to more than ${MOST_REDIRECTS} other addresses`)
}

async function request(url: string): Promise<Response> {
  try {
    const headers = { "user-agent": `skillet/${version}` }
    return await fetch(url, { redirect: "manual", headers, signal: AbortSignal.timeout(MOST_TIME) })
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    throw makeDownloadError(url, describeError(cause ?? error), error)
  }
}

/** Also after a redirect: nobody on the way may change what arrives. */
function requireSafe(url: string): void {
  const { protocol, hostname } = new URL(url)
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(hostname)
  if (protocol === "https:" || (protocol === "http:" && isLoopback)) return
  throw makeDownloadError(url, "only https is used")
}

async function readBody(response: Response, address: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw makeDownloadError(address, `it has more than ${MOST_BYTES / 1024 / 1024} MiB`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function makeDownloadError(url: string, why: string, cause?: unknown): SkilletError {
  const next = "check the address, and try again"
  return new SkilletError("install.download-failed", `${url} cannot be downloaded: ${why}`, {
    retry: "later",
    next,
    cause,
  })
}
