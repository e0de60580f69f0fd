/** What a row is to the lanes beside it: where some arrive, or where one is joined. */
interface LanedRow {
  readonly step?: string
  readonly leaving?: { readonly to: string; readonly isUp: boolean; readonly isEnd: boolean }
}

/** A line along the right of the drawing: all that leads to one step from below it, or from above it. */
export interface Lane {
  readonly to: string
  readonly isUp: boolean
  readonly top: number
  readonly bottom: number
  /** Where it is joined and where it arrives. */
  readonly rows: readonly number[]
  /** From 0, the nearest to the words. */
  readonly column: number
}

/** Short lanes lie inside long ones; what finds no place in so many columns gets no lane. */
export function layLanes(rows: readonly LanedRow[], columns: number): readonly Lane[] {
  const placeOf = new Map(rows.flatMap(({ step }, at) => (step === undefined ? [] : [[step, at] as const])))
  const wanted = new Map<string, Omit<Lane, "column">>()
  for (const [at, { leaving }] of rows.entries()) {
    const arrival = leaving === undefined || leaving.isEnd ? undefined : placeOf.get(leaving.to)
    if (leaving === undefined || arrival === undefined) continue
    const key = `${leaving.isUp} ${leaving.to}`
    const before = wanted.get(key)?.rows ?? [arrival]
    const joined = [...before, at]
    wanted.set(key, {
      to: leaving.to,
      isUp: leaving.isUp,
      rows: joined,
      top: Math.min(...joined),
      bottom: Math.max(...joined),
    })
  }
  const lanes: Lane[] = []
  for (const lane of [...wanted.values()].sort((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top)) {
    const isFree = (column: number) =>
      !lanes.some((other) => other.column === column && other.top <= lane.bottom && lane.top <= other.bottom)
    const column = Array.from({ length: columns }, (_, nth) => nth).find(isFree)
    if (column !== undefined) lanes.push({ ...lane, column })
  }
  return lanes
}
