/** What a sandbox shows of this machine's own folders and files, and what this bubblewrap can do. */
export interface SandboxSystem {
  readonly mounts: readonly SystemMount[]
  /** Needed only by commands that have the network. */
  readonly networkMounts: readonly SystemMount[]
  readonly canRefuseUserNamespaces: boolean
  readonly canLimitSize: boolean
}

export interface SystemMount {
  readonly at: string
  /** Where a link leads; without it, the file or folder itself is shown, read-only. */
  readonly link?: string
}

/** A folder of the project's or a grant's. */
export interface ShownFolder {
  /** Its real path. */
  readonly from: string
  /** Where it is seen: its real path, or the name it was asked for by. */
  readonly at: string
  /** kept: read-only although the folder it is in may be written to. */
  readonly access: "read" | "write" | "kept"
}

export interface SandboxPlan {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly network: boolean
  readonly folders: readonly ShownFolder[]
}

const temporaryBytes = 512 * 1024 * 1024

/** The options that shut a command in: it sees what is named here and nothing else of the machine. */
export function bubblewrapOptions(plan: SandboxPlan, system: SandboxSystem): readonly string[] {
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
    // The root user, even without capabilities, may otherwise set what the kernel keeps below /proc/sys.
    ["--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"],
    ["--clearenv", ...variables, "--chdir", cwd],
  ].flat()
}

/** What shutting in does not cover, for people to read. */
export function notIsolatedBy(system: SandboxSystem): readonly string[] {
  return [
    "memory, processor time and the number of processes",
    "system calls (they are not filtered)",
    "installed programs, user names and certificates, which can be read",
    "sockets that are in the project or in a granted directory",
    "services of this machine, for commands that were granted the network",
    ...(system.canRefuseUserNamespaces ? [] : ["user namespaces, which can be nested"]),
  ]
}

/** Every mount by the place it is at, a folder always before what is in it. */
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
    // By another name it is seen already where a folder shown here holds the link.
    if (!isSeen(isKept ? { from: parentOf(from), at: parentOf(at) } : folder))
      mounts.set(at, [isWritable ? "--bind" : "--ro-bind", from, at])
  }
  return [...mounts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function parentOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"))
}

function holds(folder: string, file: string): boolean {
  return file.startsWith(folder === "/" ? "/" : `${folder}/`)
}
