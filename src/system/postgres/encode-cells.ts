import type { Cell, ReadCell } from "../database/decode-cells.ts"

/**
 * Every value is stored as a number or a text. PostgreSQL's texts cannot contain NUL, and bytes are not text, so both are
 * written with a mark, which no text contains unescaped.
 */
const MARK = "\uFFFE"

export function encodeCell(cell: Cell): string | number | null {
  if (typeof cell === "string")
    return /[\0\uFFFE]/.test(cell) ? cell.replaceAll(MARK, `${MARK}1`).replaceAll("\0", `${MARK}0`) : cell
  return cell instanceof Uint8Array ? `${MARK}b${Buffer.from(cell).toString("hex")}` : cell
}

export function decodeRow(row: readonly unknown[]): readonly ReadCell[] {
  return row.map((cell) => {
    if (typeof cell === "boolean") return cell ? 1 : 0
    if (typeof cell !== "string") return typeof cell === "number" ? cell : null
    if (!cell.includes(MARK)) return cell
    if (cell.startsWith(`${MARK}b`)) return Buffer.from(cell.slice(2), "hex")
    return cell.replaceAll(`${MARK}0`, "\0").replaceAll(`${MARK}1`, MARK)
  })
}
