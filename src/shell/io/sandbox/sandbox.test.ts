import fs from "node:fs"
import net, { type AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { ShellRequest } from "../../shell-runner.ts"
import { openShellRunner } from "../open-shell-runner.ts"
import { longSleep, noGrants, runningWith, type ShellTrial, shellTrial } from "../../../../test/shell/shell-trial.ts"
import { describeWith, needSandbox } from "../../../../test/needs.ts"

describeWith(await needSandbox(), "a command inside bubblewrap", () => {
  let trial: ShellTrial
  beforeEach(() => {
    trial = shellTrial()
  })
  afterEach(() => trial.remove())

  const run = (command: string, more: Partial<ShellRequest> = {}) =>
    openShellRunner({ overflow: trial.overflow }).run(trial.request(command, { sandbox: "required", ...more }))
  const says = async (command: string, more?: Partial<ShellRequest>) => (await run(command, more)).output
  const granting = (more: Partial<ShellRequest["grants"]>) => ({ grants: { ...noGrants, ...more } })

  test("cannot read the home directory or files next to the project, not even by a link", async () => {
    fs.writeFileSync(path.join(trial.folder, "secret"), "hunter2")
    fs.symlinkSync("../secret", path.join(trial.project, "link"))
    fs.writeFileSync(path.join(trial.project, "own"), "fine")
    const command = 'ls -A "$HOME" ~root; cat ../secret link; cat own'
    const { output } = await run(command, { env: { PATH: "/usr/bin:/bin", HOME: os.homedir() } })
    expect(output.split("\n").filter((line) => !line.includes("No such file or directory"))).toEqual(["fine"])
  })

  test("sees only names in /etc, and no keys or passwords", async () => {
    const seen = (await says("find /etc -maxdepth 1 -mindepth 1 | sort")).split("\n")
    const known = ["alternatives", "group", "hosts", "ld.so.cache", "localtime", "nsswitch.conf", "passwd"]
    expect(seen.filter((file) => !known.includes(path.basename(file)))).toEqual([])
    expect((await run("cat /etc/shadow")).exitCode).not.toBe(0)
    expect(await says("cat /etc/shadow /etc/ssl/private/* /etc/ssh/* 2>/dev/null", granting({ network: true }))).toBe(
      "",
    )
  })

  test("can write only to its own /tmp", async () => {
    fs.writeFileSync(path.join(trial.project, "file"), "kept")
    const attempts = ["echo x > new", "echo x > file", "rm file", "mkdir /new", "touch /usr/new", "touch /dev/shm/new"]
    for (const attempt of attempts) expect([attempt, (await run(attempt)).exitCode]).not.toEqual([attempt, 0])
    expect(fs.readdirSync(trial.project)).toEqual(["file"])
    expect(fs.readFileSync(path.join(trial.project, "file"), "utf8")).toBe("kept")

    const mark = `/tmp/${path.basename(trial.folder)}-mark`
    fs.writeFileSync(`${mark}-outside`, "")
    expect(await says(`echo x > ${mark}-inside; ls ${mark}*`)).toBe(`${mark}-inside`)
    expect(fs.existsSync(`${mark}-inside`)).toBe(false)
    fs.rmSync(`${mark}-outside`)
    const writable = (await says("find / /dev /etc -xdev ! -type l -writable 2>/dev/null | sort -u")).split("\n")
    const devices = /^\/dev\/(?:null|zero|full|random|urandom|tty|pts)$/
    expect(writable.filter((file) => !devices.test(file))).toEqual(["/tmp"])
  })

  test("cannot change kernel settings, not even as root", async () => {
    const open = "for f in /proc/sys/kernel/core_pattern /proc/sys/vm/swappiness /proc/sysrq-trigger; do : >> $f; done"
    expect(
      (await says(open)).split("\n").filter((line) => !/Read-only|Permission denied|No such file/.test(line)),
    ).toEqual([])
    expect(await says("find /proc/sys -type f -writable 2>/dev/null")).toBe("")
  })

  test("can write where that was granted, and only there", async () => {
    for (const name of ["out", "other"]) fs.mkdirSync(path.join(trial.project, name))
    const { exitCode } = await run("echo x > out/a; echo x > other/a", granting({ write: ["out"] }))
    expect(exitCode).toBe(1)
    expect(fs.readFileSync(path.join(trial.project, "out", "a"), "utf8")).toBe("x\n")
    expect(fs.readdirSync(path.join(trial.project, "other"))).toEqual([])
    expect((await run("echo x > other/a", granting({ write: [trial.project] }))).exitCode).toBe(0)
    expect(fs.statSync(path.join(trial.project, "other", "a")).uid).toBe(process.getuid?.())
  })

  test("cannot write to directories from which git and agents run code, unless granted by name", async () => {
    fs.mkdirSync(path.join(trial.project, ".git", "hooks"), { recursive: true })
    const commands = ".git/hooks/pre-commit .claude/settings.json .agents/x .skillet/config.yaml"
      .split(" ")
      .map((file) => `mkdir -p "$(dirname ${file})"; echo x > ${file}`)
    await run(`${commands.join("; ")}; mv .git old; rm -rf .claude`, granting({ write: [trial.project] }))
    expect(fs.readdirSync(trial.project)).toEqual([".git"])
    expect(fs.readdirSync(path.join(trial.project, ".git", "hooks"))).toEqual([])
    const named = granting({ write: [trial.project, path.join(trial.project, ".git")] })
    expect((await run("echo x > .git/hooks/pre-commit", named)).exitCode).toBe(0)
  })

  test("can read a directory that was granted, and not write to it", async () => {
    const lent = path.join(trial.folder, "lent")
    fs.mkdirSync(lent)
    fs.writeFileSync(path.join(lent, "a"), "lent")
    const grants = granting({ read: [lent, path.join(trial.folder, "absent")] })
    const { output } = await run(`cat ${lent}/a; echo x > ${lent}/b`, grants)
    expect(output).toMatch(/^lent\n.*Read-only file system$/)
  })

  test("finds the project and a granted directory by the requested names and by their real paths", async () => {
    const link = path.join(trial.folder, "link")
    fs.symlinkSync(trial.project, link)
    fs.mkdirSync(path.join(trial.folder, "lent"))
    fs.symlinkSync("lent", path.join(trial.folder, "borrowed"))
    fs.writeFileSync(path.join(trial.folder, "lent", "a"), "lent")
    const grants = granting({ read: [path.join(trial.folder, "borrowed")] })
    const command = `pwd; cd -P ${trial.project} && pwd; cat ${trial.folder}/lent/a ${trial.folder}/borrowed/a`
    expect(await says(command, { cwd: link, ...grants })).toBe(`${link}\n${trial.project}\nlentlent`)
  })

  test("reaches no service of this machine, unless it was granted the network", async () => {
    const server = net.createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    const connect = `exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port} && cat <&3`
    try {
      expect(await run(connect)).toMatchObject({ exitCode: 1, output: expect.stringContaining("Connection refused") })
      expect(await says(connect, granting({ network: true }))).toBe("reached")
      expect(await says("cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d ' '")).toBe("lo")
    } finally {
      server.close()
    }
  })

  test("sees no process but its own, and reaches none", async () => {
    const words = (await says("cat /proc/[0-9]*/comm")).split("\n")
    expect(words.filter((word) => !["bash", "bwrap", "cat"].includes(word))).toEqual([])
    expect((await run(`kill -0 ${process.pid}`)).exitCode).toBe(1)
  })

  test("is nobody, cannot become another user, and creates no namespaces", async () => {
    expect(
      await says("id -u; id -g; hostname; grep -E '^(CapEff|CapPrm|NoNewPrivs)' /proc/self/status | tr -d '\\t'"),
    ).toBe("65534\n65534\nsandbox\nCapPrm:0000000000000000\nCapEff:0000000000000000\nNoNewPrivs:1")
    const attempts = ["unshare --user true", "unshare --mount true", "unshare --net true", "mount -t tmpfs none /tmp"]
    for (const attempt of attempts) expect([attempt, (await run(attempt)).exitCode]).not.toEqual([attempt, 0])
  })

  test("finds only our variables in any process it sees, and other users see none of them", async () => {
    const [sleep, value] = [longSleep(), `value-${longSleep()}`]
    const env = { PATH: "/usr/bin:/bin", DECLARED: value }
    const abort = new AbortController()
    const request = trial.request(`sleep ${sleep}`, { env, sandbox: "required" })
    const running = openShellRunner({ overflow: trial.overflow }).run(request, abort.signal)
    await expect.poll(() => runningWith(sleep).length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect([runningWith(value), runningWith(`DECLARED=${value}`)]).toEqual([[], []])
    abort.abort(new Error("seen enough"))
    await expect(running).rejects.toThrow("seen enough")

    const names = await says("cat /proc/[0-9]*/environ | tr '\\0' '\\n' | cut -d= -f1 | sort -u", { env })
    expect(names.split("\n").filter((name) => !["_", "OLDPWD", "PWD", "SHLVL"].includes(name))).toEqual([
      "DECLARED",
      "LC_ALL",
      "PATH",
    ])
  })

  test("has the usual tools", async () => {
    const command =
      "printf 'b\\na\\n' | sort | sed 's/a/A/' | awk '{print $1}' | tr '\\n' ' '; cat <(echo sub) - <<<here"
    expect(await says(command)).toBe("A b sub\nhere")
    expect(
      await run('git --version >/dev/null && whoami && date >/dev/null && node -e "console.log(1)"'),
    ).toMatchObject({
      exitCode: 0,
    })
  })

  test.each<[string, (project: string) => Partial<ShellRequest>, string]>([
    ["a directory to write to that does not exist", () => granting({ write: ["absent"] }), "sandbox.grant-missing"],
    ["a link in the project that leads out of it", () => granting({ write: ["out"] }), "sandbox.grant-leads-out"],
    ["such a link by its whole name", (project) => granting({ read: [`${project}/out`] }), "sandbox.grant-leads-out"],
    ["the home directory as a project", () => ({ cwd: os.homedir() }), "sandbox.project-too-wide"],
    ["the whole machine as a project", () => ({ cwd: "/" }), "sandbox.project-too-wide"],
    ["the system's settings as a project", () => ({ cwd: "/etc" }), "sandbox.project-too-wide"],
  ])("is not started with %s", async (_, more, code) => {
    fs.symlinkSync(trial.folder, path.join(trial.project, "out"))
    await expect(run("true", more(trial.project))).rejects.toMatchObject({ name: "SkilletError", code, retry: "no" })
  })

  test("is started in a home directory that was granted by name", async () => {
    const runner = openShellRunner({ overflow: trial.overflow, home: trial.project })
    const request = trial.request("pwd", { sandbox: "required", ...granting({ read: [trial.project] }) })
    expect((await runner.run(request)).output).toBe(trial.project)
    await expect(runner.run({ ...request, grants: noGrants })).rejects.toMatchObject({
      code: "sandbox.project-too-wide",
    })
  })

  test("is distinguished from a sandbox that could not be set up", async () => {
    const wrapper = path.join(trial.folder, "bwrap")
    fs.writeFileSync(
      wrapper,
      `#!/bin/sh\n[ -e ${trial.folder}/broken ] && set -- --ro-bind /absent /absent "$@"\nexec bwrap "$@"\n`,
      {
        mode: 0o755,
      },
    )
    const runner = openShellRunner({ overflow: trial.overflow, programs: { bubblewrap: wrapper } })
    expect(await runner.run(trial.request("exit 1", { sandbox: "required" }))).toMatchObject({ exitCode: 1 })
    fs.writeFileSync(path.join(trial.folder, "broken"), "")
    await expect(runner.run(trial.request("exit 1"))).rejects.toMatchObject({
      code: "sandbox.failed",
      message: "the sandbox could not be set up: bwrap: Can't find source path /absent: No such file or directory",
    })
  })
})
