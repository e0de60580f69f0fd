import type { Cell, ReadCell } from "./decode-cells.ts"

/** The part of libsql that we use; its own types leave values and rows open. */
export interface Connection {
  readonly inTransaction: boolean
  prepare(sql: string): Statement
  exec(sql: string): void
  close(): void
}

export interface Statement {
  raw(): Statement
  get(values: readonly Cell[]): readonly ReadCell[] | undefined
  all(values: readonly Cell[]): readonly (readonly ReadCell[])[]
  run(values: readonly Cell[]): { readonly changes: number }
}
