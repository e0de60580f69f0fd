import type { Cell, ReadCell } from "./decode-cells.ts"
import type { Connection, Statement } from "./connection.ts"

/** The part of libsql's binding that we use: functions that take their object as `this`. */
export interface Binding {
  databaseOpen(
    ...given: [file: string, token: string, cipher: string, key: string, timeout: number, remoteKey: string]
  ): object
  databaseInTransaction(database: object): boolean
  databasePrepareSync(this: object, sql: string): object
  databaseExecSync(this: object, sql: string): void
  databaseClose(this: object): void
  statementRaw(this: object, raw: boolean): void
  statementGet(this: object, values: readonly Cell[]): readonly ReadCell[] | undefined
  statementRun(this: object, values: readonly Cell[]): { readonly changes: number }
  statementRowsSync(this: object, values: readonly Cell[]): object
  rowsNext(this: object, into: (readonly ReadCell[] | undefined)[]): void
}

/** A connection like the package's, without the package: its files take longer to load than the binding. */
export function connectBinding(binding: Binding, file: string, busyMilliseconds: number): Connection {
  const database = binding.databaseOpen(file, "", "aes256cbc", "", busyMilliseconds, "")
  return {
    get inTransaction() {
      return binding.databaseInTransaction(database)
    },
    prepare: (sql) => wrapStatement(binding, binding.databasePrepareSync.call(database, sql)),
    exec: (sql) => binding.databaseExecSync.call(database, sql),
    close: () => binding.databaseClose.call(database),
  }
}

function wrapStatement(binding: Binding, prepared: object): Statement {
  const statement: Statement = {
    raw() {
      binding.statementRaw.call(prepared, true)
      return statement
    },
    get: (values) => binding.statementGet.call(prepared, values),
    all: (values) => allRows(binding, binding.statementRowsSync.call(prepared, values)),
    run: (values) => binding.statementRun.call(prepared, values),
  }
  return statement
}

const AT_ONCE = 100

function allRows(binding: Binding, rows: object): readonly (readonly ReadCell[])[] {
  const all: (readonly ReadCell[])[] = []
  for (;;) {
    const some = Array.from<readonly ReadCell[] | undefined>({ length: AT_ONCE })
    binding.rowsNext.call(rows, some)
    for (const row of some) {
      if (row === undefined) return all
      all.push(row)
    }
  }
}
