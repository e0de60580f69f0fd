// Opens a run of 10,000 steps and a list of 10,000 skills in a browser, with the built command and an empty cache of the
// browser, and scrolls through both; and a page of as many plain rows, which shows what this browser and this machine can
// do at best. The pages take turns; what is printed are medians. Steps and skills, rounds:
//   node bench/dashboard/run.mjs [10000] [5]
import { spawn } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { chromium } from "playwright-core"

const root = path.resolve(import.meta.dirname, "../..")
const { openSkillet, defineWorkflow, doStep } = createRequire(import.meta.url)(path.join(root, "dist/index.cjs"))
const COUNT = Number(process.argv[2] ?? 10_000)
const ROUNDS = Number(process.argv[3] ?? 5)

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
  const skillet = openSkillet({ cwd: project, env, workflows: [loop] })
  const { run } = await skillet.runs.start(loop)
  for (let nth = 1; nth < COUNT; nth++)
    await skillet.runs.report({ run, step: "again", round: nth, outcome: "iterate" })
  await skillet.close()
  return run
}

async function measure(run) {
  const words = [path.join(root, "dist/cli.cjs"), "serve", "--json", "--any-port"]
  const server = spawn(process.execPath, words, { cwd: project, env, stdio: ["ignore", "pipe", "ignore"] })
  const { url } = await new Promise((resolve) =>
    server.stdout.once("data", (line) => resolve(JSON.parse(String(line)))),
  )
  const { floor, address } = await servePlainRows()
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage()
    await page.goto(url)
    await page.waitForSelector(".connection-live")
    const { origin } = new URL(url)
    const pages = [
      { name: "plain rows", where: address, row: ".plain" },
      { name: "run", where: `${origin}/run/${run}`, row: ".bar-row" },
      { name: "skills", where: `${origin}/skills`, row: ".skill-row" },
    ]
    const seen = new Map(pages.map(({ name }) => [name, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const one of pages) seen.get(one.name).push(await openAndScroll(page, one))
    for (const [name, some] of seen) print(name, some)
  } finally {
    await browser.close()
    server.kill("SIGKILL")
    floor.close()
  }
}

function openBrowser() {
  const quiet = ["quic", "background-networking", "component-update", "sync", "gpu"].map((what) => `--disable-${what}`)
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--no-first-run", ...quiet] })
}

/** As many rows as the others have, without anything of ours: no code, one box and one text each. */
async function servePlainRows() {
  const rows = Array.from({ length: COUNT }, (_, nth) => `<div class="plain">Row number ${nth}</div>`).join("")
  const style = ".list{height:560px;width:700px;overflow:auto;contain:strict}.plain{height:30px;contain:strict}"
  const html = `<!doctype html><style>${style}</style><div class="list">${rows}</div>`
  const floor = http.createServer((_, answer) => answer.setHeader("content-type", "text/html").end(html))
  await new Promise((resolve) => floor.listen(0, "127.0.0.1", resolve))
  return { floor, address: `http://127.0.0.1:${floor.address().port}/` }
}

/**
 * Opened: from the beginning of the navigation until a frame with the first rows was painted, as the page itself sees it.
 * Busy: the time of the page's main thread for each frame, which says more than frames where others use the machine too.
 */
async function openAndScroll(page, { where, row }) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.clearBrowserCache")
  await devtools.send("Performance.enable")
  await page.goto(where, { waitUntil: "commit" })
  const opened = await page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look)
          else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        }
        look()
      }),
    row,
  )
  const before = await readBusy(devtools)
  const { frames, milliseconds, worst } = await page.evaluate(scrollForTwoSeconds)
  const busy = (await readBusy(devtools)) - before
  await devtools.detach()
  return { opened, frames: (frames * 1000) / milliseconds, worst, busy: busy / frames }
}

async function readBusy(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === "TaskDuration").value * 1000
}

function scrollForTwoSeconds() {
  return new Promise((resolve) => {
    const list = document.querySelector(".list")
    const begin = performance.now()
    let [frames, worst, last, top] = [0, 0, begin, 0]
    const step = (now) => {
      frames++
      worst = Math.max(worst, now - last)
      last = now
      top += 400
      list.scrollTop = top
      if (now - begin < 2000) requestAnimationFrame(step)
      else resolve({ frames, milliseconds: now - begin, worst })
    }
    requestAnimationFrame(step)
  })
}

function print(name, some) {
  const median = (what) => some.map((one) => one[what]).sort((a, b) => a - b)[some.length >> 1]
  const [opened, frames, worst] = ["opened", "frames", "worst"].map((what) => Math.round(median(what)))
  console.log(
    `${name}: opened in ${opened} ms, ${frames} frames a second (longest ${worst} ms), ${median("busy").toFixed(1)} ms busy for each`,
  )
}
