import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import vm from "node:vm"
import { expect, test } from "vitest"
import { readCodePack, writePack } from "../../src/cli/compiled/pack.ts"
import { garden, skillText } from "../plant.ts"
import { mill } from "./driven/mill.ts"
import { cli, skillet } from "./run-cli.ts"
import { describeWith, needUserIds } from "../needs.ts"

function shop() {
  const { options, at } = garden({ ...mill, "project/.agents/skills/deploy/SKILL.md": skillText("Release the shop") })
  const env = { ...options.env, SKILLET_DB: at("s.db") }
  const folder = at("cache/skillet/compiled")
  return {
    at,
    env,
    cwd: options.cwd,
    folder,
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      skillet(words, { cwd: options.cwd, env: { ...env, ...more } }),
    files: () => (fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : []),
  }
}

/** A file's identity on the disk, which changes with every write. */
function state(file: string): readonly unknown[] {
  const { ino, mtimeMs, mode } = fs.statSync(file)
  return [ino, mtimeMs, mode & 0o777, createHash("sha256").update(fs.readFileSync(file)).digest("hex")]
}

describeWith(needUserIds, "compiled code", () => {
  test("is stored by the first process, used and left unchanged by the next", () => {
    const { run, files } = shop()
    const first = run(["list"])
    const kept = files().map(state)
    const second = run(["list"])
    expect([first.code, first.err, kept.length]).toEqual([0, "", 1])
    expect(second).toEqual(first)
    expect(files().map(state)).toEqual(kept)
  })

  test.each([
    ["cut short", (file: string) => fs.truncateSync(file, 1000)],
    ["empty", (file: string) => fs.truncateSync(file, 0)],
    ["garbage", (file: string) => fs.writeFileSync(file, Buffer.alloc(100_000, 7))],
    ["changed in one place", (file: string) => changeByte(file, 100_000)],
    ["readable and writable by all", (file: string) => fs.chmodSync(file, 0o666)],
  ])("that is %s is ignored and replaced", (_, damage) => {
    const { run, files } = shop()
    const first = run(["list"])
    const [file = ""] = files()
    damage(file)
    const damaged = state(file)
    expect(run(["list"])).toEqual(first)
    expect(state(file)).not.toEqual(damaged)
    const replaced = state(file)
    expect(replaced[2]).toBe(0o600)
    expect(run(["list"])).toEqual(first)
    expect(state(file)).toEqual(replaced)
  })

  test("of another version, put where ours belongs, is refused by V8 and replaced", () => {
    const { run, files } = shop()
    const first = run(["list"])
    const [file = ""] = files()
    // V8's own mark for its version and options is in the second word of its header.
    repack(file, (code) => changed(code, 4))
    expect(run(["list"])).toEqual(first)
    const replaced = state(file)
    expect(run(["list"])).toEqual(first)
    expect(state(file)).toEqual(replaced)
  })

  test("that another user could have put there is not run", () => {
    const { run, files, folder } = shop()
    run(["list"])
    const [file = ""] = files()
    const poison = () => {
      const evil = evilCode(path.join(path.dirname(cli), "command.cjs"))
      repack(file, (code, name) => (name === "command.cjs" ? evil : code))
    }
    poison()
    expect(run(["list"]).out, "without the checks it would be").toBe("evil")
    fs.chmodSync(file, 0o622)
    expect(run(["list"]).out).toContain("deploy")
    poison()
    fs.chmodSync(folder, 0o777)
    expect(run(["list"]).out).toContain("deploy")
  })

  test("is not written if it is not wanted, has no place, or was hardly used", () => {
    const { run, files, at } = shop()
    fs.writeFileSync(at("file"), "")
    const cases = [
      run(["list"], { NODE_DISABLE_COMPILE_CACHE: "1" }),
      run(["list"], { XDG_CACHE_HOME: at("file") }),
      run(["show", "nothing-of-that-name"]),
      run(["--version"]),
    ]
    expect(cases.map(({ code, err }) => [code, err === ""])).toEqual([
      [0, true],
      [0, true],
      [1, false],
      [0, true],
    ])
    expect(files()).toEqual([])
  })

  test("is complete when many processes start at the same time, and nothing else is left", async () => {
    const { cwd, env, run, files } = shop()
    const outs = await Promise.all(Array.from({ length: 6 }, () => aside(["list"], { cwd, env })))
    expect(new Set(outs).size).toBe(1)
    expect(files().map((file) => path.basename(file).length)).toEqual([32])
    const kept = files().map(state)
    expect(run(["list"]).out).toBe(outs[0])
    expect(files().map(state)).toEqual(kept)
  })
})

test("a binding is loaded by the commands that need it and by no other", () => {
  const { run, at } = shop()
  const watch = at("watch.cjs")
  const log = at("loaded")
  fs.writeFileSync(
    watch,
    `const { dlopen } = process
     process.dlopen = function (module, file, ...rest) {
       require("node:fs").appendFileSync(${JSON.stringify(log)}, file + "\\n")
       return dlopen.call(this, module, file, ...rest)
     }`,
  )
  const loadedBy = (words: readonly string[]) => {
    fs.writeFileSync(log, "")
    const { code, err } = run(words, { NODE_OPTIONS: `--require ${watch}` })
    const files = fs.readFileSync(log, "utf8").split("\n").filter(Boolean)
    return [code, err, ...files.map((file) => /@(libsql|parcel)\//.exec(file)?.[1] ?? file)]
  }
  const without = [
    ["--version"],
    ["--help"],
    ["list"],
    ["step", "planner", "--step", "1", "--param", "task=x"],
    ["run", "report", "--help"],
  ]
  for (const words of without) expect(loadedBy(words), words.join(" ")).toEqual([0, ""])
  expect(loadedBy(["run", "list"])).toEqual([0, expect.any(String), "libsql"])
})

function aside(
  words: readonly string[],
  how: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...words], { ...how, stdio: ["ignore", "pipe", "pipe"] })
    let out = ""
    child.stdout.on("data", (text) => (out += text))
    child.stderr.on("data", (text) => (out += text))
    child.on("error", reject)
    child.on("close", (code) => resolve(`${out}exit ${code}`.replace(/exit 0$/, "")))
  })
}

function changeByte(file: string, at: number): void {
  fs.writeFileSync(file, changed(fs.readFileSync(file), at))
}

function changed(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return other
}

/** The same file with different code in it, and all checksums correct. */
function repack(file: string, change: (code: Buffer, name: string) => Buffer): void {
  const bytes = fs.readFileSync(file)
  const { maker } = JSON.parse(bytes.toString("utf8", 36, 36 + bytes.readUInt32LE(32))) as { maker: string }
  const parts = [...(readCodePack(bytes, maker) ?? [])]
  const other = parts.map(([name, part]) => [name, { ...part, code: change(part.code, name) }] as const)
  fs.writeFileSync(file, writePack(maker, new Map(other)), { mode: 0o600 })
  fs.chmodSync(file, 0o600)
}

/** Code that V8 accepts as that of a file, because it compares only the length of the source. */
function evilCode(file: string): Buffer {
  const head = "(function (exports, require, module, __filename, __dirname) { "
  const length = `${head}${fs.readFileSync(file, "utf8")}\n})`.length
  const evil = `${head}process.stdout.write("evil"); process.exit(0)`
  return new vm.Script(`${evil}${" ".repeat(length - evil.length - 2)}})`).createCachedData()
}

test("a hook loads neither the catalog, nor a YAML reader, nor the tables of programs", () => {
  const dist = path.dirname(cli)
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const text = fs.readFileSync(path.join(dist, name), "utf8")
    for (const [, next = ""] of text.matchAll(/^(?:const|let) \S+ = require\('\.\/([^']+)'\)/gm)) load(next)
  }
  for (const first of ["command.cjs", "wake.cjs"]) load(first)
  expect([...loaded].toSorted()).toEqual(["command.cjs", "rolldown-runtime.cjs", "start.cjs", "store.cjs", "wake.cjs"])
  const texts = [...loaded].map((name) => fs.readFileSync(path.join(dist, name), "utf8")).join("\n")
  expect(texts).not.toMatch(/#region (?:node_modules\/|src\/(?:catalog|shell|settings)\/)/)
})
