import type { SourceEntryKind } from "../../content/check-files.ts"
import { findPathFault } from "../../find-path-fault.ts"
import type { LockedSource } from "../../lock/lock-file.ts"
import { findOffers, MARKETPLACE, type SourceSkill, PLUGIN } from "../../source/find-offers.ts"
import { MOST_SKILL_FILES } from "../../../trust/combine-digests.ts"
import type { LoadedEntry, OpenedSource } from "./opened-source.ts"

/** Files by path, whatever keeps them. */
export interface SourceTree {
  readonly shown: string
  readonly entries: readonly TreeEntry[]
  /** Reads these entries, in one go. */
  read(entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, TreeFile>>
  locate(offer: SourceSkill): LockedSource
}

interface TreeFile {
  /** Absent if it is too large. */
  readonly bytes?: Uint8Array
  readonly size: number
}

export interface TreeEntry {
  readonly path: string
  readonly kind: SourceEntryKind
  /** How the tree finds it again. */
  readonly id: string
}

/** The skills of a tree, below a directory of it if one is named. */
export async function openTree(tree: SourceTree, below?: string): Promise<OpenedSource> {
  const files = tree.entries.filter(({ kind }) => kind === "file" || kind === "executable")
  const manifests = await readManifests(tree, files)
  const { offers, elsewhere } = findOffers(
    files.map(({ path }) => path).filter((path) => findPathFault(path) === undefined),
    manifests,
  )
  const isBelow = ({ path }: SourceSkill) => below === undefined || path === below || path.startsWith(`${below}/`)
  const kept = new Map<string, TreeFile>()
  const readKept = async (entries: readonly TreeEntry[]) => {
    const missing = entries.filter(({ path }) => !kept.has(path))
    return missing.length === 0 ? kept : tree.read(entries)
  }
  return {
    shown: tree.shown,
    offers: offers.filter(isBelow),
    elsewhere,
    async prepare(wanted) {
      const own = wanted.map((offer) => tree.entries.filter(({ path }) => isWithin(path, offer)))
      const all = own.filter(({ length }) => length <= MOST_SKILL_FILES).flat()
      for (const [path, file] of await tree.read(all.filter(isFile))) kept.set(path, file)
    },
    async load(offer) {
      const own = tree.entries.filter(({ path }) => isWithin(path, offer))
      // A skill with too many files is refused by their number alone, so they need not be read.
      const read = own.length > MOST_SKILL_FILES ? new Map<string, TreeFile>() : await readKept(own.filter(isFile))
      const entries = own.map((entry): LoadedEntry => {
        const { bytes, size = 0 } = read.get(entry.path) ?? {}
        return { path: cutFolder(entry.path, offer), kind: entry.kind, bytes, size }
      })
      return { source: tree.locate(offer), entries }
    },
    async readTexts(wanted) {
      const mains = new Map(wanted.map((offer) => [offer.path === "." ? "SKILL.md" : `${offer.path}/SKILL.md`, offer]))
      const read = await tree.read(files.filter(({ path }) => mains.has(path)))
      const texts = [...read].flatMap(([path, { bytes }]) => {
        const offer = mains.get(path)
        return offer === undefined || bytes === undefined ? [] : [[offer, Buffer.from(bytes).toString("utf8")] as const]
      })
      return new Map(texts)
    },
  }
}

function isFile({ kind }: TreeEntry): boolean {
  return kind === "file" || kind === "executable"
}

function isWithin(path: string, offer: SourceSkill): boolean {
  return offer.path === "." || path.startsWith(`${offer.path}/`)
}

function cutFolder(path: string, offer: SourceSkill): string {
  return offer.path === "." ? path : path.slice(offer.path.length + 1)
}

/** A manifest that is not JSON names no plugins; the skills are found without it. */
async function readManifests(tree: SourceTree, files: readonly TreeEntry[]): Promise<ReadonlyMap<string, unknown>> {
  const found = files.filter(({ path }) => path === MARKETPLACE || path === PLUGIN)
  if (found.length === 0) return new Map()
  const read = await tree.read(found)
  return new Map([...read].map(([path, { bytes }]) => [path, parse(bytes)]))
}

function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(bytes ?? []).toString("utf8"))
  } catch {
    return undefined
  }
}
