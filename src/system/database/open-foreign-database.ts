import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { type Binding, connectBinding } from "./connect-binding.ts"
import type { Connection } from "./connection.ts"
import type { Cell, ReadCell } from "./decode-cells.ts"
import { findBinding, loadLibsql } from "./open-database.ts"
import { translateErrors } from "./store-failure.ts"

/** A database of another program. Nothing in it can be changed. */
export interface ForeignDatabase {
  all(sql: string, values?: readonly Cell[]): readonly (readonly ReadCell[])[]
  close(): void
}

/** Opens an existing SQLite file of another program for reading only. Everything read until it is closed is one state. */
export function openForeignDatabase(file: string, busyMilliseconds: number): ForeignDatabase {
  const connection = translateErrors(file, () => {
    const opened = connectReadOnly(`${pathToFileURL(file).href}?mode=ro`, busyMilliseconds)
    opened.exec("BEGIN")
    return opened
  })
  return {
    all: (sql, values = []) => translateErrors(file, () => connection.prepare(sql).raw().all(values)),
    close() {
      connection.exec("COMMIT")
      connection.close()
    },
  }
}

function connectReadOnly(address: string, busyMilliseconds: number): Connection {
  const binding = findBinding()
  if (binding !== undefined)
    return connectBinding(createRequire(import.meta.url)(binding) as Binding, address, busyMilliseconds)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const Library = loadLibsql() as new (file: string, options: { readonly timeout: number }) => Connection
  return new Library(address, { timeout: busyMilliseconds })
}
