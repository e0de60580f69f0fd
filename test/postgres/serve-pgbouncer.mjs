// PgBouncer in front of a server, in the pool mode that its command line names. It ends with the process that started it.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import net from "node:net"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

const [program, target, mode, ...settings] = process.argv.slice(2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-pgbouncer-"))
const port = await findPort()
// The password of each role of the tests is its name.
const names = ["postgres", "ann", "runner"]
write("users.txt", names.map((name) => `"${name}" "${name}"`).join("\n"))
write(
  "pgbouncer.ini",
  [
    "[databases]",
    `* = host=127.0.0.1 port=${target}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${folder}/users.txt`,
    `pool_mode = ${mode}`,
    "max_client_conn = 500",
    ...settings,
  ].join("\n"),
)
const pooler = spawn(program, [path.join(folder, "pgbouncer.ini")], { stdio: "ignore", ...findUser() })
pooler.once("exit", () => process.exit(1))
process.on("disconnect", end)
await waitForPort()
process.send({ port })

function end() {
  pooler.removeAllListeners("exit")
  pooler.kill("SIGKILL")
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

function write(name, text) {
  fs.writeFileSync(path.join(folder, name), `${text}\n`, { mode: 0o644 })
}

/** It refuses to run as root. */
function findUser() {
  if (process.getuid?.() !== 0) return {}
  fs.chmodSync(folder, 0o755)
  const read = (what) => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }))
  return { uid: read("-u"), gid: read("-g") }
}

async function findPort() {
  const taken = net.createServer().listen(0, "127.0.0.1")
  await once(taken, "listening")
  const { port: free } = taken.address()
  taken.close()
  await once(taken, "close")
  return free
}

async function waitForPort() {
  for (;;) {
    const socket = net.connect(port, "127.0.0.1")
    const isThere = await once(socket, "connect").then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await sleep(20)
  }
}
