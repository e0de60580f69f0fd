import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { splitArguments } from "../../render/split-arguments.ts"
import { findHome } from "../../system/own-files.ts"
import { isSkilletOnPath } from "../../system/programs/is-skillet-on-path.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { type ClientHost, clientFiles, listServerWords, planClientFile } from "../clients/plan-client-file.ts"
import type { HookInstall } from "../hooks/hook-install.ts"
import type { Wake } from "./open-wake.ts"

export interface ClientWanted {
  readonly host: ClientHost
  readonly isUser: boolean
  readonly isUndo: boolean
}

/** Plans the change to a client's configuration that starts our MCP server. Nothing is written; `applyHooks` does. */
export function planClient({ directory, options, program }: Wake, { host, isUser, isUndo }: ClientWanted): HookInstall {
  const env = options.env ?? process.env
  const { title, project, user, folder } = clientFiles[host]
  const base = requireAbsolute(env[folder.variable]) ?? path.join(findHome(env), folder.usual)
  const file = isUser ? path.join(base, user) : path.join(directory, project)
  const isOnPath = isSkilletOnPath(env, directory)
  const words = isOnPath || program === undefined ? ["skillet"] : splitArguments(program, false)
  const at = followLink(file)
  const text = fs.existsSync(at) ? fs.readFileSync(at, "utf8") : undefined
  const plan = planClientFile({ host, text, words: listServerWords(words, host), isUndo })
  switch (plan.kind) {
    case "none":
      return { files: [], notes: [] }
    case "wrong":
      throw new SkilletError("client.bad-settings", `${at} cannot be changed: ${plan.why}`, {
        retry: "no",
        next: `correct the file, or add the server yourself: ${listServerWords(["skillet"], host).join(" ")}`,
      })
    case "change":
      return { files: [{ file: at, text: plan.text, lines: plan.lines }], notes: isUndo ? [] : [describeNext(title)] }
  }
}

function describeNext(title: string): string {
  return `Restart ${title}; it may ask you to trust the server. What it may do is in your settings (mcp).`
}

/** Settings are often links: the target is shown and changed. */
function followLink(file: string): string {
  const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (!isLink) return file
  if (fs.existsSync(file)) return fs.realpathSync(file)
  // A file in its place could not be undone.
  throw new SkilletError("client.bad-settings", `${file} cannot be changed: it is a link to nothing`, {
    retry: "no",
    next: "remove the link, or make the file that it leads to",
  })
}
