// Loaded before the command: counts the SQL statements that go through libsql's binding, and writes them at the end of
// the process. It changes nothing about them.
const fs = require("node:fs")
const path = require("node:path")

const folder = process.env.SKILLET_STATEMENTS
const statements = new Map()
const executed = []
const open = process.dlopen

process.dlopen = function dlopen(module, ...rest) {
  open.call(process, module, ...rest)
  if (typeof module.exports.databasePrepareSync === "function") module.exports = countCalls(module.exports)
}

function countCalls(binding) {
  const note = (name) =>
    function noted(...given) {
      executed.push(statements.get(this) ?? "unknown")
      return binding[name].apply(this, given)
    }
  return {
    ...binding,
    databasePrepareSync(sql) {
      const statement = binding.databasePrepareSync.call(this, sql)
      statements.set(statement, sql)
      return statement
    },
    databaseExecSync(sql) {
      executed.push(sql)
      return binding.databaseExecSync.call(this, sql)
    },
    statementGet: note("statementGet"),
    statementRun: note("statementRun"),
    statementRowsSync: note("statementRowsSync"),
  }
}

process.on("exit", () => {
  if (folder)
    fs.writeFileSync(path.join(folder, `${process.pid}-${process.hrtime.bigint()}.json`), JSON.stringify(executed))
})
