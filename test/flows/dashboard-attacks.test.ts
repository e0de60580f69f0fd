import { createHmac } from "node:crypto"
import http from "node:http"
import net from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makeShop, type Shop } from "../dashboard/make-shop.ts"
import { needChromium, openBrowser, type OpenedBrowser, type Served, startServer } from "../dashboard/open-browser.ts"
import { describeWith } from "../needs.ts"

interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

interface Asked {
  readonly method?: string
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: string | Buffer
}

describeWith(needChromium, "the dashboard under attack", () => {
  let shop: Shop
  let served: Served
  let opened: OpenedBrowser

  beforeAll(async () => {
    shop = await makeShop()
    served = await startServer(shop)
    opened = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await opened?.close()
    await served?.kill()
    shop?.remove()
  })

  /** A request as any program of this machine can make it, with whatever it has; status 0: the connection was closed. */
  function ask(path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Answer> {
    return new Promise((resolve) => {
      const request = http.request({ host: "127.0.0.1", port: served.port, path, method, headers }, (answer) => {
        let text = ""
        answer.on("data", (some) => (text += String(some)))
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      request.once("error", () => resolve({ status: 0, headers: {}, text: "" }))
      request.end(body)
    })
  }

  /** What a page has that opened the address: the cookie, its key, and the proof that it makes of the key. */
  async function enter() {
    const entered = await ask(new URL(served.url).search.replace(/^/, "/"))
    const cookie = entered.headers["set-cookie"]?.[0]?.split(";")[0] ?? ""
    const key = /#key=([0-9a-f]+)$/.exec(entered.headers.location ?? "")?.[1] ?? ""
    const { start } = JSON.parse((await ask("/api/start", { headers: { cookie } })).text) as { start: string }
    return { cookie, "x-skillet-proof": createHmac("sha256", key).update(`page ${start}`).digest("hex") }
  }

  test("requests of strangers, forged ones, and those that are too large are refused, and change nothing", async () => {
    const known = await enter()
    served = { ...served, url: served.nextUrl() }
    const { cookie } = known
    const origin = served.origin
    const written = { ...known, origin, "content-type": "application/json" }
    const large = JSON.stringify({ run: shop.waiting, question: "go", answers: ["x".repeat(300_000)] })
    const answer = JSON.stringify({ run: shop.waiting, question: "go", answers: ["release"] })
    const { origin: _, ...unsigned } = written
    const post = (headers: http.OutgoingHttpHeaders, body: string = answer): Asked => ({
      method: "POST",
      headers,
      body,
    })
    const tries: readonly (readonly [string, string, Asked, string])[] = [
      ["who was let in", "/api/hello", { headers: known }, "200"],
      ["another user of this machine", "/api/hello", {}, "403 web.no-session"],
      ["a program on another port that was sent the cookie", "/api/hello", { headers: { cookie } }, "403 web.no-proof"],
      ["the same, spelled otherwise", "/%61pi/hello", { headers: { cookie } }, "403 web.no-proof"],
      ["its stream of changes", "/api/changes", { headers: { cookie } }, "403 web.no-proof"],
      ["a stream of changes without a cookie", "/api/changes", {}, "403 web.no-session"],
      [
        "a foreign name that leads here",
        "/api/hello",
        { headers: { ...known, host: `evil.test:${served.port}` } },
        "403 web.host",
      ],
      ["another page", "/api/hello", { headers: { ...known, origin: "http://127.0.0.1:1" } }, "403 web.origin"],
      ["a form", "/api/answer", post({ ...written, "content-type": "text/plain" }), "415 web.not-json"],
      ["a form of another page", "/api/answer", post({ ...written, origin: "null" }), "403 web.origin"],
      ["a request that does not say whose it is", "/api/answer", post(unsigned), "403 web.origin"],
      ["a large answer", "/api/answer", post(written, large), "413 web.too-large"],
      ["one of no declared length", "/api/answer", post({ ...written, "transfer-encoding": "chunked" }, large), "0"],
      ["headers without end", "/api/hello", { headers: { ...known, "x-long": "x".repeat(40_000) } }, "431"],
      [
        "another file of the machine: it is our page",
        "/assets/../../../../../../etc/passwd",
        { headers: known },
        "200",
      ],
      ["the same, encoded", "/assets/..%2f..%2f..%2fetc%2fpasswd", { headers: known }, "404"],
      ["the code of the command", "/assets/..%5c..%2fcli.cjs", { headers: known }, "404"],
    ]
    for (const [who, path, asked, wanted] of tries) {
      const { status, text } = await ask(path, asked)
      const code = text.startsWith("{") && status >= 400 ? ` ${(JSON.parse(text) as { code: string }).code}` : ""
      expect([who, `${status}${code}`]).toEqual([who, wanted])
      expect(text).not.toContain("root:")
    }
    const { text } = await ask("/api/inbox", { headers: known })
    expect((JSON.parse(text) as { run?: string }[]).map(({ run }) => run)).toContain(shop.waiting)
  })

  test("connections that never ask anything take nobody's place", async () => {
    const idle = Array.from({ length: 200 }, () => {
      const socket = net.connect(served.port, "127.0.0.1")
      socket.on("error", () => {})
      return socket
    })
    const ended = new Set<net.Socket>()
    for (const socket of idle) socket.once("close", () => ended.add(socket))
    await Promise.all(
      idle.map((socket) => socket.readyState === "open" || new Promise((done) => socket.once("connect", done))),
    )
    for (const socket of idle) socket.write("GET / HTTP/1.1\r\nx-slow: ")
    expect((await ask("/")).status).toBe(403)
    await expect.poll(() => ended.size).toBeGreaterThan(130)
    expect((await ask("/")).status).toBe(403)
    for (const socket of idle) socket.destroy()
  })

  test("a browser that lost its key is told so, sends no proof, and is let in again by a new address", async () => {
    const context = await opened.browser.newContext()
    const page = await context.newPage()
    await page.goto(served.url)
    await page.waitForSelector(".connection-live")
    served = { ...served, url: served.nextUrl() }
    await page.evaluate("localStorage.clear()")
    const asked: string[] = []
    page.on("request", (request) => void asked.push(request.url()))
    await page.reload()
    await page.getByText("is not the server that let this page in").first().waitFor()
    expect(asked.filter((url) => url.includes("/api/"))).toEqual([])
    await page.goto(served.url)
    await page.waitForSelector(".connection-live")
    served = { ...served, url: served.nextUrl() }
    await context.close()
  })

  test("a program that takes the port of a stopped server learns nothing that lets it in, and the page loses nothing", async () => {
    const context = await opened.browser.newContext()
    const page = await context.newPage()
    await page.goto(served.url)
    await page.waitForSelector(".connection-live")
    expect(page.url()).toBe(`${served.origin}/inbox`)
    const reason = page.getByLabel("Reason, stored with the answer")
    await page.getByRole("radio", { name: /^fix first/ }).check()
    await reason.fill("the change of the stock page is not in the log")
    await served.kill()
    await page.locator(".lost").waitFor()
    const thief = await listenInstead()
    await page.getByRole("button", { name: "Answer", exact: true }).click()
    await page.getByText("is not the server that let this browser in").first().waitFor()
    await thief.stop()
    // The cookie is what browsers send anywhere on this machine. Neither a proof nor the answer was sent.
    expect(thief.heard.some(({ headers }) => headers.cookie?.includes(`skillet-${served.port}=`))).toBe(true)
    expect([...new Set(thief.heard.map(({ path }) => path.replace(/=.*/, "=…")))]).toEqual(["/api/start?word=…"])
    expect(thief.heard.filter(({ headers }) => headers["x-skillet-proof"] !== undefined)).toEqual([])
    served = await startServer(shop, ["--port", String(served.port)])
    await page.waitForSelector(".connection-live")
    for (const { headers } of thief.heard)
      expect((await ask("/api/hello", { headers: { cookie: headers.cookie ?? "" } })).status).toBe(403)
    expect(await reason.inputValue()).toBe("the change of the stock page is not in the log")
    await page.getByRole("button", { name: "Answer", exact: true }).click()
    await page.getByText("Answered: fix first").waitFor()
    await context.close()
  })

  /** Another program on the port, which says yes to everything and hears what a page tells it that was left open. */
  async function listenInstead() {
    const heard: { readonly path: string; readonly headers: http.IncomingHttpHeaders }[] = []
    const thief = http.createServer(({ url = "", headers }, answer) => {
      heard.push({ path: url, headers })
      answer.setHeader("content-type", "application/json")
      answer.end(JSON.stringify({ start: "chosen", proof: "f".repeat(64) }))
    })
    await new Promise<void>((resolve) => thief.listen(served.port, "127.0.0.1", resolve))
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(1)
    return {
      heard,
      stop: () =>
        new Promise((resolve) => {
          thief.close(resolve)
          thief.closeAllConnections()
        }),
    }
  }
})
