import { spawn } from "node:child_process"
import fs from "node:fs"
import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"
import { cli } from "./run-cli.ts"

/** A project with two skills installed from a directory, of which one is edited; the directory has newer versions. */
function plantEdited() {
  const place = plantProject({
    "shared/a/SKILL.md": writeSkill("a"),
    "shared/a/more/x.md": "x\n",
    "shared/b/SKILL.md": writeSkill("b"),
  })
  expect(place.run("add", "../shared", "--all", "--host", "open,claude", "--yes").code).toBe(0)
  fs.writeFileSync(
    place.at("project/.agents/skills/a/SKILL.md"),
    writeSkill("a", "One, mine.\n\nTwo.\n\nThree.\n\nFour.\n"),
  )
  place.plant({ "project/.agents/skills/a/own.txt": "own\n" })
  place.plant({
    "shared/a/SKILL.md": writeSkill("a", "One.\n\nTwo.\n\nThree.\n\nFour, newer.\n"),
    "shared/b/SKILL.md": writeSkill("b", "Newer.\n"),
  })
  return place
}

type Place = ReturnType<typeof plantEdited>

function readAll({ list, read }: Place): Readonly<Record<string, string>> {
  return Object.fromEntries(list().map((name) => [name, name.includes(" -> ") ? "" : read(name)]))
}

function copyBack(place: Place): void {
  fs.rmSync(place.at("project"), { recursive: true })
  fs.cpSync(place.at("saved"), place.at("project"), { recursive: true, verbatimSymlinks: true })
}

test("an update killed before or after any write is complete or has not happened, once the next command has run", () => {
  const place = plantEdited()
  fs.cpSync(place.at("project"), place.at("saved"), { recursive: true, verbatimSymlinks: true })
  const before = readAll(place)
  expect(place.run("update", "--yes").code).toBe(0)
  const after = readAll(place)
  expect(after).not.toEqual(before)
  const seen = new Set<string>()
  let points = 0
  for (let nth = 1; ; nth++) {
    copyBack(place)
    const { code } = place.runWith({ SKILLET_FAILPOINT: `before:install:${nth}=kill` }, "update", "--yes")
    if (code === 0) break
    points++
    expect(code).toBe(null)
    // Looking says that something is not complete, and writes nothing.
    const raw = readAll(place)
    const verified = place.run("verify", "--json")
    expect(readAll(place)).toEqual(raw)
    const isOpen = verified.out.includes('"interrupted"')
    // The next command completes it.
    place.run("sync")
    const now = readAll(place)
    const state = JSON.stringify(now) === JSON.stringify(before) ? "old" : "new"
    seen.add(`${state}${isOpen ? ", open" : ""}`)
    expect(now, `killed before write ${nth}`).toEqual(state === "old" ? before : after)
    if (state === "new") expect(place.run("verify", "--json").out).not.toContain('"changed"')
    expect(fs.readdirSync(place.at("project/.skillet/install"))).toEqual([])
  }
  expect(points).toBeGreaterThan(10)
  expect([...seen].sort()).toEqual(["new", "new, open", "old"])
})

test.each([
  ["add", ["add", "../shared", "--skill", "c", "--host", "open,claude", "--yes"]],
  ["remove", ["remove", "b"]],
  ["ci", ["ci"]],
] as const)("%s killed before any write is complete or has not happened, and lock and disk agree", (command, words) => {
  const place = plantEdited()
  place.plant({ "shared/c/SKILL.md": writeSkill("c"), "shared/c/x.md": "x\n" })
  expect(place.run("update", "--yes").code).toBe(0)
  if (command === "ci")
    for (const name of ["a", "b"]) fs.rmSync(place.at(`project/.agents/skills/${name}`), { recursive: true })
  fs.cpSync(place.at("project"), place.at("saved"), { recursive: true, verbatimSymlinks: true })
  const before = JSON.stringify(readAll(place))
  expect(place.run(...words).code).toBe(0)
  const after = JSON.stringify(readAll(place))
  expect(after).not.toBe(before)
  // Each write in test:long; here a third of them, which are others for each command.
  const step = process.env["SKILLET_KILLS"] === undefined ? 3 : 1
  let points = 0
  for (let nth = 1 + (command.length % step); ; nth += step) {
    copyBack(place)
    const { code } = place.runWith({ SKILLET_FAILPOINT: `before:install:${nth}=kill` }, ...words)
    if (code === 0) break
    points++
    // What completes it depends on the command; each begins by finishing what was decided.
    const { code: again } = place.run(...(command === "ci" ? words : ["sync"]))
    const now = JSON.stringify(readAll(place))
    expect([again, now === after || (command !== "ci" && now === before)], `killed before write ${nth}`).toEqual([
      0,
      true,
    ])
  }
  expect(points).toBeGreaterThan(5 / step)
})

test("a lock that was changed while a change was interrupted stays, and the skills go back", () => {
  const place = plantEdited()
  const before = readAll(place)
  place.runWith({ SKILLET_FAILPOINT: "before:install:9=kill" }, "update", "--yes")
  const text = place.read("skillet.lock")
  fs.writeFileSync(place.at("project/skillet.lock"), text.replace('"verdict": "none"', '"verdict": "minor"'))
  place.run("sync")
  expect(readAll(place)).toEqual({ ...before, "skillet.lock": text.replace('"verdict": "none"', '"verdict": "minor"') })
})

test("processes that add different skills at the same time all succeed, and the lock has them all", async () => {
  const names = ["a", "b", "c", "d", "e", "f"]
  const place = plantProject(Object.fromEntries(names.map((name) => [`shared/${name}/SKILL.md`, writeSkill(name)])))
  const codes = await Promise.all(names.map((name) => start(place, ["add", "../shared", "--skill", name, "--yes"])))
  expect(codes).toEqual(names.map(() => 0))
  expect(Object.keys(place.lock().skills)).toEqual(names)
  expect(place.run("verify").code).toBe(0)
})

test("of two processes that add the same name from different sources, one wins completely", async () => {
  const place = plantProject({
    "one/x/SKILL.md": writeSkill("x", "One.\n"),
    "two/x/SKILL.md": writeSkill("x", "Two.\n"),
  })
  const codes = await Promise.all(["../one", "../two"].map((source) => start(place, ["add", source, "--yes"])))
  expect(codes.toSorted()).toEqual([0, 1])
  expect(place.run("verify").code).toBe(0)
})

function start({ project, env }: Pick<Place, "project" | "env">, words: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...words], { cwd: project, env, stdio: "ignore" })
    child.on("close", resolve)
  })
}
