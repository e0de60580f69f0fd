import { createRequire } from "node:module"

const Connection = createRequire(import.meta.url)("libsql")

/** A connection as Skillet's own store has one: a log, and every commit on the disk before it is answered. */
export function openConnection(file) {
  const connection = new Connection(file)
  connection.exec("PRAGMA journal_mode = WAL")
  connection.exec("PRAGMA synchronous = FULL")
  return connection
}

/** Everything in the log goes into the file, so that its size says what is kept. */
export function shortenLog(file) {
  const connection = new Connection(file)
  connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().get([])
  connection.close()
}
