import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../system/files/replace-file.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isExecutable, openSearchPath } from "../../system/programs/find-program.ts"
import { type HookFile, hookFiles } from "../hooks/hook-files.ts"
import { type HookSettings, readHookSettings } from "../hooks/hook-settings.ts"
import { type HookPlace, planHookFiles } from "../hooks/plan-hook-files.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { findHome } from "../../system/own-files.ts"
import type { Wake } from "./open-wake.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"

export interface HookInstall {
  /** Empty if there is nothing to change. */
  readonly files: readonly HookFileChange[]
  readonly notes: readonly string[]
}

export interface HookFileChange {
  readonly file: string
  /** The new content of the file; undefined if it must be removed. */
  readonly text: string | undefined
  readonly lines: readonly string[]
}

export interface HookWanted {
  readonly host: "claude" | "codex"
  readonly isUser: boolean
  readonly isUndo: boolean
  /** With the hook that restricts the main thread while a job is running. */
  readonly isEnforced?: boolean | undefined
}

/** Plans the change to a host's settings files. Nothing is written. */
export function planHooks({ directory, options, program }: Wake, asked: HookWanted): HookInstall {
  const { host: name, ...wanted } = asked
  const env = options.env ?? process.env
  const host = hookFiles[name]
  const user = requireAbsolute(env[host.variable]) ?? path.join(findHome(env), host.folder)
  const files = {
    shared: path.join(directory, host.folder, host.name),
    local: path.join(directory, host.folder, host.local ?? host.name),
    user: path.join(user, host.name),
  }
  const read = (place: HookPlace) => readSettingsFile(files[place])
  const plan = planHookFiles({
    ...wanted,
    host,
    program,
    isOnPath: isOnSearchPath(env, directory),
    read: (place) => read(place).settings,
  })
  switch (plan.kind) {
    case "no-place":
      throw noPlaceError(host)
    case "wrong":
      throw unreadable(files[plan.place], plan.wrong)
    case "changes":
      return {
        files: plan.changes.map(({ place, lines, settings }) => {
          const { file, indent } = read(place)
          const isRemoved = Object.keys(settings).length === 0 && file === files[place]
          return { file, lines, text: isRemoved ? undefined : `${JSON.stringify(settings, null, indent)}\n` }
        }),
        notes: plan.notes,
      }
  }
}

export function applyHooks({ files }: HookInstall): void {
  for (const { file, text } of files) {
    if (text === undefined) fs.rmSync(file)
    else {
      makeDirectory(path.dirname(file))
      replaceFile(file, text, { mode: fs.existsSync(file) ? fs.statSync(file).mode & 0o777 : 0o644 })
    }
  }
}

/** Programs of packages do not count: npx and npm add them only for what they start themselves. */
function isOnSearchPath(env: Readonly<Record<string, string | undefined>>, directory: string): boolean {
  const search = openSearchPath({ env, projects: [directory] })
  const folders = search.folders.filter((folder) => !folder.endsWith(path.join("node_modules", ".bin")))
  return search.find("skillet") !== undefined && folders.some((folder) => isExecutable(path.join(folder, "skillet")))
}

function readSettingsFile(named: string): HookSettings & { readonly file: string } {
  const file = throughLink(named)
  const found = readHookSettings(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined)
  if ("wrong" in found) throw unreadable(file, found.wrong)
  return { ...found, file }
}

function noPlaceError({ title, folder, name }: HookFile): SkilletError {
  return new SkilletError(
    "hook.not-on-path",
    `skillet is not on the search path, and ${title} reads the hooks of a project only from ${folder}/${name}, which is shared`,
    {
      retry: "no",
      next: "put `skillet` on the search path (outside the project), or add --user to install the hooks for all your projects",
    },
  )
}

/** Settings are often links into a directory with all of somebody's settings: the target is shown and changed. */
function throughLink(file: string): string {
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return file
  if (!fs.existsSync(file)) throw unreadable(file, "it is a link that leads nowhere")
  return fs.realpathSync(file)
}

function unreadable(file: string, why: string): SkilletError {
  return new SkilletError("hook.bad-settings", `${file} cannot be changed: ${why}`, {
    retry: "no",
    next: "correct the file, then run the same command again",
  })
}
