import { expect, test } from "vitest"
import {
  writeBubblewrapOptions,
  listNotIsolated,
  type SandboxPlan,
  type SandboxSystem,
  type ShownFolder,
} from "./bubblewrap.ts"

const system: SandboxSystem = {
  mounts: [{ at: "/usr" }, { at: "/bin", link: "usr/bin" }],
  networkMounts: [{ at: "/etc/resolv.conf" }],
  canRefuseUserNamespaces: true,
  canLimitSize: true,
}
const plan: SandboxPlan = {
  cwd: "/tmp/project",
  env: { PATH: "/bin", EMPTY: "" },
  network: false,
  folders: [{ from: "/tmp/project", at: "/tmp/project", access: "read" }],
}

const options = (more: Partial<SandboxPlan>, on: SandboxSystem = system) =>
  ` ${writeBubblewrapOptions({ ...plan, ...more }, on).join(" ")}`.split(/ (?=--)/).slice(1)
const mounts = (folders: SandboxPlan["folders"]) =>
  options({ folders }).filter((option) => /^--(?:ro-)?bind \/(?!usr)/.test(option))

test("the options name everything that is shown, a directory before its contents, and hide the rest", () => {
  expect(options({})).toMatchInlineSnapshot(`
    [
      "--unshare-user",
      "--unshare-ipc",
      "--unshare-pid",
      "--unshare-uts",
      "--unshare-cgroup-try",
      "--unshare-net",
      "--uid 65534",
      "--gid 65534",
      "--hostname sandbox",
      "--cap-drop ALL",
      "--disable-userns",
      "--new-session",
      "--die-with-parent",
      "--symlink usr/bin /bin",
      "--dev /dev",
      "--proc /proc",
      "--size 536870912",
      "--tmpfs /tmp",
      "--ro-bind /tmp/project /tmp/project",
      "--ro-bind /usr /usr",
      "--remount-ro /proc",
      "--remount-ro /dev",
      "--remount-ro /",
      "--clearenv",
      "--setenv PATH /bin",
      "--setenv EMPTY ",
      "--chdir /tmp/project",
    ]
  `)
})

test("with the network come the files it needs", () => {
  const without = options({})
  const withNetwork = options({ network: true })
  expect(withNetwork.filter((option) => !without.includes(option))).toEqual([
    "--ro-bind /etc/resolv.conf /etc/resolv.conf",
  ])
  expect(without.filter((option) => !withNetwork.includes(option))).toEqual(["--unshare-net"])
})

test("an older bubblewrap gets no unknown options, and what is then not isolated is reported", () => {
  const old = { ...system, canRefuseUserNamespaces: false, canLimitSize: false }
  expect(options({}).filter((option) => !options({}, old).includes(option))).toEqual([
    "--disable-userns",
    "--size 536870912",
  ])
  expect(listNotIsolated(old).filter((what) => !listNotIsolated(system).includes(what))).toEqual([
    "user namespaces, which can be nested",
  ])
})

test.each<[string, SandboxPlan["folders"], readonly string[]]>([
  ["the project itself", [read("/a/b"), write("/a/b")], ["--bind /a/b /a/b"]],
  ["a part of it", [read("/a/b"), write("/a/b/out")], ["--ro-bind /a/b /a/b", "--bind /a/b/out /a/b/out"]],
  ["what it lies in", [read("/a/b"), write("/a")], ["--bind /a /a", "--bind /a/b /a/b"]],
  ["a neighbour", [read("/a/b"), write("/a/bb")], ["--ro-bind /a/b /a/b", "--bind /a/bb /a/bb"]],
])("a grant to write to %s makes that writable and nothing else", (_, folders, expected) => {
  expect(mounts(folders)).toEqual(expected)
})

test("what git and agents run from stays read-only in a directory that may be written to", () => {
  const kept = (folder: string): ShownFolder => ({ from: folder, at: folder, access: "kept" })
  expect(mounts([read("/a/b"), write("/a/b"), kept("/a/b/.git"), kept("/a/b/.claude")])).toEqual([
    "--bind /a/b /a/b",
    "--ro-bind /a/b/.claude /a/b/.claude",
    "--ro-bind /a/b/.git /a/b/.git",
  ])
  const alias: ShownFolder = { from: "/real", at: "/tmp/link", access: "write" }
  expect(mounts([write("/real"), alias, { from: "/real/.git", at: "/tmp/link/.git", access: "kept" }])).toContain(
    "--ro-bind /real/.git /tmp/link/.git",
  )
})

test("another name of a directory is shown if no shown directory contains the link", () => {
  expect(
    mounts([
      read("/a"),
      read("/real"),
      { from: "/real", at: "/a/link", access: "read" },
      { from: "/real", at: "/tmp/link", access: "read" },
      { from: "/real", at: "/bin/link", access: "read" },
    ]),
  ).toEqual(["--ro-bind /a /a", "--ro-bind /real /real", "--ro-bind /real /tmp/link"])
})

function read(folder: string): ShownFolder {
  return { from: folder, at: folder, access: "read" }
}

function write(folder: string): ShownFolder {
  return { from: folder, at: folder, access: "write" }
}
