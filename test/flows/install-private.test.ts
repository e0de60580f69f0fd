import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import http from "node:http"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"
import { cli } from "./run-cli.ts"

test("a private host is reached by the user's ssh, with its port, and the lock keeps the address in full", () => {
  const { runWith, publish, plant, at, lock, list } = plantProject()
  const commit = publish("private", { "skills/a/SKILL.md": writeSkill("a") })
  plant({
    "bin/ssh": `#!/bin/sh\necho "$@" >> ${at("asked")}\nfor last; do :; done\n[ -e ${at("key")} ] || { echo "git@git.example.com: Permission denied (publickey)." >&2; exit 255; }\neval "$(echo "$last" | sed "s#/team/private.git#${at("upstream/private")}#")"\n`,
  })
  fs.chmodSync(at("bin/ssh"), 0o755)
  const ssh = { GIT_SSH_COMMAND: at("bin/ssh"), GIT_SSH_VARIANT: "ssh" }
  const url = "ssh://git@git.example.com:2222/team/private.git"
  expect(runWith(ssh, "add", url, "--yes")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/git could not fetch ssh:.*: git@git\.example\.com: Permission denied \(publickey\)/),
  })
  expect(list()).toEqual([])
  plant({ key: "" })
  expect(runWith(ssh, "add", url, "--yes").code).toBe(0)
  expect(lock().skills["a"]?.source).toEqual({ type: "git", url, commit, path: "skills/a" })
  expect(fs.readFileSync(at("asked"), "utf8")).toMatch(
    /-p 2222 git@git\.example\.com git-upload-pack '\/team\/private\.git'/,
  )
})

test("a private host is reached with the user's credential helper, and the password is nowhere on the disk", async () => {
  const { publish, project, env, at, lock, root } = plantProject()
  publish("private", { "a/SKILL.md": writeSkill("a") })
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const { authorization = "" } = request.headers
    asked.push(authorization)
    if (authorization !== `Basic ${Buffer.from("ann:s3cret-token").toString("base64")}`)
      return response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end()
    serveGit(at("upstream"), request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  const url = `http://127.0.0.1:${port}/private`
  const add = () => start(["add", url, "--yes"], { project, env })
  expect(await add()).toBe(1)
  fs.writeFileSync(at("helper"), '#!/bin/sh\n[ "$1" = get ] && printf "username=ann\\npassword=s3cret-%s\\n" token\n')
  fs.chmodSync(at("helper"), 0o755)
  execFileSync("git", ["config", "--file", at("home/.gitconfig"), "credential.helper", at("helper")])
  expect(await add()).toBe(0)
  expect(lock().skills["a"]?.source["url"]).toBe(url)
  expect(asked.length).toBeGreaterThan(2)
  const found = execFileSync("sh", ["-c", `grep -rla "s3cret-token" "$1" || true`, "sh", root], { encoding: "utf8" })
  expect(found).toBe("")
})

/** What a web server does to let git's own program answer. */
function serveGit(folder: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  const url = new URL(request.url ?? "", "http://127.0.0.1")
  const folders = execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim()
  const {
    "content-type": type = "",
    "git-protocol": protocol = "",
    "content-encoding": encoding = "",
  } = request.headers
  const child = spawn(path.join(folders, "git-http-backend"), [], {
    env: {
      PATH: process.env["PATH"] ?? "",
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: type,
      GIT_PROTOCOL: String(protocol),
      HTTP_CONTENT_ENCODING: encoding,
    },
  })
  request.pipe(child.stdin)
  const parts: Buffer[] = []
  child.stdout.on("data", (part: Buffer) => void parts.push(part))
  child.on("close", () => {
    const all = Buffer.concat(parts)
    const end = all.indexOf("\r\n\r\n")
    const headers = all
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string])
    const status = headers.find(([name]) => name === "Status")?.[1]
    response.writeHead(status === undefined ? 200 : Number.parseInt(status, 10), Object.fromEntries(headers))
    response.end(all.subarray(end + 4))
  })
}

/** The server of a test is in its own process, which must go on while the command runs. */
function start(
  words: readonly string[],
  { project, env }: { readonly project: string; readonly env: Readonly<Record<string, string>> },
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...words], { cwd: project, env, stdio: "ignore" })
    child.on("close", resolve)
  })
}
