import { makePlainWord, readStaticWord, type ShellWord } from "../reading/words/shell-word.ts"

/**
 * Names for the same thing: rules that deny one must deny all. Each row is a program, or several, and the words that
 * mean the same after its name; `…` is a group such as `pr` in `gh pr new`.
 */
const same: readonly (readonly [programs: string, ...names: string[]])[] = [
  [
    "npm pnpm yarn bun",
    "install",
    "i",
    "add",
    "in",
    "ins",
    "inst",
    "insta",
    "instal",
    "isnt",
    "isnta",
    "isntal",
    "isntall",
  ],
  ["npm pnpm yarn bun", "uninstall", "un", "unlink", "remove", "rm", "r"],
  ["npm pnpm yarn", "run", "run-script", "rum", "urn"],
  ["npm pnpm yarn", "test", "t", "tst"],
  ["npm pnpm yarn", "exec", "x"],
  ["npm pnpm yarn", "update", "up", "upgrade", "udpate"],
  ["npm pnpm yarn", "list", "ls", "ll", "la"],
  ["npm pnpm yarn", "view", "v", "info", "show"],
  ["npm pnpm", "ci", "clean-install", "ic", "install-clean", "isntall-clean"],
  ["npm", "install-test", "it"],
  ["npm", "install-ci-test", "cit"],
  ["npm", "init", "create", "innit"],
  ["npm", "config", "c"],
  ["cargo", "build", "b"],
  ["cargo", "test", "t"],
  ["cargo", "run", "r"],
  ["cargo", "check", "c"],
  ["cargo", "doc", "d"],
  ["cargo", "remove", "rm"],
  ["gh", "… create", "… new"],
  ["gh", "… list", "… ls"],
  ["gh", "extension", "extensions", "ext"],
  ["gh", "codespace", "cs"],
  ["gh", "repo rename", "rename"],
  ["gh", "pr checkout", "pr co", "co"],
  ["git", "remote remove", "remote rm"],
  ["git", "add", "stage"],
  ["git", "push", "send-pack"],
  ["helm", "uninstall", "un", "del", "delete"],
  ["helm", "list", "ls"],
  ["helm", "dependency", "dep", "dependencies"],
  ["docker podman", "rm", "container rm", "container remove"],
  ["docker podman", "rmi", "image rm", "image remove"],
  ["docker podman", "ps", "container ls", "container list", "container ps"],
  ["docker podman", "images", "image ls", "image list"],
  ...["run", "exec", "start", "stop", "restart", "kill", "create", "cp", "commit", "attach", "logs", "export"].map(
    (name) => ["docker podman", name, `container ${name}`] as const,
  ),
  ...["push", "pull", "build", "load", "save", "import", "tag"].map(
    (name) => ["docker podman", name, `image ${name}`] as const,
  ),
  ["docker", "build", "buildx build", "builder build"],
  ["kubectl", "delete", "del"],
  ["pip pip3", "install", "add"],
]

/** The same command by other names, as deny rules must see it. */
export function listSameCommands(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const texts = words.slice(0, 3).map((word) => readStaticWord(word))
  const [program = "", first = "", second = ""] = texts
  if (program === "yarn" && words.length === 1) return [[...words, makePlainWord("install")]]
  const dashed = /^[a-z]/.test(first) ? [[makePlainWord(`${program}-${first}`), ...words.slice(2)]] : []
  const others = same.flatMap(([programs, ...names]) => {
    if (!programs.split(" ").includes(program)) return []
    const own = names.find((name) => isWritten(name, first, second))
    if (own === undefined) return []
    const rest = words.slice(1 + own.split(" ").length)
    return names
      .filter((name) => name !== own)
      .map((name) => [makePlainWord(program), ...name.replace("…", first).split(" ").map(makePlainWord), ...rest])
  })
  return [...dashed, ...others]
}

function isWritten(name: string, first: string, second: string): boolean {
  const [one = "", two] = name.split(" ")
  if (one !== "…" && one !== first) return false
  return two === undefined || two === second
}

/** Other names of a program: its versions, and the names that systems give it. */
export function listSamePrograms(name: string): readonly string[] {
  const [, base = ""] = /^(python|pip|node|nodejs|ruby|perl|php|lua|gcc|g\+\+|clang)[\d.-]*$/.exec(name) ?? []
  if (base === "python" || base === "pip") return [base, `${base}2`, `${base}3`]
  if (base === "node" || base === "nodejs") return ["node", "nodejs"]
  return base === "" || base === name ? [] : [base]
}
