import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { onTestFinished } from "vitest"
import type { SkilletOptions } from "../src/catalog/io/session/options.ts"

/** A file's text, its bytes, or the target of a link. */
type Planted = string | Buffer | { readonly link: string }

export interface Garden {
  readonly root: string
  readonly home: string
  readonly project: string
  /** Options for a session that sees only what was planted. */
  readonly options: SkilletOptions & { readonly cwd: string; readonly env: Readonly<Record<string, string>> }
  plant(files: Readonly<Record<string, Planted>>): void
  at(name: string): string
}

/**
 * A home directory and a project in their own directory, which is removed after the test. Names are relative to that
 * directory.
 */
export function garden(files: Readonly<Record<string, Planted>> = {}): Garden {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-test-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const at = (name: string) => path.join(root, name)
  for (const folder of ["home", "project/.git", "managed", "cache"]) fs.mkdirSync(at(folder), { recursive: true })
  const plant = (more: Readonly<Record<string, Planted>>) => {
    for (const [name, content] of Object.entries(more)) plantOne(at(name), content)
  }
  plant(files)
  const env = { HOME: at("home"), XDG_CACHE_HOME: at("cache"), PATH: process.env["PATH"] ?? "" }
  return {
    root,
    home: at("home"),
    project: at("project"),
    options: { cwd: at("project"), env, managed: at("managed"), host: "open" },
    plant,
    at,
  }
}

function plantOne(file: string, content: Planted): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (typeof content === "string" || Buffer.isBuffer(content)) fs.writeFileSync(file, content)
  else fs.symlinkSync(content.link, file)
}

/** A SKILL.md without problems. */
export function skillText(description: string, more = ""): string {
  return `---\ndescription: ${JSON.stringify(description)}\n${more}---\n\nThe body of it.\n`
}
