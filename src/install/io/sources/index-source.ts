import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import type { LockedSource } from "../../lock/lock-file.ts"
import type { SourceSkill } from "../../source/find-offers.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import { type IndexedSkill, readIndex } from "../../source/read-index.ts"
import { digestBytes, openEntries, readArchive } from "./archive-source.ts"
import { download } from "./download.ts"
import type { LoadedSkill, OpenedSource, SourceContext } from "./opened-source.ts"

/** A site that lists skills with their digests. Only what was chosen is downloaded. */
export async function openIndexSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  const { bytes, url } = await download(spec.at, context)
  const index = readIndex(Buffer.from(bytes).toString("utf8"))
  if ("wrong" in index)
    throw new SkilletError("install.bad-index", `${spec.at} is not an index of skills: ${index.wrong}`, {
      retry: "no",
      next: "ask its author to list skills as version 0.2.0 of the format says",
    })
  const byName = new Map(index.skills.map((skill) => [skill.name, skill]))
  const load = (offer: SourceSkill) => loadIndexed(byName.get(offer.name), { at: spec.at, url, context })
  return {
    shown: spec.at,
    offers: index.skills.map(({ name }) => ({ name, path: name })),
    elsewhere: [],
    // Each has an archive of its own.
    prepare: async () => undefined,
    load,
    // The index says what they are called.
    readTexts: async () => new Map(),
  }
}

interface Indexed {
  readonly at: string
  readonly url: string
  readonly context: SourceContext
}

async function loadIndexed(skill: IndexedSkill | undefined, { at, url, context }: Indexed): Promise<LoadedSkill> {
  if (skill === undefined) throw new Error("the skill is not in the index")
  const { bytes } = await download(resolveUrl(at, skill.url), context)
  const digest = digestBytes(bytes)
  if (digest !== skill.digest)
    throw new SkilletError(
      "install.digest-differs",
      `${skill.name} has the digest ${digest}, and the index says ${skill.digest}`,
      { retry: "no", next: "tell the owner of the index; nothing was installed" },
    )
  const locate = (path: string): LockedSource => ({ type: "well-known", url, name: skill.name, digest, path })
  if (skill.type === "skill-md")
    return { source: locate("."), entries: [{ path: "SKILL.md", kind: "file", bytes, size: bytes.length }] }
  const entries = readArchive(bytes, skill.url)
  const opened = await openEntries({ shown: skill.url, entries, locate: (offer) => locate(offer.path) })
  const [offer, other] = opened.offers
  if (offer === undefined || other !== undefined)
    throw new SkilletError(
      "install.bad-archive",
      `the archive of ${skill.name} has ${opened.offers.length} skills instead of one`,
      {
        retry: "no",
        next: "tell the owner of the index; nothing was installed",
      },
    )
  return opened.load(offer)
}

/** An address in the index may be relative to it; an index on this disk has paths. */
function resolveUrl(index: string, url: string): string {
  if (/^https?:\/\//i.test(index)) return new URL(url, index).href
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return url
  const folder = url.startsWith("/")
    ? index.slice(0, -"/.well-known/agent-skills/index.json".length)
    : path.dirname(index)
  return path.join(folder, url).replace(/^(?![./~])/, "./")
}
