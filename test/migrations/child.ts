import { migrate, type SubjectTables } from "../../src/system/database/migrate.ts"
import { type Database, openDatabase } from "../../src/system/database/open-database.ts"
import { runTables } from "../../src/run/io/store/run-tables.ts"
import { taskTables } from "../../src/tasks/io/store/task-tables.ts"

const subjects: Readonly<Record<string, SubjectTables>> = {
  runs: runTables,
  tasks: { subject: "tasks", version: 4, ...taskTables },
}

/** A connection that ends the process before its nth statement, counting BEGIN, COMMIT and what comes after it. */
function endBefore(database: Database, nth: number): Database {
  let count = 0
  const step = () => {
    if (++count === nth) process.kill(process.pid, "SIGKILL")
  }
  const exec = (sql: string) => {
    for (const statement of sql.split(";").filter((one) => one.trim() !== "")) {
      step()
      database.exec(statement)
    }
  }
  const writeVersion = (version: number) => {
    step()
    database.layout.writeVersion(version)
  }
  return {
    ...database,
    exec,
    layout: { ...database.layout, change: exec, writeVersion },
    write(sql, values) {
      step()
      return database.write(sql, values)
    },
    transaction(act) {
      step()
      const result = database.transaction(() => {
        const done = act()
        step()
        return done
      })
      step()
      return result
    },
  }
}

const [, , file = "", subject = "", nth = "0"] = process.argv
const tables = subjects[subject]
if (tables === undefined) throw new Error(`no subject ${subject}`)
const database = openDatabase(file, 30_000)
migrate(endBefore(database, Number(nth)), tables)
database.close()
process.stdout.write("migrated")
