import fs from "node:fs"
import path from "node:path"
import { openConnection, shortenLog } from "../disk.mjs"
import { reportText } from "../procedure.mjs"

/** The floor: the report as one row in one commit, with the same library. No state, no prompt. */
export const bareCommit = {
  id: "bare-commit",
  title: "one row, one commit",
  async open(folder) {
    const file = path.join(folder, "bare.db")
    const connection = openConnection(file)
    connection.exec("CREATE TABLE reports (number INTEGER PRIMARY KEY, text)")
    const insert = connection.prepare("INSERT INTO reports (text) VALUES (?)")
    let count = 0
    return {
      async step() {
        insert.run([reportText(count++)])
        return ""
      },
      bytes: () => (shortenLog(file), fs.statSync(file).size),
      close: () => connection.close(),
    }
  },
}
