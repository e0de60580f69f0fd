import { expect, test } from "vitest"
import {
  decideFolders,
  describeDistrust,
  type ProgramFacts,
  findDistrust,
  findStartingProject,
  type PlaceFacts,
  type SearchFacts,
} from "./search-path.ts"

const ADA = 1000
const EVE = 1001

const facts: SearchFacts = {
  user: ADA,
  system: [0],
  ownGroups: [0, ADA],
  projects: ["/home/ada/shop/web", "/home/ada/shop"],
  homes: ["/home/ada"],
  node: "/opt/node/bin",
}

/** Directories that differ from those of root with mode 755, by their paths. */
const odd: Readonly<Record<string, Partial<ProgramFacts>>> = {
  "/home/ada": { owner: ADA },
  "/home/ada/bin": { owner: ADA },
  "/home/ada/group": { owner: ADA, group: ADA, mode: 0o775 },
  "/home/ada/team": { owner: ADA, group: 50, mode: 0o775 },
  "/home/ada/open": { owner: ADA, mode: 0o777 },
  "/home/eve": { owner: EVE },
  "/tmp": { mode: 0o1777 },
  "/tmp/ada": { owner: ADA },
  "/tmp/eve": { owner: EVE },
  "/tmp/link": { nameOwner: EVE },
  "/srv": { mode: 0o777 },
  "/opt": { mode: 0o777 },
  "/wheel": { group: 0, mode: 0o775 },
  "/usr/bin/open": { mode: 0o757 },
}

function listUp(at: string): readonly string[] {
  const parts = at.split("/").slice(1)
  return ["/", ...parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`)]
}

function place(name: string, real = name): PlaceFacts {
  if (!name.startsWith("/")) return { name, way: [] }
  const way = [...new Set([...listUp(name), ...listUp(real)].filter((at) => at !== real)), real]
  const plain = { owner: 0, group: 0, mode: 0o755 }
  return {
    name,
    real,
    way: way.map((at) => ({ path: at, ...plain, nameOwner: odd[at]?.owner ?? 0, ...odd[at] })),
  }
}

test.each<[string, string, string | undefined, string?]>([
  ["a directory of the system", "/usr/bin", undefined],
  ["one's own directory", "/home/ada/bin", undefined],
  ["nvm", "/home/ada/.nvm/versions/node/v20/bin", undefined],
  ["the packages of another project", "/home/ada/tools/node_modules/.bin", undefined],
  ["the cache of npx", "/home/ada/.npm/_npx/1/node_modules/.bin", undefined],
  ["an empty entry", "", "relative"],
  ["the working directory", ".", "relative"],
  ["a relative directory", "bin", "relative"],
  ["a relative directory of packages", "node_modules/.bin", "relative"],
  ["the project itself", "/home/ada/shop", "in-project"],
  ["a directory in the project", "/home/ada/shop/.venv/bin", "in-project"],
  ["a way around", "/home/ada/bin/../shop/bin", "in-project"],
  ["a link into the project", "/home/ada/bin", "in-project", "/home/ada/shop/tools"],
  ["a link out of the project", "/home/ada/shop/bin", "in-project", "/usr/bin"],
  ["a name that begins like the project's", "/home/ada/shop-tools/bin", undefined],
  ["the project's packages", "/home/ada/shop/node_modules/.bin", "package-programs"],
  ["packages of a directory above", "/home/ada/node_modules/.bin", "package-programs"],
  ["packages of the top", "/node_modules/.bin", "package-programs"],
  ["a link to packages of a directory above", "/home/ada/bin", "package-programs", "/home/ada/node_modules/.bin"],
  ["a program in packages of a directory above", "/home/ada/node_modules/x/cli.js", "package-programs"],
  ["another user's directory", "/home/eve/bin", "others-write"],
  ["a directory that anybody can write to", "/srv", "others-write"],
  ["a directory below one", "/srv/tools/bin", "others-write"],
  ["a sticky directory: anybody can add a program", "/tmp", "others-write"],
  ["our directory in a sticky one", "/tmp/ada", undefined],
  ["another user's directory in a sticky one", "/tmp/eve", "others-write"],
  ["another user's link in a sticky one", "/tmp/link", "others-write", "/usr/bin"],
  ["a link to a directory that anybody can write to", "/home/ada/bin", "others-write", "/srv/bin"],
  ["a group with nobody else in it", "/home/ada/group", undefined],
  ["a group with others in it", "/home/ada/team", "others-write"],
  ["the group of root", "/wheel", undefined],
  ["our directory, open to all", "/home/ada/open", "others-write"],
  ["a program that others can change", "/usr/bin/open", "others-write"],
  ["where node itself is", "/opt/node/bin", undefined],
  ["beside node, below the same open directory", "/opt/other", undefined],
])("%s (%s): %s", (_, name, kind, real) => {
  expect(findDistrust(place(name, real ?? name), facts)?.kind).toBe(kind)
})

test("for root, what belongs to another user is not used", () => {
  const root: SearchFacts = { ...facts, user: 0, ownGroups: [0], homes: ["/root"], projects: ["/srv/shop"] }
  expect(findDistrust(place("/home/ada/bin"), root)).toEqual({ kind: "others-write", at: "/home/ada" })
  expect(findDistrust(place("/usr/bin"), root)).toBe(undefined)
})

test("somebody who works in their home directory, or above it, still uses what is installed there", () => {
  for (const project of ["/home/ada", "/home", "/"]) {
    const there = { ...facts, projects: [project] }
    expect(findDistrust(place("/home/ada/bin"), there)).toBe(undefined)
    expect(findDistrust(place("/usr/bin"), there)).toBe(undefined)
    expect(findDistrust(place("/node_modules/.bin"), there)?.kind).toBe("package-programs")
  }
})

test("directories keep their order, appear once by their real path, and what is refused is said", () => {
  const entries = [
    place("/home/ada/shop/node_modules/.bin"),
    place("."),
    place("/home/ada/bin"),
    place("/bin", "/usr/bin"),
    { name: "/gone", way: [] },
    place("/usr/bin"),
    place("."),
    place("/srv"),
    place(""),
  ]
  const { folders, refused } = decideFolders(entries, facts)
  expect(folders).toEqual(["/home/ada/bin", "/usr/bin"])
  expect(refused.map(describeDistrust)).toEqual([
    "/home/ada/shop/node_modules/.bin (programs of the project's packages)",
    ". (not an absolute path)",
    "/srv (another user can write to /srv)",
    "an empty entry (not an absolute path)",
  ])
  expect(describeDistrust({ name: "/p/bin", why: { kind: "in-project", project: "/p" } })).toBe(
    "/p/bin (inside the project)",
  )
})

const CLONE = "/home/ada/skillet"
test.each<[string, { script: string; real?: string; own: string; projects?: readonly string[] }, string | undefined]>([
  [
    "installed for all users",
    {
      script: "/usr/bin/skillet",
      real: "/usr/lib/node_modules/skillet/dist/cli.cjs",
      own: "/usr/lib/node_modules/skillet",
    },
    undefined,
  ],
  [
    "fetched by npx",
    {
      script: "/home/ada/.npm/_npx/1/node_modules/.bin/skillet",
      real: "/home/ada/.npm/_npx/1/node_modules/skillet/dist/cli.cjs",
      own: "/home/ada/.npm/_npx/1/node_modules/skillet",
    },
    undefined,
  ],
  [
    "the project's own",
    {
      script: "/home/ada/shop/node_modules/.bin/skillet",
      real: "/home/ada/shop/node_modules/skillet/dist/cli.cjs",
      own: "/home/ada/shop/node_modules/skillet",
    },
    "/home/ada/shop/web",
  ],
  [
    "that of a directory above",
    {
      script: "/home/ada/node_modules/skillet/dist/cli.cjs",
      own: "/home/ada/node_modules/skillet",
    },
    "/home/ada/shop/web",
  ],
  [
    "a link of the project to an installed one",
    {
      script: "/home/ada/shop/node_modules/.bin/skillet",
      real: "/usr/lib/node_modules/skillet/dist/cli.cjs",
      own: "/usr/lib/node_modules/skillet",
    },
    "/home/ada/shop/web",
  ],
  [
    "our clone, working on itself",
    {
      script: `${CLONE}/node_modules/.bin/skillet`,
      real: `${CLONE}/dist/cli.cjs`,
      own: CLONE,
      projects: [`${CLONE}/examples/shop`, CLONE],
    },
    undefined,
  ],
  ["our clone, working on another project", { script: `${CLONE}/dist/cli.cjs`, own: CLONE }, undefined],
  [
    "a copy of us in the project",
    { script: "/home/ada/shop/vendor/skillet/dist/cli.cjs", own: "/home/ada/shop/vendor/skillet" },
    "/home/ada/shop",
  ],
  [
    "a program of the project that uses us as a library",
    { script: "/home/ada/shop/server.js", own: "/home/ada/shop/node_modules/skillet" },
    undefined,
  ],
])("a Skillet that is %s", (_, { script, real = script, own, projects = facts.projects }, project) => {
  const found = findStartingProject({ script: { name: script, real, way: [] }, own }, { ...facts, projects })
  expect(found).toBe(project)
})
