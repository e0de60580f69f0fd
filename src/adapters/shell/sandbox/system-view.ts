import fs from "node:fs"
import path from "node:path"
import type { SystemMount } from "./bubblewrap.ts"

const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"]

/** Names of users and hosts, the loader's own, the time zone; never keys, passwords or settings of services. */
const settings = [
  "/etc/alternatives",
  "/etc/group",
  "/etc/hosts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/nsswitch.conf",
  "/etc/passwd",
]

/** How hosts are found, and certificates. */
const networkSettings = [
  "/etc/gai.conf",
  "/etc/host.conf",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/certs",
  "/etc/protocols",
  "/etc/resolv.conf",
  "/etc/services",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
]

interface SystemView {
  readonly mounts: readonly SystemMount[]
  readonly networkMounts: readonly SystemMount[]
}

/** The parts of this machine that programs in a sandbox need. Each costs a sandbox a part of a millisecond. */
export function systemView(): SystemView {
  return { mounts: [...programs, ...settings].flatMap(present), networkMounts: networkSettings.flatMap(present) }
}

/** Most systems have links where others have folders (/bin leads to usr/bin); a link out of /usr is shown as a file. */
function present(at: string): readonly SystemMount[] {
  if (!fs.existsSync(at)) return []
  const link = fs.lstatSync(at).isSymbolicLink() ? fs.readlinkSync(at) : undefined
  const isShown = link !== undefined && path.resolve(path.dirname(at), link).startsWith("/usr/")
  return isShown ? [{ at, link }] : [{ at }]
}
