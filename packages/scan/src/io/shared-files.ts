export interface SharedFiles {
  readonly bytes: SharedArrayBuffer
  readonly files: readonly {
    readonly name: string
    readonly start: number
    readonly end: number
    readonly readAs?: string | undefined
  }[]
}

interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
  readonly readAs?: string | undefined
}

/** All files in memory that the threads share: each thread can read any of them, and none is copied. */
export function shareFiles(files: readonly NamedBytes[]): SharedFiles {
  const bytes = new SharedArrayBuffer(files.reduce((sum, file) => sum + file.bytes.length, 0))
  const all = new Uint8Array(bytes)
  const places: SharedFiles["files"][number][] = []
  let start = 0
  for (const { name, bytes: own, readAs } of files) {
    all.set(own, start)
    places.push({ name, start, end: start + own.length, readAs })
    start += own.length
  }
  return { bytes, files: places }
}

/** The thread's side. */
export function openSharedFiles({ bytes, files }: SharedFiles): ReadonlyMap<string, NamedBytes> {
  return new Map(
    files.map(({ name, start, end, readAs }) => [
      name,
      { name, readAs, bytes: new Uint8Array(bytes, start, end - start) },
    ]),
  )
}
