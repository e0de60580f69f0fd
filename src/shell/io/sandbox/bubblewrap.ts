/** Which of this machine's own directories and files a sandbox shows, and what this bubblewrap can do. */
export interface SandboxSystem {
  readonly mounts: readonly SystemMount[]
  /** Needed only by commands that have the network. */
  readonly networkMounts: readonly SystemMount[]
  readonly canRefuseUserNamespaces: boolean
  readonly canLimitSize: boolean
}

export interface SystemMount {
  readonly at: string
  /** The target of a link; if absent, the file or directory itself is shown, read-only. */
  readonly link?: string
}

/** A directory of the project or of a grant. */
export interface ShownFolder {
  /** Its real path. */
  readonly from: string
  /** Where it appears: its real path, or the name by which it was requested. */
  readonly at: string
  /** kept: read-only although the directory that contains it may be written to. */
  readonly access: "read" | "write" | "kept"
}

export interface SandboxPlan {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly network: boolean
  readonly folders: readonly ShownFolder[]
}

const temporaryBytes = 512 * 1024 * 1024

/** The options of the sandbox: the command sees what is named here and nothing else of the machine. */
export function writeBubblewrapOptions(plan: SandboxPlan, system: SandboxSystem): readonly string[] {
  const { network, env, cwd } = plan
  const mounts = mountsInOrder(plan, system).flatMap(([, options]) => options)
  const variables = Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value])
  return [
    ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"],
    network ? [] : ["--unshare-net"],
    ["--uid", "65534", "--gid", "65534", "--hostname", "sandbox", "--cap-drop", "ALL"],
    system.canRefuseUserNamespaces ? ["--disable-userns"] : [],
    ["--new-session", "--die-with-parent"],
    mounts,
    // Otherwise the root user, even without capabilities, could change kernel settings below /proc/sys.
    ["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"],
    ["--clearenv", ...variables, "--chdir", cwd],
  ].flat()
}

/** What the sandbox does not cover, for people to read. */
export function listNotIsolated(system: SandboxSystem): readonly string[] {
  return [
    "memory, processor time and the number of processes",
    "system calls (they are not filtered)",
    "installed programs, user names and certificates, which can be read",
    "sockets that are in the project or in a granted directory",
    "services of this machine, for commands that were granted the network",
    ...(system.canRefuseUserNamespaces ? [] : ["user namespaces, which can be nested"]),
  ]
}

/** Every mount by its path; a directory always comes before its contents. */
function mountsInOrder(plan: SandboxPlan, system: SandboxSystem): readonly (readonly [string, readonly string[]])[] {
  const mounts = new Map<string, readonly string[]>([
    ["/proc", ["--proc", "/proc"]],
    ["/dev", ["--dev", "/dev"]],
    ["/tmp", [...(system.canLimitSize ? ["--size", String(temporaryBytes)] : []), "--tmpfs", "/tmp"]],
  ])
  const shown = [...system.mounts, ...(plan.network ? system.networkMounts : [])]
  for (const { at, link } of shown) {
    mounts.set(at, link === undefined ? ["--ro-bind", at, at] : ["--symlink", link, at])
  }
  const isSeen = ({ from, at }: Pick<ShownFolder, "from" | "at">) =>
    at !== from && [...shown, ...plan.folders].some((other) => other.at !== at && holds(other.at, at))
  for (const folder of plan.folders) {
    const { from, at } = folder
    const isKept = folder.access === "kept"
    const isWritable =
      !isKept && plan.folders.some(({ access, from: of }) => access === "write" && (of === from || holds(of, from)))
    // It is already visible by its other name if a directory shown here contains the link.
    if (!isSeen(isKept ? { from: toParentPath(from), at: toParentPath(at) } : folder))
      mounts.set(at, [isWritable ? "--bind" : "--ro-bind", from, at])
  }
  return [...mounts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function toParentPath(file: string): string {
  return file.slice(0, file.lastIndexOf("/"))
}

function holds(folder: string, file: string): boolean {
  return file.startsWith(folder === "/" ? "/" : `${folder}/`)
}
