import fs from "node:fs"
import path from "node:path"
import zlib from "node:zlib"
import type { Directive } from "../../src/run/directive/directive.ts"
import type { Dispatch, AskedQuestion, Result, Run } from "../../src/run/model.ts"
import type { PastVisit } from "../../src/run/history/past-visits.ts"

/** What the previous version reported about a run of the fixture. */
export interface RecordedRun {
  readonly shown: {
    readonly run: Omit<Run, "permissions"> & { readonly allow: readonly string[] }
    readonly title: string
    readonly visits: readonly (PastVisit & { readonly digest: string; readonly answers: number })[]
    readonly questions: readonly (AskedQuestion & { readonly run: string })[]
    readonly children: readonly { readonly id: string; readonly status: string; readonly step: string }[]
    readonly spent: Run["spent"]
    readonly sharedPrefix?: number
  }
  readonly directive: Directive
  readonly text: string
  readonly xml: string
  readonly answers: readonly (Result & { readonly report: string; readonly text?: string })[]
  readonly asked: readonly Dispatch[]
  readonly questions: readonly (AskedQuestion & { readonly withdrawn?: true })[]
  readonly events: readonly {
    readonly seq: number
    readonly at: number
    readonly kind: string
    readonly data: string
  }[]
  readonly verified: { readonly holds: boolean }
}

interface Recorded {
  readonly now: number
  readonly artifacts: Readonly<Record<string, string>>
  readonly runs: Readonly<Record<string, RecordedRun>>
}

function unpacked(name: string): Buffer {
  return zlib.gunzipSync(fs.readFileSync(path.join(import.meta.dirname, name)))
}

/** See README.md. */
export const version1 = JSON.parse(unpacked("version-1.json.gz").toString()) as Recorded

/** The database of the previous version with the files next to it, in a directory. */
export function placeVersion1(folder: string): string {
  const file = path.join(folder, "skillet.db")
  fs.writeFileSync(file, unpacked("version-1.db.gz"))
  for (const [digest, text] of Object.entries(version1.artifacts)) {
    const place = path.join(folder, "artifacts", digest.slice(0, 2))
    fs.mkdirSync(place, { recursive: true })
    fs.writeFileSync(path.join(place, digest), text)
  }
  return file
}
