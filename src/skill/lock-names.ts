/** The record of what `init` wrote into a directory. It is shared with the project, like the files it is about. */
export const RECORD_FILE = ".skillet-installed.json"

/** The file in which a project keeps what it installed. */
export const LOCK_NAME = "skillet.lock"

/** The lock file of apm. It is only read. */
export const APM_LOCK = "apm.lock.yaml"

/** Lock files of other tools that can be checked. */
export const otherLocks = {
  project: { name: "skills-lock.json", version: 1, field: "computedHash" },
  global: { name: ".skill-lock.json", version: 3, field: "skillFolderHash" },
} as const

/** The directory, from that of a project or from a user's home, in which the lock is. */
export const lockFolders = { project: "", user: ".agents" } as const
