import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, vi } from "vitest"
import { needLinux, testWith } from "../../../test/needs.ts"
import { openTrustStore } from "./trust-store.ts"

function readFields(pid: number): readonly string[] {
  return fs
    .readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")
}

testWith(
  needLinux,
  "a lock whose owner ended is taken over, even while its parent has not noticed the end",
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "trust-store-"))
    // The program that replaces the shell never asks how the shell's child ended.
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 30"], { stdio: ["ignore", "pipe", "inherit"] })
    onTestFinished(() => {
      parent.kill("SIGKILL")
      fs.rmSync(folder, { recursive: true })
    })
    const [said] = (await once(parent.stdout, "data")) as [Buffer]
    const pid = Number(said.toString())
    await vi.waitFor(() => expect(readFields(pid)[0]).toBe("Z"), { timeout: 30_000 })
    fs.writeFileSync(path.join(folder, "trust.json.lock"), `${pid} ${readFields(pid)[19]} ${os.hostname()}`)
    expect(openTrustStore(folder).remove("/nothing")).toBe(false)
  },
)
