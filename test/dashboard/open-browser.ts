import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { type Browser, chromium } from "playwright-core"
import { cli } from "../flows/run-cli.ts"
import type { Need } from "../needs.ts"

const CHROMIUM = "/usr/bin/chromium"

/** Debian's own, which `npm run setup:system` installs. */
export const needChromium: Need = {
  missing:
    spawnSync(CHROMIUM, ["--version"], { stdio: "ignore" }).status === 0 ? undefined : "chromium is not installed",
}

export interface OpenedBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

export async function openBrowser(): Promise<OpenedBrowser> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-chromium-"))
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disk-cache-dir=${profile}`,
    ],
  })
  return {
    browser,
    async close() {
      await browser.close()
      fs.rmSync(profile, { recursive: true, force: true })
    },
  }
}

export interface Served {
  readonly url: string
  readonly origin: string
  readonly port: number
  /** The address that was printed last: after each that let somebody in there is another. */
  nextUrl(): string
  kill(): Promise<void>
}

/** Starts the built command, as a person would. */
export async function startServer(
  { project, env }: { readonly project: string; readonly env: Readonly<Record<string, string>> },
  words: readonly string[] = [],
): Promise<Served> {
  const port = words.includes("--port") ? [] : ["--any-port"]
  const child = spawn(process.execPath, [cli, "serve", "--json", "--host", "open", ...port, ...words], {
    cwd: project,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const told: string[] = []
  child.stderr.on("data", (some) => told.push(String(some)))
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    let out = ""
    child.stdout.on("data", (some) => {
      out += String(some)
      if (out.includes("\n")) resolve(out)
    })
    void ended.then(() => reject(new Error(`skillet serve ended: ${told.join("")}`)))
  })
  const { url, port: listens } = JSON.parse(line) as { url: string; port: number }
  return {
    url,
    origin: new URL(url).origin,
    port: listens,
    nextUrl: () =>
      told
        .join("")
        .match(/http:\S+/g)
        ?.at(-1) ?? url,
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
  }
}
