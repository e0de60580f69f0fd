import fs from "node:fs"
import path from "node:path"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { openSearchPath } from "../../../system/programs/find-program.ts"
import { type CollectedOutput, collectOutput } from "../../../system/programs/start-program.ts"
import { hasSubject } from "../../source/read-attestation.ts"
import type { SourceContext } from "./opened-source.ts"

/** An archive, and the repository on GitHub whose workflows should have attested it. */
export interface AttestedArchive {
  readonly bytes: Uint8Array
  /** In hexadecimal. */
  readonly sha256: string
  readonly repository: string
  /** A bundle of Sigstore that is published beside the archive; undefined if there is none. */
  readonly readBundle: () => Promise<Uint8Array | undefined>
}

export type Attestation = { readonly checkedWith: "gh" | "cosign" } | { readonly why: string }

const MOST_BYTES = 16 * 1024 * 1024
const MOST_TIME = 60 * 1000

const passed = [
  "HOME",
  "XDG_CONFIG_HOME",
  "GH_CONFIG_DIR",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "TUF_ROOT",
  "TUF_MIRROR",
  "http_proxy",
  "https_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "no_proxy",
  "NO_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
] as const

/**
 * Asks the user's own gh, or with a bundle the user's own cosign, whether workflows of a repository attested exactly
 * these bytes. Only a clear yes counts: whatever else they answer is a reason why nothing was verified.
 */
export async function checkAttestation(archive: AttestedArchive, context: SourceContext): Promise<Attestation> {
  const { env, cache, root } = context
  const search = openSearchPath({ env, projects: [root] })
  const [gh, cosign] = [search.find("gh"), search.find("cosign")]
  if (gh === undefined && cosign === undefined) return { why: "neither gh nor cosign is installed" }
  const above = path.join(cache, "attest")
  makeDirectory(above, 0o700)
  const folder = fs.mkdtempSync(path.join(above, "archive-"))
  try {
    const file = path.join(folder, "archive")
    fs.writeFileSync(file, archive.bytes)
    const variables = Object.fromEntries(passed.map((variable) => [variable, env[variable]]))
    const run = (program: NonNullable<typeof gh>, args: readonly string[]) =>
      collectOutput(
        { program, args, search, cwd: folder, env: variables },
        { mostBytes: MOST_BYTES, milliseconds: MOST_TIME },
      )
    if (gh !== undefined) {
      const args = ["attestation", "verify", file, "--repo", archive.repository, "--format", "json"]
      const asked = await run(gh, args)
      if (asked.failure === undefined && hasSubject(asked.printed.toString("utf8"), archive.sha256))
        return { checkedWith: "gh" }
      if (cosign === undefined) return { why: explainRefusal("gh", asked) }
    }
    const bundle = await archive.readBundle()
    if (cosign === undefined || bundle === undefined) return { why: "there is no attestation that can be checked" }
    fs.writeFileSync(path.join(folder, "bundle"), bundle)
    const asked = await run(cosign, [
      "verify-blob",
      "--bundle",
      path.join(folder, "bundle"),
      "--certificate-identity-regexp",
      `^https://github\\.com/${archive.repository.replaceAll(".", "\\.")}/`,
      "--certificate-oidc-issuer",
      "https://token.actions.githubusercontent.com",
      file,
    ])
    return asked.failure === undefined ? { checkedWith: "cosign" } : { why: explainRefusal("cosign", asked) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function explainRefusal(program: string, { failure }: CollectedOutput): string {
  const [line = ""] = failure?.said.split("\n").filter((one) => /\S/.test(one)) ?? []
  return failure === undefined
    ? `${program} did not name this archive`
    : `${program}: ${line.trim() || failure.error.message}`
}
