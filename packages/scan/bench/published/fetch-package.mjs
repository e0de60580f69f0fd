import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/** The directory of a published version; fetched once with npm. */
export async function fetchPackage(folder, name, version) {
  const home = path.join(folder, `${name.replace("/", "__")}@${version}`)
  const inside = path.join(home, "package")
  if (fs.existsSync(inside)) return inside
  fs.mkdirSync(home, { recursive: true })
  const packed = await fetch(await addressOf(name, version))
  if (!packed.ok) throw new Error(`${name}@${version}: ${packed.status}`)
  const archive = path.join(home, "package.tgz")
  fs.writeFileSync(archive, Buffer.from(await packed.arrayBuffer()))
  // Old archives have headers that tar warns about, and directories without the right to enter them.
  execFileSync("tar", ["xzf", archive, "-C", home, "--warning=none", "--mode=u+rwX", "--no-same-owner"], {
    stdio: "ignore",
  })
  execFileSync("chmod", ["-R", "u+rwX", home])
  fs.rmSync(archive)
  const [unpacked] = fs.readdirSync(home)
  if (unpacked !== "package") fs.renameSync(path.join(home, unpacked), inside)
  return inside
}

const addresses = new Map()

async function addressOf(name, version) {
  const known = addresses.get(name) ?? tarballs(name)
  addresses.set(name, known)
  return (await known)[version].dist.tarball
}

async function tarballs(name) {
  const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim().replace(/\/$/, "")
  const headers = { accept: "application/vnd.npm.install-v1+json" }
  const answer = await fetch(`${registry}/${name.replace("/", "%2f")}`, { headers })
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return (await answer.json()).versions
}
