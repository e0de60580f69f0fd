import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { SkilletError } from "../problem/failure.ts"
import type { OpenOptions } from "../skillet/options.ts"
import { openSkillet } from "../skillet/open-skillet.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { findProject } from "../system/find-project.ts"
import { isWithin, realPath } from "../system/files/is-within.ts"

/** Opens Skillet for the directory that a call names. Nothing stays open between two calls. */
export interface Workspaces {
  /** The directory of calls that can name none: prompts, resources and the skills extension. */
  readonly own: string
  /** Acts in the project of a directory: the top of its repository, by its real path. */
  within<T>(workspace: string, act: (skillet: Skillet, top: string) => Promise<T>): Promise<T>
}

export interface WorkspaceOptions extends Omit<OpenOptions, "cwd" | "reader" | "serversOff"> {
  readonly cwd: string
  /** Only these directories and those below them; undefined: any. */
  readonly only?: readonly string[] | undefined
}

/** At most this many calls work at once; the others wait, and what does not fit any more is refused. */
const AT_ONCE = 8
const MOST_WAITING = 1000

export function openWorkspaces({ cwd, only, ...options }: WorkspaceOptions): Workspaces {
  const allowed = only?.map((directory) => findTop(path.resolve(cwd, directory)))
  const queue = openQueue(AT_ONCE, MOST_WAITING)
  const own = findTop(only?.[0] === undefined ? cwd : path.resolve(cwd, only[0]))
  return {
    own,
    within: async (workspace, act) => {
      const top = findTop(toDirectory(workspace))
      if (allowed !== undefined && !allowed.some((one) => isWithin(top, one))) throw makeNotServedError(top)
      return queue.run(async () => {
        // The skills of other servers are theirs to offer; a server in the settings may even be this one.
        const skillet = openSkillet({ ...options, cwd: top, reader: top, serversOff: true })
        try {
          return await act(skillet, top)
        } finally {
          await skillet.close()
        }
      })
    },
  }
}

function toDirectory(workspace: string): string {
  const named = workspace.startsWith("file://") ? readFileUrl(workspace) : workspace
  if (named !== undefined && path.isAbsolute(named)) return named
  throw new SkilletError("mcp.relative-workspace", `workspace: ${JSON.stringify(workspace)} is not a whole path`, {
    retry: "no",
    next: "give the whole path of the project's directory",
  })
}

/** Undefined if it names another machine, or is no URL. */
function readFileUrl(text: string): string | undefined {
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}

/** The top of the repository that a directory belongs to, or the directory itself. */
function findTop(directory: string): string {
  const real = realPath(directory)
  if (real === undefined || !fs.statSync(real).isDirectory())
    throw new SkilletError("mcp.no-workspace", `workspace: ${directory} is not a directory`, {
      retry: "no",
      next: "give the whole path of the project's directory",
    })
  return findProject(real).top
}

function makeNotServedError(top: string): SkilletError {
  return new SkilletError("mcp.workspace-not-served", `this server does not serve ${top}`, {
    retry: "no",
    next: "use a workspace that it serves, or ask the user to start it with --workspace for this one",
  })
}

interface Queue {
  run<T>(act: () => Promise<T>): Promise<T>
}

export function openQueue(atOnce: number, most: number): Queue {
  let active = 0
  const waiting: (() => void)[] = []
  return {
    async run(act) {
      if (active < atOnce) active++
      else {
        if (waiting.length >= most) throw makeBusyError(most)
        // The one that ends passes its place on.
        await new Promise<void>((resolve) => void waiting.push(resolve))
      }
      try {
        return await act()
      } finally {
        const next = waiting.shift()
        if (next === undefined) active--
        else next()
      }
    },
  }
}

function makeBusyError(most: number): SkilletError {
  return new SkilletError("mcp.busy", `more than ${most} calls are waiting`, {
    retry: "later",
    next: "wait for the answers to earlier calls, then call again",
  })
}
