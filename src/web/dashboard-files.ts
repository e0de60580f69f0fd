import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../problem/failure.ts"

/** A file of the pages. Only these are served, and a request never becomes a path. */
export interface DashboardFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
}

export interface DashboardFiles {
  readonly page: DashboardFile
  /** By their name in addresses; the name changes with the content. */
  readonly assets: ReadonlyMap<string, DashboardFile>
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
}

/** The build puts the pages beside the code of the command. */
export function locateDashboard(): string {
  return path.join(import.meta.dirname, "dashboard")
}

/** Reads the pages as they were built, once. */
export function readDashboardFiles(folder: string): DashboardFiles {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  const read = (name: string): DashboardFile => ({
    body: new Uint8Array(fs.readFileSync(path.join(folder, name))),
    type: TYPES[path.extname(name)] ?? "application/octet-stream",
  })
  if (!names.includes("index.html"))
    throw new SkilletError("web.not-built", `the pages of the dashboard are not in ${folder}`, {
      retry: "no",
      next: "install Skillet again; in a clone run npm start, which builds them",
    })
  const assets = names.filter((name) => path.extname(name) in TYPES && name !== "index.html")
  return { page: read("index.html"), assets: new Map(assets.map((name) => [name, read(name)])) }
}
