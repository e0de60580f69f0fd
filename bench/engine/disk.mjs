import { createRequire } from "node:module"

const Connection = createRequire(import.meta.url)("libsql")

/** A connection like the one of Skillet's store: with a write-ahead log, and each commit on disk before it returns. */
export function openConnection(file) {
  const connection = new Connection(file)
  connection.exec("PRAGMA journal_mode = WAL")
  connection.exec("PRAGMA synchronous = FULL")
  return connection
}

/** Moves the log into the file, so that the file's size is what is stored. */
export function shortenLog(file) {
  const connection = new Connection(file)
  connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").raw().get([])
  connection.close()
}
