import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openFsWatcher } from "./open-folder-watcher.ts"
import { loadParcelWatcher } from "./parcel-watcher.ts"
import type { FolderWatcher } from "../../watch/folder-watcher.ts"
import { memorySource } from "../../../testing/memory-source.ts"
import type { SkilletOptions } from "../session/options.ts"
import { type CatalogChange, type CatalogWatch, watchCatalog } from "./watch-catalog.ts"
import { describeWith, type Need } from "../../../../test/needs.ts"

const parcel = await loadParcelWatcher(openFsWatcher())

describe.each<[string, FolderWatcher | undefined]>([
  ["fs.watch", openFsWatcher({ recursive: false })],
  ["@parcel/watcher", parcel],
])("with %s", (_, watcher) => {
  describeWith(needWatcher(watcher), "a watched catalog", () => {
    test("announces a new skill", async () => {
      const heard = await watching()
      writeSkill("deploy", "Deploys")
      expect(await heard.next()).toEqual({ added: ["deploy"], changed: [], removed: [] })
    })

    test("announces an edited skill and no other", async () => {
      writeSkill("deploy", "Deploys")
      writeSkill("review", "Reviews")
      const heard = await watching()
      writeSkill("deploy", "Deploys better")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
    })

    test("announces a skill whose body alone was edited", async () => {
      writeSkill("deploy", "Deploys", "Before.")
      const heard = await watching()
      writeSkill("deploy", "Deploys", "Behind.")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
    })

    test("announces a removed skill, and the same one when it is back", async () => {
      writeSkill("deploy", "Deploys")
      const heard = await watching()
      fs.rmSync(at("deploy"), { recursive: true })
      expect(await heard.next()).toEqual({ added: [], changed: [], removed: ["deploy"] })
      writeSkill("deploy", "Deploys")
      expect(await heard.next()).toEqual({ added: ["deploy"], changed: [], removed: [] })
    })

    test("announces a renamed skill under both names, and edits of it afterwards", async () => {
      writeSkill("deploy", "Deploys")
      const heard = await watching()
      fs.renameSync(at("deploy"), at("ship"))
      expect(await heard.next()).toEqual({ added: ["ship"], changed: [], removed: ["deploy"] })
      writeSkill("ship", "Ships")
      expect(await heard.next()).toEqual({ added: [], changed: ["ship"], removed: [] })
    })

    test("announces 200 skills that appear together as one change, and 200 that disappear", async () => {
      writeSkill("first", "First")
      const heard = await watching()
      const names = Array.from({ length: 200 }, (__, nth) => `skill-${String(nth).padStart(3, "0")}`)
      for (const name of names) writeSkill(name, name)
      expect(await heard.next()).toEqual({ added: names, changed: [], removed: [] })
      for (const name of names) fs.rmSync(at(name), { recursive: true })
      expect(await heard.next()).toEqual({ added: [], changed: [], removed: names })
      expect(heard.all.length).toBe(2)
    })

    test("does nothing when other files change", async () => {
      writeSkill("deploy", "Deploys")
      const heard = await watching()
      const before = heard.looks()
      fs.mkdirSync(path.join(at("deploy"), "dist", "deep"), { recursive: true })
      for (let nth = 0; nth < 50; nth++) fs.writeFileSync(path.join(at("deploy"), "dist", "deep", `${nth}.js`), "")
      fs.writeFileSync(path.join(at("deploy"), "NOTES.md"), "")
      fs.writeFileSync(path.join(at(), "notes.txt"), "")
      fs.mkdirSync(path.join(at(), "empty"))
      fs.writeFileSync(path.join(project(), "main.ts"), "")
      fs.rmSync(path.join(at("deploy"), "dist"), { recursive: true })
      await pause(250)
      expect(heard.looks()).toBe(before)
      writeSkill("deploy", "Deploys better")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
      expect(heard.all.length).toBe(1)
    })

    test("announces nothing if a skill was only touched, or rewritten unchanged", async () => {
      writeSkill("deploy", "Deploys")
      writeSkill("review", "Reviews")
      const heard = await watching()
      fs.utimesSync(path.join(at("deploy"), "SKILL.md"), new Date(), new Date())
      writeSkill("review", "Reviews")
      await vi.waitFor(() => expect(heard.looks()).toBeGreaterThan(heard.looksAtStart), 10_000)
      writeSkill("last", "Last")
      expect(await heard.next()).toEqual({ added: ["last"], changed: [], removed: [] })
    })

    test("notices directories that appear level by level, disappear, and appear again", async () => {
      fs.rmSync(path.join(project(), ".claude"), { recursive: true })
      const heard = await watching()
      writeSkill("deploy", "Deploys")
      expect(await heard.next()).toEqual({ added: ["deploy"], changed: [], removed: [] })
      writeSkill("deploy", "Deploys better")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
      fs.renameSync(path.join(project(), ".claude"), path.join(project(), "away"))
      expect(await heard.next()).toEqual({ added: [], changed: [], removed: ["deploy"] })
      writeSkill("review", "Reviews")
      expect(await heard.next()).toEqual({ added: ["review"], changed: [], removed: [] })
      writeSkill("review", "Reviews better")
      expect(await heard.next()).toEqual({ added: [], changed: ["review"], removed: [] })
    })

    test("notices that another directory took the place of the one it watched", async () => {
      writeSkill("deploy", "Deploys")
      fs.cpSync(at(), path.join(project(), "other"), { recursive: true })
      const heard = await watching()
      fs.renameSync(at(), path.join(project(), "away"))
      fs.renameSync(path.join(project(), "other"), at())
      await vi.waitFor(() => expect(heard.looks()).toBeGreaterThan(heard.looksAtStart), 10_000)
      writeSkill("deploy", "Deploys better")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
    })

    test("follows links to skills in other directories", async () => {
      const elsewhere = path.join(project(), "elsewhere")
      writeFile(path.join(elsewhere, "linked", "SKILL.md"), text("Linked", "Body."))
      writeFile(path.join(elsewhere, "group", "inner", "SKILL.md"), text("Inner", "Body."))
      fs.symlinkSync(path.join(elsewhere, "linked"), at("linked"))
      fs.symlinkSync(path.join(elsewhere, "group"), at("group"))
      const heard = await watching()
      writeFile(path.join(elsewhere, "linked", "SKILL.md"), text("Linked again", "Body."))
      expect(await heard.next()).toEqual({ added: [], changed: ["linked"], removed: [] })
      writeFile(path.join(elsewhere, "group", "second", "SKILL.md"), text("Second", "Body."))
      expect(await heard.next()).toEqual({ added: ["second"], changed: [], removed: [] })
    })

    test("announces which copy wins when a better one comes and goes", async () => {
      writeFile(path.join(root, ".claude", "skills", "deploy", "SKILL.md"), text("Mine", "Body."))
      const heard = await watching()
      writeSkill("deploy", "Theirs")
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
      expect(heard.all[0]?.catalog.skills[0]).toMatchObject({ description: "Theirs", shadows: ["deploy@user"] })
      fs.rmSync(at("deploy"), { recursive: true })
      expect(await heard.next()).toEqual({ added: [], changed: ["deploy"], removed: [] })
    })

    test("notices a plugin's new version", async () => {
      const plugin = path.join(root, ".claude", "plugins", "cache", "market", "powers")
      writeFile(path.join(plugin, "1.0.0", "skills", "think", "SKILL.md"), text("Thinks", "Body."))
      const heard = await watching()
      writeFile(path.join(plugin, "1.1.0", "skills", "think", "SKILL.md"), text("Thinks twice", "Body."))
      expect(await heard.next()).toEqual({ added: [], changed: ["powers:think"], removed: [] })
    })

    test("is silent after closing, even if it was closed during an announcement", async () => {
      const heard = await watching({}, () => void heard.close())
      writeSkill("deploy", "Deploys")
      await heard.next()
      await heard.close()
      writeSkill("review", "Reviews")
      await pause(200)
      expect(heard.all.length).toBe(1)
      expect(process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap")).toEqual([])
    })
  })

  /** Watches, and returns the announcements one by one. */
  async function watching(options: SkilletOptions = {}, also: () => void = () => undefined) {
    const all: CatalogChange[] = []
    const empty = memorySource({})
    let looks = 0
    const list = async () => (looks++, empty.list())
    const watch = await watchCatalog(
      { ...session(), sources: [{ ...empty, list }], ...options },
      (change) => {
        all.push(change)
        also()
      },
      { watcher, onFailure: (error) => failures.push(error) },
    )
    watches.push(watch)
    let heard = 0
    return {
      all,
      close: () => watch.close(),
      looks: () => looks,
      looksAtStart: looks,
      async next() {
        await vi.waitFor(() => expect(all.length).toBeGreaterThan(heard), { timeout: 15_000, interval: 5 })
        const { added, changed, removed } = all[heard++] as CatalogChange
        const names = (skills: CatalogChange["added"]) => skills.map(({ name }) => name)
        return { added: names(added), changed: names(changed), removed: names(removed) }
      },
    }
  }
})

test("a directory that cannot be read rejects and leaves nothing open", async () => {
  writeFile(userSettings(), " ".repeat(1024 * 1024 + 1))
  await expect(watchCatalog(session(), () => undefined)).rejects.toThrow("larger than 1 MiB")
  expect(process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap")).toEqual([])
})

test("a failed read is reported, and the next successful one continues from the last catalog", async () => {
  const failures: Error[] = []
  const all: CatalogChange[] = []
  const watch = await watchCatalog(session(), (change) => all.push(change), {
    onFailure: (error) => failures.push(error),
  })
  watches.push(watch)
  const settings = userSettings()
  writeFile(settings, " ".repeat(1024 * 1024 + 1))
  writeSkill("deploy", "Deploys")
  const messages = () => failures.map(({ message }) => message).join("\n")
  await vi.waitFor(() => expect(messages()).toContain(`${settings}: it is larger than 1 MiB`), 10_000)
  fs.rmSync(settings)
  writeSkill("review", "Reviews")
  await vi.waitFor(
    () => expect(all.map(({ added }) => added.map(({ name }) => name))).toEqual([["deploy", "review"]]),
    10_000,
  )
})

let root = ""
let watches: CatalogWatch[] = []
let failures: Error[] = []
const project = () => path.join(root, "project")
const userSettings = () => path.join(root, ".config", "skillet", "config.yaml")
const at = (...names: readonly string[]) => path.join(project(), ".claude", "skills", ...names)

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-watch-")))
  fs.mkdirSync(path.join(project(), ".git"), { recursive: true })
  fs.mkdirSync(at(), { recursive: true })
})

afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.close()))
  if (failures.length > 0) throw new AggregateError(failures)
  watches = []
  failures = []
  fs.rmSync(root, { recursive: true, force: true })
})

function session(): SkilletOptions {
  return { cwd: project(), env: { HOME: root }, host: "open", managed: path.join(root, "managed") }
}

function writeSkill(name: string, description: string, body = "Body."): void {
  writeFile(path.join(at(name), "SKILL.md"), text(description, body))
}

function writeFile(file: string, content: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

function text(description: string, body: string): string {
  return `---\ndescription: ${description}\n---\n${body}\n`
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, time))
}

function needWatcher(watcher: FolderWatcher | undefined): Need {
  return { missing: watcher === undefined ? "the package @parcel/watcher cannot be loaded" : undefined }
}
