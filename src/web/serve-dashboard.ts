import { randomBytes } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import type { AddressInfo } from "node:net"
import type http from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import { readErrorCode, SkilletError } from "../problem/failure.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { makeApp } from "./make-app.ts"
import { keepRoom } from "./keep-room.ts"
import { locateDashboard, readDashboardFiles } from "./dashboard-files.ts"
import { keepSecret } from "../system/keep-secret.ts"
import { openLiveSkillet } from "./open-live-skillet.ts"
import { watchChanges } from "./watch-changes.ts"

export interface ServeOptions {
  /** Opens Skillet; called again when skills changed. */
  readonly open: () => Skillet
  readonly env: Readonly<Record<string, string | undefined>>
  /** 0: any that is free. */
  readonly port: number
  readonly mayWrite: boolean
  /** Who answers and approves. */
  readonly by: string
  /** The script that starts Skillet again, for agents that are woken by an answer. */
  readonly script: string
  /** What went wrong while nobody asked, or inside Skillet. */
  readonly told: (message: string) => void
  /** The address let a browser in; this one is for another. */
  readonly onEntered: (url: string) => void
  /** Where the built pages are. */
  readonly pages?: string | undefined
}

export interface ServedDashboard {
  readonly port: number
  /** Lets one browser in. */
  readonly url: string
  close(): Promise<void>
}

const MOST_CONNECTIONS = 256
const MOST_STRANGERS = 64
/** The address is told once thousands of skills are read, so that the first page opens as fast as the others. */
const MOST_WARMING = 3000

/** Cookies and keys are made from it. */
const COOKIES = {
  name: "serve-secret",
  code: "web.secret",
  without: "so no browser would be let in safely",
  next: "move the file away; skillet serve makes a new one, and browsers are let in again by the address that it prints",
}

/**
 * Serves the dashboard on this machine alone.
 *
 * 1. It listens on the loopback address, and answers nobody who was not let in (`decide-entry.ts`).
 *    An address lets one browser in, so one that is found later in a history or a list of processes is of no use.
 * 2. It reads and writes through the library's object, as the command line does, and keeps only what it can read again:
 *    what is killed and started again continues where it was.
 * 3. Whatever comes from skills, agents and code is sent as JSON, and every length is bounded.
 */
export async function serveDashboard(options: ServeOptions): Promise<ServedDashboard> {
  const files = readDashboardFiles(options.pages ?? locateDashboard())
  const secret = keepSecret(options.env, COOKIES)
  const start = makeToken()
  let token = makeToken()
  const live = openLiveSkillet(options.open, options.told)
  const changes = watchChanges(options.env, live)
  let port = options.port
  const writeUrl = () => `http://127.0.0.1:${port}/?token=${token}`
  const { by, mayWrite, script, told, env } = options
  const room = keepRoom(MOST_STRANGERS)
  const app = makeApp({
    files,
    live,
    changes,
    by,
    mayWrite,
    script,
    told,
    env,
    rules: () => ({ port, token, secret, start, mayWrite }),
    welcome: room.welcome,
    spendToken() {
      token = makeToken()
      options.onEntered(writeUrl())
    },
  })
  const server = createAdaptorServer({ fetch: app.fetch }) as http.Server
  server.maxConnections = MOST_CONNECTIONS
  server.on("connection", room.admit)
  port = await listen(server, options.port)
  await Promise.race([live.warm(), setTimeout(MOST_WARMING, undefined, { ref: false })])
  return {
    port,
    url: writeUrl(),
    async close() {
      changes.close()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await live.close()
    },
  }
}

function makeToken(): string {
  return randomBytes(24).toString("base64url")
}

function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(readErrorCode(error) === "EADDRINUSE" ? portTaken(port) : error))
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
}

function portTaken(port: number): SkilletError {
  return new SkilletError("web.port-taken", `another program listens on port ${port}`, {
    retry: "no",
    next: `if it is a dashboard, open that one; otherwise skillet serve --port ${port + 1}`,
  })
}
