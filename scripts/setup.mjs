// Installs if the lock file has changed since the last installation, and builds if a source has changed. It has no
// dependencies because it runs first.
import { createHash } from "node:crypto"
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamps = path.join(root, "node_modules", ".skillet-setup")

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`skillet needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(1)
}

const workspaces = namesIn("packages")
  .map((name) => `packages/${name}`)
  .filter((folder) => fs.existsSync(path.join(root, folder, "package.json")))
const manifests = ["package.json", ...workspaces.map((folder) => `${folder}/package.json`)]
const links = workspaces.map((folder) => `node_modules/${readName(folder)}`)

step(
  { name: "install", inputs: ["package-lock.json", ".npmrc", ...manifests], outputs: ["node_modules", ...links] },
  () => {
    run(
      "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
      "installing the packages of the lock file",
    )
  },
)
const code = ["src", ...workspaces.map((folder) => `${folder}/src`)]
const sources = [...code, "tsdown.config.ts", "tsconfig.json", "package-lock.json", ...manifests]
step(
  {
    name: "build",
    inputs: sources,
    outputs: ["dist/cli.cjs", "dist/cli.js", "dist/index.js", "dist/dashboard/index.html"],
  },
  () => {
    run("npm", ["run", "--silent", "build", "--", "--log-level", "error"], "building")
  },
)

function step({ name, inputs, outputs }, act) {
  const stamp = path.join(stamps, name)
  const now = digest(inputs)
  const done = fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now
  if (done && outputs.every((output) => fs.existsSync(path.join(root, output)))) return
  act()
  fs.mkdirSync(stamps, { recursive: true })
  fs.writeFileSync(stamp, now)
}

function run(command, args, what) {
  console.error(`skillet: ${what} …`)
  const env = { ...process.env, npm_config_loglevel: "error" }
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ["ignore", 2, 2] })
  if (status !== 0) {
    console.error(`skillet: ${what} failed; what went wrong is above. Fix it and run the same command again.`)
    process.exit(1)
  }
}

function digest(inputs) {
  const hash = createHash("sha256").update(process.versions.node)
  for (const file of inputs.flatMap((input) => filesOf(path.join(root, input)))) {
    hash.update(path.relative(root, file)).update("\0").update(fs.readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

function namesIn(folder) {
  const at = path.join(root, folder)
  return fs.existsSync(at) ? fs.readdirSync(at).sort() : []
}

/** The name under which npm links a workspace into node_modules. */
function readName(folder) {
  return JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8")).name
}

function filesOf(target) {
  if (!fs.existsSync(target)) return []
  if (!fs.statSync(target).isDirectory()) return [target]
  return fs
    .readdirSync(target)
    .sort()
    .filter((name) => !name.endsWith(".test.ts"))
    .flatMap((name) => filesOf(path.join(target, name)))
}
