import fs from "node:fs"
import path from "node:path"
import { rewriteFile } from "../../system/files/replace-file.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isSkilletOnPath } from "../../system/programs/is-skillet-on-path.ts"
import type { HookInstall, HookWanted } from "../hooks/hook-install.ts"
import { noPlaceError } from "../hooks/no-place-error.ts"
import { editHookSettings } from "../hooks/edit-hook-settings.ts"
import { type HookFile, type HookHost, hookFiles } from "../hooks/hook-files.ts"
import { hasOwnHooks, type HookSettings, readHookSettings } from "../hooks/hook-settings.ts"
import { type HookPlace, planHookFiles } from "../hooks/plan-hook-files.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { findHome } from "../../system/own-files.ts"
import type { Wake } from "./open-wake.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"

/** Plans the change to a host's files. Nothing is written. */
export async function planHooks(wake: Wake, { host, ...asked }: HookWanted): Promise<HookInstall> {
  if (host !== "opencode") return planSettingsHooks(wake, { host, ...asked })
  const { planOpencodeHooks } = await import("./plan-opencode-hooks.ts")
  return planOpencodeHooks(wake, asked)
}

interface SettingsHooksWanted extends HookWanted {
  readonly host: HookHost
}

function planSettingsHooks({ directory, options, program }: Wake, asked: SettingsHooksWanted): HookInstall {
  const { host: name, ...wanted } = asked
  const env = options.env ?? process.env
  const host = hookFiles[name]
  const files = locateHookFiles(host, { env, directory })
  const plugin = wanted.isUndo ? undefined : findPluginHooks(host, { env, directory })
  if (plugin !== undefined && wanted.isEnforced !== true) return { files: [], notes: [], plugin }
  const read = (place: HookPlace) => readSettingsFile(files[place])
  const plan = planHookFiles({
    ...wanted,
    host,
    program,
    hasPlugin: plugin !== undefined,
    isOnPath: isSkilletOnPath(env, directory),
    read: (place) => read(place).settings,
  })
  switch (plan.kind) {
    case "no-place":
      throw noPlaceError({ title: host.title, file: `${host.folder}/${host.name}` })
    case "wrong":
      throw unreadable(files[plan.place], plan.wrong)
    case "changes":
      return {
        files: plan.changes.map(({ place, lines, settings }) => {
          const { file, text } = read(place)
          const isRemoved = Object.keys(settings).length === 0 && file === files[place]
          return { file, lines, text: isRemoved ? undefined : editHookSettings(text, settings) }
        }),
        notes: plan.notes,
      }
  }
}

interface HookSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly directory: string
}

function locateHookFiles(host: HookFile, { env, directory }: HookSurroundings): Readonly<Record<HookPlace, string>> {
  return {
    shared: path.join(directory, host.folder, host.name),
    local: path.join(directory, host.folder, host.local ?? host.name),
    user: path.join(locateUserFolder(host, env), host.name),
  }
}

function locateUserFolder({ variable, moves, folder }: HookFile, env: HookSurroundings["env"]): string {
  const moved = requireAbsolute(env[variable])
  if (moved !== undefined) return moves === "home" ? path.join(moved, folder) : moved
  return path.join(findHome(env), folder)
}

/** The settings files of Claude Code that have our hooks. */
export function findOwnHooks(around: HookSurroundings): readonly string[] {
  const files = Object.values(locateHookFiles(hookFiles.claude, around))
  return files.filter((file) => hasOwnHooks(readSettingsFile(file).settings))
}

/** The file with our hooks in the plugin that `init --skills` wrote, in the project or for the user. */
function findPluginHooks(host: HookFile, { env, directory }: HookSurroundings): string | undefined {
  if (host.plugin === undefined) return undefined
  const folders = [path.join(directory, host.folder), locateUserFolder(host, env)]
  const files = folders.map((folder) => path.join(folder, host.plugin ?? ""))
  return files.find((file) => fs.existsSync(file) && hasOwnHooks(readSettingsFile(file).settings))
}

export function applyHooks({ files }: HookInstall): void {
  for (const { file, text } of files) {
    if (text === undefined) fs.rmSync(file)
    else {
      makeDirectory(path.dirname(file))
      rewriteFile(file, text)
    }
  }
}

function readSettingsFile(named: string): HookSettings & { readonly file: string; readonly text: string | undefined } {
  const file = throughLink(named)
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined
  const found = readHookSettings(text)
  if ("wrong" in found) throw unreadable(file, found.wrong)
  return { ...found, file, text }
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
