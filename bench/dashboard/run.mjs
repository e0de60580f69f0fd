// Opens a run of 10,000 steps and a list of 10,000 skills in a browser, with the built command and an empty cache, and
// scrolls through both. Prints how long until the rows are there, and how many frames a second there were.
import { spawn } from "node:child_process"
import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { chromium } from "playwright-core"

const root = path.resolve(import.meta.dirname, "../..")
const { openSkillet, defineWorkflow, doStep } = createRequire(import.meta.url)(path.join(root, "dist/index.cjs"))
const COUNT = Number(process.argv[2] ?? 10_000)

const place = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bench-dashboard-"))
const project = path.join(place, "project")
const env = { HOME: path.join(place, "home"), PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: place }
fs.mkdirSync(env.HOME)
for (let nth = 0; nth < COUNT; nth++) {
  const folder = path.join(project, ".agents/skills", `skill-${nth}`)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(
    path.join(folder, "SKILL.md"),
    `---\nname: skill-${nth}\ndescription: Does the work number ${nth}. Use when it is to be done.\n---\n# Work ${nth}\n`,
  )
}

const loop = defineWorkflow({
  name: "loop",
  start: "again",
  steps: [doStep({ id: "again", title: "Again", next: { iterate: "again", ok: "end" }, maxRounds: COUNT + 1 })],
})

try {
  await measure(await makeLongRun())
} finally {
  fs.rmSync(place, { recursive: true, force: true })
}

async function makeLongRun() {
  const empty = path.join(place, "empty")
  fs.mkdirSync(empty)
  const skillet = openSkillet({ cwd: project, env, workflows: [loop] })
  const { run } = await skillet.runs.start(loop)
  for (let nth = 1; nth < COUNT; nth++)
    await skillet.runs.report({ run, step: "again", round: nth, outcome: "iterate" })
  await skillet.close()
  return run
}

async function measure(run) {
  const words = [path.join(root, "dist/cli.cjs"), "serve", "--json", "--any-port"]
  const server = spawn(process.execPath, words, { cwd: project, env, stdio: ["ignore", "pipe", "inherit"] })
  const { url } = await new Promise((resolve) =>
    server.stdout.once("data", (line) => resolve(JSON.parse(String(line)))),
  )
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    await page.waitForSelector(".connection-live")
    for (const [name, where, row] of [
      ["run, first", `/run/${run}`, ".bar-row"],
      ["run, again", `/run/${run}`, ".bar-row"],
      ["skills, first", "/skills", ".skill-row"],
      ["skills, again", "/skills", ".skill-row"],
    ])
      console.log(name, await openAndScroll(page, new URL(url).origin + where, row))
  } finally {
    await browser.close()
    server.kill("SIGKILL")
  }
}

async function openAndScroll(page, address, row) {
  const before = performance.now()
  await page.goto(address)
  await page.waitForSelector(row, { timeout: 120_000 })
  const opened = Math.round(performance.now() - before)
  const { frames, rows } = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const list = document.querySelector(".list")
        const begin = performance.now()
        let frames = 0
        const step = (now) => {
          frames++
          list.scrollTop += 400
          if (now - begin < 2000) requestAnimationFrame(step)
          else
            resolve({
              frames: Math.round((frames * 1000) / (now - begin)),
              rows: list.querySelectorAll("[role=listitem]").length,
            })
        }
        requestAnimationFrame(step)
      }),
  )
  return `opened in ${opened} ms, ${frames} frames a second, ${rows} rows in the page`
}
