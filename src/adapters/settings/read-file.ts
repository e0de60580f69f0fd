import fs from "node:fs"
import { SkilletError } from "../../skill/failure.ts"

const MOST = 1024 * 1024

/** The text of a settings file; undefined when there is none. */
export function readSettingsFile(file: string): string | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat === undefined || !stat.isFile()) return undefined
    if (stat.size > MOST)
      throw new SkilletError("settings.too-large", `${file} is larger than 1 MiB`, {
        retry: "no",
        next: `shorten ${file}`,
      })
    return fs.readFileSync(file, "utf8")
  } catch (error) {
    if (error instanceof SkilletError || !(error instanceof Error) || !("code" in error)) throw error
    if (error.code === "ENOTDIR") return undefined
    const how = { retry: "no", next: `check that you may read ${file}`, cause: error } as const
    throw new SkilletError("settings.unreadable", `${file} cannot be read (${error.message.replace(/,.*$/, "")})`, how)
  }
}
