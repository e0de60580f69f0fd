// Installs the programs that some tests need from the system: as root on Debian; elsewhere it says what to install.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

const packages = [
  { name: "bubblewrap", program: "bwrap", why: "commands of skills run in a sandbox" },
  { name: "zsh", program: "zsh", why: "its completions are tested in the shell itself" },
  { name: "chromium", program: "chromium", why: "the dashboard is tested in a browser" },
  { name: "pgbouncer", program: "pgbouncer", why: "a pooler between workers and their server is tested with it" },
  { name: "neovim", program: "nvim", why: "the language server is tested in the editor itself" },
  { name: "fish", program: "fish", why: "its completions are tested in the shell itself" },
]

/** The installer's last output, shown only when it fails. */
let said = ""

const missing = packages.filter(({ program }) => find(program) === undefined)
const names = missing.map(({ name }) => name)
const installer = process.getuid?.() === 0 && fs.existsSync("/etc/debian_version") ? find("apt-get") : undefined

if (missing.length === 0) {
  console.error("skillet: every system package is installed")
} else if (installer !== undefined) {
  console.error(`skillet: installing ${names.join(", ")} …`)
  // Without recent package lists the installation fails. Updating them takes time, so it is only done after a failure.
  if (!install()) {
    run(["update"])
    if (!install()) fail()
  }
} else {
  console.error("skillet: please install, as root, with your system's package manager:")
  for (const { name, why } of missing) console.error(`  ${name} (${why})`)
}

function install() {
  return run(["install", "--yes", "--no-install-recommends", ...names])
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const done = spawnSync(installer, ["-qq", ...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
  said = `${done.stdout ?? ""}${done.stderr ?? ""}`
  return done.status === 0
}

function fail() {
  process.stderr.write(said)
  console.error(`skillet: ${names.join(", ")} could not be installed; what went wrong is above`)
  process.exitCode = 1
}

function find(program) {
  const folders = ["/usr/bin", "/usr/sbin", ...(process.env.PATH ?? "").split(path.delimiter)].filter(path.isAbsolute)
  return folders.map((folder) => path.join(folder, program)).find(isExecutable)
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}
