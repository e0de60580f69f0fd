import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../system/files/replace-file.ts"
import { SkilletError } from "../../problem/failure.ts"
import { hookFiles } from "../hooks/hook-files.ts"
import { readHookSettings, addHooks, removeHooks } from "../hooks/hook-settings.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { findHome } from "../../system/own-files.ts"
import type { Wake } from "./open-wake.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"

export interface HookInstall {
  readonly file: string
  /** The new content of the file; undefined if it must be removed. */
  readonly text: string | undefined
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

export interface HookWanted {
  readonly host: "claude" | "codex"
  readonly isUser: boolean
  readonly isUndo: boolean
  /** With the hook that restricts the main thread while a task is running. */
  readonly isEnforced?: boolean | undefined
}

/** Plans the change to a host's settings file. Nothing is written. */
export function planHooks({ directory, options, program }: Wake, asked: HookWanted): HookInstall {
  const { host, isUser, isUndo, isEnforced } = asked
  const env = options.env ?? process.env
  const { variable, folder, name, notes } = hookFiles[host]
  const user = requireAbsolute(env[variable]) ?? path.join(findHome(env), folder)
  const named = path.join(isUser ? user : path.join(directory, folder), name)
  const file = throughLink(named)
  const read = readHookSettings(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined)
  if ("wrong" in read) throw unreadable(file, read.wrong)
  const { settings, indent } = read
  const change = isUndo ? removeHooks(settings) : addHooks(settings, program, isEnforced)
  if ("wrong" in change) throw unreadable(file, change.wrong)
  const isEmpty = Object.keys(change.settings).length === 0
  const text = isUndo && isEmpty && file === named ? undefined : `${JSON.stringify(change.settings, null, indent)}\n`
  return { file, text, lines: change.lines, notes: isUndo ? [] : notes }
}

export function applyHooks({ file, text }: HookInstall): void {
  if (text === undefined) return fs.rmSync(file)
  makeDirectory(path.dirname(file))
  replaceFile(file, text, { mode: fs.existsSync(file) ? fs.statSync(file).mode & 0o777 : 0o644 })
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
