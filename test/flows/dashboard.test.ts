import fs from "node:fs"
import http from "node:http"
import path from "node:path"
import type { BrowserContext, Page, Request } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { findSeriousFaults } from "../dashboard/find-serious-faults.ts"
import { makeShop, type Shop } from "../dashboard/make-shop.ts"
import { needChromium, openBrowser, type OpenedBrowser, type Served, startServer } from "../dashboard/open-browser.ts"
import { runCommands, views } from "../../packages/dashboard/src/views.ts"
import { describeWith } from "../needs.ts"
import { skillet } from "./run-cli.ts"

describeWith(needChromium, "the dashboard in a browser", () => {
  let shop: Shop
  let served: Served
  let opened: OpenedBrowser
  let context: BrowserContext
  let page: Page
  const faults: string[] = []

  beforeAll(async () => {
    shop = await makeShop()
    served = await startServer(shop)
    opened = await openBrowser()
    context = await opened.browser.newContext()
    page = await openPage()
  }, 120_000)
  afterAll(async () => {
    await opened?.close()
    await served?.kill()
    shop?.remove()
  })

  async function openPage({ url, origin }: Served = served): Promise<Page> {
    const made = await context.newPage()
    made.on("pageerror", (error) => faults.push(error.message))
    made.on("console", (message) => {
      const isExpected =
        /ERR_CONNECTION_(REFUSED|RESET)|ERR_SOCKET_NOT_CONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 409/.test(
          message.text(),
        )
      if (message.type() === "error" && !isExpected) faults.push(message.text())
    })
    made.on("request", (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) faults.push(`asked ${request.url()}`)
    })
    await made.goto(url)
    await made.waitForSelector(".connection-live")
    return made
  }

  /** Every view with what it shows of the shop, by its address. */
  const places = () =>
    [
      ["/inbox", "release-check is waiting at decide"],
      ["/runs", "ended without success"],
      [`/run/${shop.finished}`, "Published 4.1."],
      [`/run/${shop.waiting}?look=graph`, "fanout"],
      [`/run/${shop.finished}?step=gather&part=changes`, "+## 4.1"],
      [`/run/${shop.job}?step=looking`, "as it was verified"],
      [`/run/${shop.hostile}?step=check&round=1&item=security`, "<script>document.title='taken'</script>"],
      [`/run/${shop.finished}?step=check&fork=check`, "asked again"],
      ["/skills", "tokens listed"],
      ["/skills?open=deploy", "There are no transcripts of sessions on this machine."],
      ["/skills?open=triage-bug", "of 6 requests as expected, among"],
      ["/skills?listing=claude", "What the model of Claude Code sees"],
      ["/skills?approve=release-notes", "Approve exactly this"],
      ["/reviews", "Its run"],
      ["/agents?agent=backend", "Send an idempotency key"],
      ["/schedules", "check the stock"],
      ["/spend", "Tokens in"],
      ["/spend?by=run", "under way"],
      [`/compare?a=${shop.finished}&b=${shop.waiting}`, "They part at step"],
    ] as const

  test("the address lets a browser in and takes the token out of it", () => {
    expect(page.url()).toBe(`${served.origin}/inbox`)
  })

  test("who was not let in gets no page, no file and no answer", async () => {
    for (const asked of ["/", "/inbox", "/api/inbox", "/assets/main.js"])
      expect(await askWithoutCookie(asked)).toBe(403)
  })

  test("an address that let a browser in lets in no other, and still leads that browser to its page", async () => {
    expect(await askWithoutCookie(new URL(served.url).search)).toBe(403)
    await page.goto(`${served.origin}//elsewhere.example/${new URL(served.url).search}`)
    expect(page.url()).toBe(`${served.origin}/elsewhere.example/`)
  })

  test("every view fits 320, 768, 1280 and 2560 pixels, in light or dark, without serious faults of access", async () => {
    for (const [nth, [path, text]] of places().entries()) {
      await page.emulateMedia({ colorScheme: nth % 2 === 0 ? "dark" : "light" })
      await page.goto(served.origin + path)
      await page.getByText(text).first().waitFor()
      for (const width of [320, 768, 2560, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect([path, width, fits]).toEqual([path, width, true])
        if (width === 320 || width === 1280)
          expect([path, width, await findSeriousFaults(page)]).toEqual([path, width, []])
      }
    }
  })

  test("where nothing is yet, each view says what to do, with commands that exist", async () => {
    const nothing = path.join(shop.root, "nothing")
    fs.mkdirSync(path.join(nothing, ".git"), { recursive: true })
    const empty = await startServer({ project: nothing, env: { ...shop.env, HOME: nothing } })
    const said = new Set<string>()
    try {
      const other = await openPage(empty)
      for (const { path: view } of views) {
        await other.goto(empty.origin + view)
        await other.locator(".empty").first().waitFor()
        for (const command of await other.locator("main code.command").allTextContents()) said.add(command)
        expect([view, await findSeriousFaults(other)]).toEqual([view, []])
      }
      await other.close()
    } finally {
      await empty.kill()
    }
    expect(said.size).toBeGreaterThan(6)
    for (const command of said) {
      const [name = "", ...words] = command.split(" ").slice(1)
      const isGroup = skillet([name, "--help"], at(shop)).out.includes(`Usage: skillet ${name} COMMAND`)
      const { code, out } = skillet([name, ...words.slice(0, isGroup ? 1 : 0), "--help"], at(shop))
      const flags = words.filter((word) => word.startsWith("--"))
      expect([command, code, flags.filter((flag) => !out.includes(flag))]).toEqual([command, 0, []])
    }
  })

  test("a view asks for each thing once while it opens", async () => {
    const asked: string[] = []
    const note = (request: Request) => void asked.push(request.url().slice(served.origin.length))
    page.on("request", note)
    await page.goto(`${served.origin}/run/${shop.finished}`)
    await page.getByText("Published 4.1.").first().waitFor()
    page.off("request", note)
    const answers = asked.filter((path) => path.startsWith("/api/"))
    expect(answers.map((path) => path.replace(/(proof|word)=.*/, "$1=…")).toSorted()).toEqual([
      "/api/changes?proof=…",
      "/api/hello",
      `/api/runs/${shop.finished}/lanes`,
      `/api/runs/${shop.finished}/steps/publish/1`,
      `/api/runs/${shop.finished}?after=0`,
      "/api/start?word=…",
    ])
  })

  test("with the keyboard alone: to a view, along the list, into a run, search, help, and back", async () => {
    await page.goto(`${served.origin}/inbox`)
    await page.getByText("release-check is waiting").waitFor()
    await page.keyboard.press("g")
    await page.keyboard.press("r")
    await page.getByRole("list", { name: "Runs" }).waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("release ended")
    await page.keyboard.press("Escape")
    await expect.poll(() => page.locator(".run-row").count()).toBe(1)
    expect(page.url()).toBe(`${served.origin}/runs?q=release+ended`)
    await page.keyboard.press("j")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: /release-check/ }).waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
    expect(await page.getByRole("dialog").textContent()).toContain("skillet run show RUN --json")
    await page.keyboard.press("Escape")
    expect(await page.getByRole("dialog").count()).toBe(0)
    await page.goBack()
    await page.getByRole("list", { name: "Runs" }).waitFor()
  })

  test("a copy from a step says what it keeps and what it costs before it starts", async () => {
    await page.goto(`${served.origin}/run/${shop.finished}?step=check&round=1`)
    await page.getByRole("button", { name: "Start again from check" }).click()
    await page.getByText("asked again").waitFor()
    const plan = JSON.parse(
      skillet(["run", "fork", shop.finished, "--from", "check", "--dry-run", "--json"], at(shop)).out,
    )
    expect(await page.locator(".plan").textContent()).toContain(`${plan.reused.length} step`)
    expect(await page.locator(".plan").textContent()).toContain(`${plan.cost.agents} agent`)
  })

  test("a copy from a step with an edited input keeps what does not read it, and starts with the text as it was edited", async () => {
    await page.goto(`${served.origin}/run/${shop.finished}?step=check&fork=check`)
    const notes = page.getByLabel("notes, from gather (round 1)")
    await notes.fill("Since 4.1: nothing but the color of the stock page.")
    await page.locator(".plan", { hasText: "gather (edited)" }).waitFor()
    expect(await page.locator("code.command", { hasText: "run fork" }).textContent()).toBe(
      `skillet run fork ${shop.finished} --from check --edit gather=FILE --dry-run`,
    )
    await page.getByRole("button", { name: "Start", exact: true }).click()
    await page.getByText(`copy of ${shop.finished}`).waitFor()
    const run = new URL(page.url()).pathname.split("/")[2] ?? ""
    const shown = JSON.parse(skillet(["run", "show", run, "--json"], at(shop)).out)
    expect([shown.run.step, shown.run.edited]).toMatchObject(["check", [{ step: "gather", round: 1 }]])
    const prompt = skillet(["run", "current", run], at(shop)).out
    expect(prompt).toContain("nothing but the color of the stock page")
    expect(skillet(["run", "verify", run], at(shop)).code).toBe(0)
    const file = path.join(shop.project, "notes.md")
    fs.writeFileSync(file, "Written in a file.")
    const words = ["run", "fork", shop.finished, "--from", "check", "--edit"]
    expect(skillet([...words, "gather=notes.md"], at(shop)).out).toContain("Written in a file.")
    expect(skillet([...words, "gather=missing.md"], at(shop))).toMatchObject({ code: 2, out: "" })
    expect(skillet([...words, "gather"], at(shop))).toMatchObject({ code: 2, out: "" })
    fs.rmSync(file)
    skillet(["run", "cancel", run, "--reason", "only a test"], at(shop))
  })

  test("a server that is killed and started again loses nothing, and the page goes on by itself", async () => {
    await page.goto(`${served.origin}/runs`)
    await page.getByRole("list", { name: "Runs" }).waitFor()
    const before = await page.locator(".run-row").count()
    await served.kill()
    await page.locator(".lost").waitFor()
    skillet(["run", "start", "decision-critic", "--param", "decision=while nobody served"], at(shop))
    served = { ...(await startServer(shop, ["--port", String(served.port)])) }
    await expect.poll(() => page.locator(".run-row").count(), { timeout: 20_000 }).toBe(before + 1)
    expect(await page.locator(".lost").count()).toBe(0)
  })

  test("names, directives and findings that are code do nothing: they are text", async () => {
    await page.goto(`${served.origin}/runs`)
    await page.getByText("<img src=x onerror=alert(1)>").first().waitFor()
    await page.goto(`${served.origin}/run/${shop.hostile}?step=check&round=1&item=security`)
    await page.getByText("<script>document.title='taken'</script>").first().waitFor()
    expect(await page.locator("pre").first().textContent()).toContain("⟨001b⟩]0;taken")
    expect((await page.locator("pre").first().textContent())?.length).toBeLessThan(250_000)
    expect(await page.locator("main img, main script").count()).toBe(0)
    expect(await page.title()).not.toContain("taken")
    await page.goto(`${served.origin}/run/${shop.hostile}?step=gather&round=1&part=changes`)
    await page.getByText("<img src=x onerror=alert(4)>.txt").first().waitFor()
    await page.getByText("+<script>document.title='taken'</script>⟨001b⟩").first().waitFor()
    expect(await page.locator("main img, main script").count()).toBe(0)
    expect(await page.title()).not.toContain("taken")
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    await page.goto(`${served.origin}/skills?q=evil`)
    await page.getByText("<b onmouseover=alert(2)>").first().waitFor()
    expect(await page.locator("main b[onmouseover]").count()).toBe(0)
  })

  test("the diff of a step is the one that the command prints", async () => {
    const changes = JSON.parse(skillet(["run", "diff", shop.finished, "--step", "gather", "--json"], at(shop)).out)
    expect(changes).toMatchObject({ isRecorded: true, changes: [{ total: 1, files: [{ path: "CHANGELOG.md" }] }] })
    expect(skillet(["run", "diff", shop.finished, "--step", "gather"], at(shop)).out).toContain("\n+## 4.1\n")
    await page.goto(`${served.origin}/run/${shop.finished}?step=gather&part=changes`)
    expect(await page.getByLabel("diff", { exact: true }).textContent()).toContain(changes.changes[0].patch.trim())
    await page.goto(`${served.origin}/run/${shop.finished}?step=publish&part=changes`)
    await page.getByText("nothing changed").waitFor()
    expect(skillet(["run", "verify", shop.finished], at(shop)).code).toBe(0)
  })

  test("the memory files of a phase are shown as they were verified, though the files are gone, and the command prints the same", async () => {
    fs.rmSync(path.join(shop.project, ".claude/memory"), { recursive: true })
    await page.goto(`${served.origin}/run/${shop.job}?step=looking`)
    await page.getByText("## Section 2: Known and Unknown").first().waitFor()
    const { out } = skillet(["orchestrate", "show", shop.job, "--phase", "looking", "--json"], at(shop))
    const records = JSON.parse(out) as { memory_file: string; text: string }[]
    expect(records.map(({ memory_file: file }) => file.replace(/.*memory\/[^-]+-/, ""))).toEqual([
      "analysis-memory.md",
      "research-memory.md",
    ])
    for (const { memory_file: file, text } of records)
      expect(await page.getByLabel(file, { exact: true }).textContent()).toBe(text)
    await page.goto(`${served.origin}/run/${shop.finished}?step=gather`)
    await page.getByRole("button", { name: "Directive" }).waitFor()
    expect(await page.getByRole("button", { name: "Memory file" }).count()).toBe(0)
    const none = skillet(["orchestrate", "show", shop.finished, "--phase", "gather"], at(shop))
    expect([none.code, none.out]).toEqual([1, ""])
  })

  test("in the graph the keys go along the steps that were entered, and open them", async () => {
    await page.goto(`${served.origin}/run/${shop.finished}?look=graph`)
    await page.locator(".node[tabindex]").first().waitFor()
    for (const key of ["j", "j", "j", "k", "Enter"]) await page.keyboard.press(key)
    await page.getByRole("heading", { name: "Check it from three sides" }).waitFor()
    expect(page.url()).toContain("step=check")
    await page.keyboard.press("j")
    await page.keyboard.press(" ")
    await page.getByRole("heading", { name: "A person decides" }).waitFor()
    await page.goto(`${served.origin}/run/${shop.waiting}?look=graph`)
    await page.locator(".node-at.node-waiting").waitFor()
    expect(await page.getByRole("button", { name: /^publish/ }).count()).toBe(0)
  })

  test("child runs are listed below the step that started them, each with its own, and open", async () => {
    await page.goto(`${served.origin}/run/${shop.parent}`)
    await page.locator(".bar-child").first().waitFor()
    const names = await page.locator(".bar-row .bar-name").allTextContents()
    expect(names.map((name) => name.replace(/ r-[\w.]+$/, ""))).toEqual(["count", "rack", "shelf"])
    await page.locator(".bar-child", { hasText: "shelf" }).click()
    await page.getByRole("heading", { name: /^shelf/ }).waitFor()
    await page.getByText("started by").waitFor()
  })

  test("what waits for a person is not called running, in a time line or beside another run", async () => {
    await page.goto(`${served.origin}/run/${shop.waiting}`)
    await page.locator(".bar-row", { hasText: "decide" }).getByText("waits for you").waitFor()
    await page.goto(`${served.origin}/compare?a=${shop.finished}&b=${shop.waiting}&q=decide`)
    await page.locator(".pair-differs").waitFor()
    expect(await page.locator(".pair").allTextContents()).toEqual(["decide ✓ okdecide ◆ waits for youanother outcome"])
  })

  test("every command that a view names as its own prints JSON", () => {
    const words = { RUN: shop.finished, REF: "release-notes", AGENT: "backend" }
    const named = [...views.flatMap(({ commands }) => commands), ...runCommands]
    expect(named.length).toBeGreaterThan(15)
    for (const command of named) {
      const said = command.split(" ").slice(1)
      const run = command.includes("review --run") ? shop.review : words.RUN
      const filled = said.map((word) => ({ ...words, RUN: run })[word] ?? word)
      const { code, out, err } = skillet(filled, at(shop))
      expect([command, code, err]).toEqual([command, 0, expect.any(String)])
      expect(JSON.parse(out)).toBeTypeOf("object")
    }
  })

  test("a skill is approved as it was shown, and not if it changed in the meantime", async () => {
    await page.goto(`${served.origin}/skills?approve=release-notes`)
    const button = page.getByRole("button", { name: "Approve exactly this" })
    await button.waitFor()
    await page.route("**/api/approval", async (route) => {
      if (route.request().method() === "POST") fs.appendFileSync(shop.approvable, "\nA line that nobody was shown.\n")
      await route.continue()
    })
    await button.click()
    await page.getByText(/^Not approved: .* is not what was shown any more/).waitFor()
    await page.unroute("**/api/approval")
    await page.goto(`${served.origin}/skills?approve=release-notes`)
    await button.click()
    await page.getByText("Approved: release-notes as it was shown").waitFor()
    const { approvals } = JSON.parse(skillet(["trust", "list", "--json"], at(shop)).out)
    expect(approvals.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
      "release-notes valid",
    ])
  })

  test("the inbox opens an approval in place, with what changed since the last one", async () => {
    await page.goto(`${served.origin}/inbox`)
    await page.getByText("1 skill in").first().waitFor()
    fs.writeFileSync(shop.approvable, fs.readFileSync(shop.approvable, "utf8").replace("-n 5", "-n 50"))
    const card = page.locator(".need", { hasText: "release-notes changed after it was approved" })
    await card.getByRole("button", { name: "See what changed" }).click()
    await card.locator(".diff-added").waitFor()
    expect(await card.locator(".diff-added").textContent()).toBe("+!`git log --oneline -n 50`\n")
    await card.getByText(/findings? of the audit/).waitFor()
    await card.getByRole("button", { name: "Not now" }).click()
    expect(await card.locator(".diff-added").count()).toBe(0)
    const left = page.locator(".need", { hasText: "payments-review" }).first()
    await left.getByRole("button", { name: "refund-order" }).click()
    await left.getByText("Approve refund-order?").waitFor()
  })

  test("a person who looks elsewhere is notified of what is new, and of nothing else", async () => {
    const away = await openPage()
    await away.evaluate(notedNotifications)
    skillet(["say", "@human is the stock page ready?", "--from", "backend"], at(shop))
    await expect.poll(() => away.evaluate("globalThis.noted")).toEqual([["shop needs you", "backend writes to you"]])
    skillet(["task", "add", "Nobody is needed for this"], at(shop))
    await away.getByText("is the stock page ready?").waitFor()
    expect(await away.evaluate("globalThis.noted.length")).toBe(1)
    await away.close()
  })

  test("the line of a listing's budget is dragged, and what is beyond it loses its text as the command says", async () => {
    await page.goto(`${served.origin}/skills?listing=claude`)
    const line = page.getByRole("slider", { name: "The most that Claude Code lists, in characters" })
    await line.waitFor()
    const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    // The bar says where the line is only if both are equally wide.
    expect(box.width).toBe((await page.locator(".budget-bar").boundingBox())?.width)
    const most = Number(await line.getAttribute("max"))
    const before = Number(await line.inputValue())
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + (before / most) * box.width, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.03, y, { steps: 5 })
    await page.mouse.up()
    await page.locator(".entry-name-only").first().waitFor()
    const said = (await page.locator("code.command", { hasText: "skillet budget" }).textContent()) ?? ""
    const { entries } = JSON.parse(skillet(said.split(" ").slice(1), at(shop)).out) as { entries: { state: string }[] }
    const counts = ["whole", "name-only"].map((as) => page.locator(`.entry-${as}`).count())
    expect(await Promise.all(counts)).toEqual(
      ["whole", "bare"].map((state) => entries.filter((entry) => entry.state === state).length),
    )
    expect(await page.locator(".entry-name-only").first().textContent()).toMatch(/^name only - \S+$/)
  })

  test("two tabs answer one question: one wins, and the other is told", async () => {
    const other = await openPage()
    for (const tab of [page, other]) {
      await tab.goto(`${served.origin}/inbox`)
      await tab.getByRole("radio", { name: /^release/ }).check()
    }
    // Both were shown the question, and both send before they hear of the other's answer.
    const sends: (() => Promise<void>)[] = []
    for (const tab of [page, other]) {
      await tab.route("**/api/answer", (route) => void sends.push(() => route.continue()))
      await tab.getByRole("button", { name: "Answer", exact: true }).click()
    }
    await expect.poll(() => sends.length).toBe(2)
    await Promise.all(sends.map((send) => send()))
    const said = async (tab: Page) => {
      await tab.locator(".note").first().waitFor()
      return (await tab.locator(".note span").first().textContent()) ?? ""
    }
    const told = (await Promise.all([said(page), said(other)])).toSorted()
    expect(told[0]).toBe("Answered: release")
    expect(told[1]).toMatch(/^Not answered: /)
    const { run } = JSON.parse(skillet(["run", "show", shop.waiting, "--json"], at(shop)).out)
    expect(run.step).toBe("publish")
    await other.close()
  })

  test("nothing went wrong in any page, and nothing was asked from elsewhere", () => {
    expect(faults).toEqual([])
  })

  function askWithoutCookie(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      http.get(new URL(path, served.origin), (answer) => resolve(answer.resume().statusCode ?? 0)).once("error", reject)
    })
  }
})

/** Runs in a page: what it would notify of is noted, and it seems to be in the background. */
const notedNotifications = `
  globalThis.noted = []
  globalThis.Notification = class extends EventTarget {
    static permission = "granted"
    constructor(title, { body }) { super(); globalThis.noted.push([title, body]) }
  }
  Object.defineProperty(document, "hidden", { get: () => true })
`

function at({ project, env }: Shop) {
  return { cwd: project, env }
}
