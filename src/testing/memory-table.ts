/** Rows in groups, in the order they were first put. What was put since the last `keep` can be taken back as a whole. */
export interface MemoryTable<Row> {
  get(group: string, id: string): Row | undefined
  of(group: string): readonly Row[]
  all(): readonly Row[]
  put(group: string, id: string, row: Row): undefined
  keep(): void
  takeBack(): void
}

export function memoryTable<Row>(): MemoryTable<Row> {
  const groups = new Map<string, Map<string, Row>>()
  const undo: (() => void)[] = []
  return {
    get: (group, id) => groups.get(group)?.get(id),
    of: (group) => [...(groups.get(group)?.values() ?? [])],
    all: () => [...groups.values()].flatMap((rows) => [...rows.values()]),
    put(group, id, row) {
      const rows = groups.get(group) ?? new Map<string, Row>()
      groups.set(group, rows)
      const before = rows.get(id)
      undo.push(() => (before === undefined ? rows.delete(id) : rows.set(id, before)))
      rows.set(id, structuredClone(row))
      return undefined
    },
    keep: () => undo.splice(0),
    takeBack: () =>
      undo
        .splice(0)
        .reverse()
        .forEach((step) => step()),
  }
}
