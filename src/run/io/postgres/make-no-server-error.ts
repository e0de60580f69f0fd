import { SkilletError } from "../../../problem/failure.ts"

export function makeNoServerError(): SkilletError {
  return new SkilletError(
    "worker.no-server",
    "workers need a database on a PostgreSQL server, and this one is a file",
    {
      retry: "no",
      next: "give --database postgres://user@host/database, or set SKILLET_DB to it",
    },
  )
}
