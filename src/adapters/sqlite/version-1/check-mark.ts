import fs from "node:fs"
import type { Database } from "../open-database.ts"
import { damaged } from "../store-failure.ts"
import { sumOfBytes } from "./sealed.ts"

/** Throws where the mark that version 1 wrote beside the file names a commit the file does not have. */
export function checkMark(database: Database): void {
  const file = `${database.file}-mark`
  if (!fs.existsSync(file)) return
  const [of, run, seq, sum, ...more] = fs.readFileSync(file, "latin1").trim().split(/ +/).map(Number)
  if (of !== fs.statSync(database.file).ino || run === undefined || seq === undefined || more.length > 0) return
  if (sum !== sumOfBytes([of, run, seq].map(String))) return
  const [found] = database.all("SELECT seq + 0 FROM runs WHERE number = ?", [run])
  if (Number(found?.[0] ?? -1) < seq) throw damaged(database.file, "the last changes it confirmed are missing")
}
