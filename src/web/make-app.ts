import type { Socket } from "node:net"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { streamSSE } from "hono/streaming"
import { describeError, SkilletError } from "../problem/failure.ts"
import type { WireError, WireStart } from "@skillet/dashboard"
import type { DashboardFile, DashboardFiles } from "./dashboard-files.ts"
import { decideEntry, type EntryRules, proveServer, START_PATH } from "./decide-entry.ts"
import { addViews } from "./views/add-views.ts"
import type { ViewTools } from "./views/view-tools.ts"
import type { ChangeWatch } from "./watch-changes.ts"

export interface AppParts extends ViewTools {
  readonly files: DashboardFiles
  readonly changes: ChangeWatch
  readonly told: (message: string) => void
  readonly rules: () => EntryRules
  /** The token let a browser in, and is not to let in another. */
  readonly spendToken: () => void
  /** A request through this connection was let in. */
  readonly welcome: (socket: Socket | undefined) => void
}

/** What the server hands in beside a request; a request that a test makes has none. */
interface Incoming {
  readonly incoming?: { readonly socket: Socket } | undefined
}

/** Nothing is loaded from elsewhere, nothing runs that is not a file of ours, and no other page may show this one. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}

/** Before the key of a page, in the one address that no server is ever sent. */
const KEY_FRAGMENT = "key="
const PROOF_HEADER = "x-skillet-proof"

const MOST_BODY = 256 * 1024
const MOST_STREAMS = 64
const HEARTBEAT = 15_000

export function makeApp(parts: AppParts): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    const entry = decideEntry(readFacts(context), parts.rules())
    if (entry.kind === "exchange") {
      parts.spendToken()
      context.header("set-cookie", entry.cookie)
    }
    if (entry.kind === "exchange" || entry.kind === "strip") {
      const fragment = entry.kind === "exchange" ? `#${KEY_FRAGMENT}${entry.key}` : ""
      return context.redirect(`${stayHere(context.req.path)}${fragment}`, 303)
    }
    if (entry.kind === "refuse") return refuse(context, entry)
    parts.welcome((context.env as Incoming | undefined)?.incoming?.socket)
    return next()
  })
  app.use("/api/*", async (context, next) => {
    context.header("cache-control", "no-store")
    // How things are before anything is read: a page that hears of this state needs not ask again.
    const { stored, skills } = parts.changes.now()
    context.header("x-skillet-change", `${stored}/${skills}`)
    return next()
  })
  app.use(
    bodyLimit({
      maxSize: MOST_BODY,
      onError: (context) =>
        sendError(context, 413, { code: "web.too-large", message: "the request is too large", next: "send less text" }),
    }),
  )
  app.get(START_PATH, (context) => {
    const rules = parts.rules()
    const start: WireStart = { start: rules.start, proof: proveServer(rules, context.req.query("word") ?? "") }
    return context.json(start)
  })
  addStream(app, parts)
  addViews(app, parts)
  app.all("/api/*", (context) =>
    sendError(context, 404, {
      code: "web.no-view",
      message: `there is no ${context.req.path}`,
      next: "reload the page: it may be older than the server",
    }),
  )
  app.get("/assets/:name", (context) => {
    const file = parts.files.assets.get(context.req.param("name"))
    return file === undefined ? context.notFound() : sendFile(context, file, "public, max-age=31536000, immutable")
  })
  app.get("/favicon.ico", (context) => context.body(null, 204))
  app.get("*", (context) => sendFile(context, parts.files.page, "no-cache"))
  app.onError((error, context) => answerError(error, context, parts))
  return app
}

/** Two slashes at the beginning would lead to another machine. */
function stayHere(path: string): string {
  return `/${path.replace(/^[/\\]+/, "")}`
}

function readFacts({ req }: Context) {
  return {
    method: req.method,
    path: req.path,
    host: req.header("host"),
    origin: req.header("origin"),
    site: req.header("sec-fetch-site"),
    contentType: req.header("content-type"),
    cookie: req.header("cookie"),
    token: req.query("token"),
    // The stream of changes and links have no headers of ours.
    proof: req.header(PROOF_HEADER) ?? req.query("proof"),
  }
}

function refuse(context: Context, { status, code, message, next }: { readonly status: 403 | 405 | 415 } & WireError) {
  if (context.req.path.startsWith("/api/")) return sendError(context, status, { code, message, next })
  return context.text(`Not let in: ${message}.\nTo continue, ${next}.\n`, status)
}

function sendFile(context: Context, { body, type }: DashboardFile, caching: string) {
  return context.body(body, 200, { "content-type": type, "cache-control": caching })
}

function sendError(context: Context, status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 500 | 503, error: WireError) {
  return context.json(error, status)
}

/** A failure is told as the command line tells it; a bug is told where the server was started. */
function answerError(error: unknown, context: Context, { told }: AppParts) {
  if (error instanceof SkilletError) {
    const { code, message, next } = error
    return sendError(context, error.code.endsWith("not-found") ? 404 : 409, { code, message, next })
  }
  told(
    `bug while answering ${context.req.path}: ${error instanceof Error ? (error.stack ?? error.message) : describeError(error)}`,
  )
  return sendError(context, 500, {
    code: "web.bug",
    message: "this is a bug in Skillet, not in what you did",
    next: "what happened is printed where skillet serve runs; the same command on the command line may work",
  })
}

/** The first message says how things are, so a page that connects again knows whether something was missed. */
function addStream(app: Hono, { changes }: AppParts): void {
  let open = 0
  app.get("/api/changes", (context) => {
    // Nobody reads the stream that would answer a HEAD, so it would never end.
    if (context.req.method === "HEAD") return context.body(null, 204)
    if (open >= MOST_STREAMS)
      return sendError(context, 503, {
        code: "web.too-many",
        message: `${open} pages are open already`,
        next: "close some of them",
      })
    open++
    return streamSSE(context, async (stream) => {
      const send = (change = changes.now()) =>
        stream.writeSSE({ event: "change", id: `${change.stored}/${change.skills}`, data: JSON.stringify(change) })
      const stop = changes.listen((change) => void send(change))
      let isOpen = true
      function leave(): void {
        if (isOpen) open--
        isOpen = false
        stop()
      }
      // At once, and not after the next heartbeat: a page that is loaded again and again needs its place.
      stream.onAbort(leave)
      try {
        await send()
        while (!stream.aborted) {
          await stream.sleep(HEARTBEAT)
          await stream.write(": still here\n\n")
        }
      } finally {
        leave()
      }
    })
  })
}
