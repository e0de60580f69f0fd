import { cutAtWord, cutToWidth, padToWidth, measureWidth } from "../../text/measure-width.ts"

export interface Column<T> {
  readonly title: string
  readonly text: (row: T) => string
  readonly align?: "right"
  /** Takes the rest of the width, and is cut there. One per table. */
  readonly fills?: true
  /** A column that fills the rest needs at least this much; other columns are left out before it gets less. */
  readonly least?: number
  /** Never wider than this. */
  readonly most?: number
  /** Left out if there is no room for all columns, lowest number first. */
  readonly drops?: number
  /** A text that would take more than half of the width gets its own line, with the other cells below it. */
  readonly ownLine?: true
}

/** The minimum width of a column that fills the rest. */
const LEAST_ROOM = 12

/** Half of the width: a wider text would leave no room for the other columns. */
const MOST_OF_WIDTH = 0.5

/** Rows as aligned columns, cut to the width. A column that is empty in every row, or has no room, is left out. */
export function renderTable<T>(rows: readonly T[], columns: readonly Column<T>[], width: number): readonly string[] {
  const drawn = withRoom(
    columns
      .map((column) => ({
        column,
        cells: rows.map((row) => cutToWidth(column.text(row), column.most ?? Number.POSITIVE_INFINITY)),
      }))
      .filter(({ cells }) => cells.some((cell) => cell !== ""))
      .map((column) => ({
        ...column,
        width: column.cells
          .filter((cell) => !isTooLong(column.column, cell, width))
          .reduce((most, cell) => Math.max(most, measureWidth(cell)), column.column.title.length),
      })),
    width,
  )
  const fixed = drawn.filter(({ column }) => column.fills !== true).reduce((sum, column) => sum + column.width + 2, 0)
  const room = Math.max(LEAST_ROOM, width - fixed)
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => {
        const { column, width: wide } = drawn[at] as (typeof drawn)[number]
        if (column.fills === true) return cutAtWord(text, room)
        return column.align === "right"
          ? " ".repeat(Math.max(0, wide - measureWidth(text))) + text
          : padToWidth(text, wide)
      })
      .join("  ")
      .trimEnd()
  return [
    line(drawn.map(({ column }) => column.title)),
    ...rows.flatMap((_, at) => {
      const texts = drawn.map(({ cells }) => cells[at] ?? "")
      const long = drawn.findIndex(({ column }, place) => isTooLong(column, texts[place] ?? "", width))
      if (long === -1) return [line(texts)]
      const rest = line(texts.with(long, ""))
      return [texts[long] ?? "", ...(rest === "" ? [] : [rest])]
    }),
  ]
}

function isTooLong({ ownLine }: Pick<Column<never>, "ownLine">, text: string, width: number): boolean {
  return ownLine === true && measureWidth(text) > width * MOST_OF_WIDTH
}

function withRoom<
  T extends { readonly column: Pick<Column<never>, "fills" | "drops" | "least">; readonly width: number },
>(drawn: readonly T[], width: number): readonly T[] {
  const wanted = drawn.reduce(
    (sum, { column, width: own }) =>
      sum + (column.fills === true ? Math.min(own, column.least ?? LEAST_ROOM) : own + 2),
    0,
  )
  const droppable = drawn.filter(({ column }) => column.drops !== undefined)
  const first = droppable.sort((a, b) => (a.column.drops ?? 0) - (b.column.drops ?? 0))[0]
  if (wanted <= width || first === undefined) return drawn
  return withRoom(
    drawn.filter((column) => column !== first),
    width,
  )
}
