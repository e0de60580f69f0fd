import fs from "node:fs"

export type ReadBelow =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "link" }
  | { readonly kind: "not-a-file" }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly message: string }

const FLAGS = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK

/** Reads files below a directory. Neither the file nor a directory on the way to it may be a link. */
export function openReader(root: string): (name: Uint8Array, most: number) => ReadBelow {
  const real = Buffer.from(fs.realpathSync.native(root))
  const direct = new Map<string, boolean>()
  const isDirect = (folder: Buffer): boolean => {
    const key = folder.toString("latin1")
    const known = direct.get(key) ?? fs.realpathSync.native(folder, { encoding: "buffer" }).equals(folder)
    direct.set(key, known)
    return known
  }
  return (name, most) => {
    const file = Buffer.concat([real, Buffer.from("/"), name])
    try {
      return isDirect(file.subarray(0, file.lastIndexOf(0x2f))) ? readFile(file, most) : { kind: "link" }
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error
      if (error.code === "ELOOP") return { kind: "link" }
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return { kind: "missing" }
      return { kind: "unreadable", message: `it cannot be opened (${String(error.code)})` }
    }
  }
}

function readFile(file: Buffer, most: number): ReadBelow {
  const handle = fs.openSync(file, FLAGS)
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) return { kind: "not-a-file" }
    if (stat.size > most) return { kind: "too-large", size: stat.size }
    const bytes = fs.readFileSync(handle)
    return bytes.length > most ? { kind: "too-large", size: bytes.length } : { kind: "bytes", bytes }
  } finally {
    fs.closeSync(handle)
  }
}
