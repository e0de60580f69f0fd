import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { renderHint } from "./render-hint.ts"
import { findStartCommand } from "./find-start-command.ts"

/** A machine with node, a global Skillet, a project with one of its own, and npx's cache. */
function machine() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet started-")))
  const at = (file: string) => path.join(root, file)
  const program = (file: string) => {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true })
    fs.writeFileSync(at(file), "#!/bin/sh\n", { mode: 0o755 })
  }
  const link = (file: string, to: string) => {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true })
    fs.symlinkSync(at(to), at(file))
  }
  for (const file of [
    "bin/node",
    "lib/node_modules/skillet/dist/cli.js",
    "project/node_modules/skillet/dist/cli.js",
    "repository/dist/cli.js",
  ])
    program(file)
  link("bin/skillet", "lib/node_modules/skillet/dist/cli.js")
  link("project/node_modules/.bin/skillet", "project/node_modules/skillet/dist/cli.js")
  fs.mkdirSync(at("project/src"))
  fs.writeFileSync(at("repository/package.json"), "{}")
  const cached = (hash: string, packages: readonly string[]) => {
    link(`cache/_npx/${hash}/node_modules/.bin/skillet`, "repository/dist/cli.js")
    fs.writeFileSync(at(`cache/_npx/${hash}/package.json`), JSON.stringify({ _npx: { packages } }))
    return `cache/_npx/${hash}/node_modules/.bin/skillet`
  }
  const started = (script: string, directory = "project", searched = [at("bin")]) =>
    findStartCommand(
      { script: at(script), node: at("bin/node"), path: searched.join(path.delimiter) },
      at(directory),
    ).replaceAll(root, "ROOT")
  return { at, cached, started }
}

test("a Skillet on the search path is called by its name", () => {
  const { started } = machine()
  expect(started("bin/skillet")).toBe("skillet")
  expect(started("lib/node_modules/skillet/dist/cli.js")).toBe("skillet")
})

test("a project's own Skillet is called by its path, because npx runs whatever a project has under that name", () => {
  const { at, started } = machine()
  const own = "project/node_modules/.bin/skillet"
  const npm = [at("project/node_modules/.bin"), at("bin")]
  const byPath = "node 'ROOT/project/node_modules/.bin/skillet'"
  expect(["project", "project/src", "repository"].map((folder) => started(own, folder, npm))).toEqual([
    byPath,
    byPath,
    byPath,
  ])
})

test("only in our own clone is it called through npx, which finds the clone's own program there", () => {
  const { at, cached, started } = machine()
  const own = cached("d", [at("repository")])
  expect(started(own, "repository/dist")).toBe("npx skillet")
  expect(started(own, "project")).toBe(`node 'ROOT/${own}'`)
  const linked = "repository/node_modules/.bin/skillet"
  fs.mkdirSync(path.dirname(at(linked)), { recursive: true })
  fs.symlinkSync(at("repository/dist/cli.js"), at(linked))
  expect(started(linked, "repository")).toBe("npx skillet")
  expect(started(linked, "project")).toBe(`node 'ROOT/${linked}'`)
})

test("anything else is called by its full path, with the node that runs it", () => {
  const { started } = machine()
  expect(started("repository/dist/cli.js")).toBe("node 'ROOT/repository/dist/cli.js'")
  expect(started("repository/dist/cli.js", "project", [])).toBe("'ROOT/bin/node' 'ROOT/repository/dist/cli.js'")
})

test("commands in hints start Skillet the way it was started, and nothing else in them changes", () => {
  const io = { cwd: "/p", program: () => "npx skillet" }
  expect(
    renderHint("skillet run list shows them, or (skillet workflow show x); skillet: not /bin/skillet run", io),
  ).toBe("npx skillet run list shows them, or (npx skillet workflow show x); skillet: not /bin/skillet run")
  expect(renderHint("skillet run list", { cwd: "/p" })).toBe("skillet run list")
})
