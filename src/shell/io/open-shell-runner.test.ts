import fs from "node:fs"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openShellRunner, type ShellRunnerOptions } from "./open-shell-runner.ts"
import { describeWith, type Need, needSandbox } from "../../../test/needs.ts"
import { longSleep, runningWith, type ShellTrial, shellTrial, zombies } from "../../../test/shell/shell-trial.ts"

const noBubblewrap = { bubblewrap: "/nonexistent/bwrap" }
const isRoot = process.getuid?.() === 0
const always: Need = { missing: undefined }

let trial: ShellTrial
beforeEach(() => {
  trial = shellTrial()
})
afterEach(() => trial.remove())

const ways: readonly (readonly [name: string, programs: ShellRunnerOptions["programs"], need: Need])[] = [
  ["bare", noBubblewrap, always],
  ["in a sandbox", {}, await needSandbox()],
]
for (const [name, programs, need] of ways)
  describeWith(need, name, () => {
    const open = (more: Partial<ShellRunnerOptions> = {}) =>
      openShellRunner({ overflow: trial.overflow, grace: 200, programs: programs ?? {}, ...more })

    test("the result of a command is its output, its exit code and whether it ran in a sandbox", async () => {
      expect(await open().run(trial.request("pwd; exit 3"))).toEqual({
        exitCode: 3,
        output: trial.project,
        timedOut: false,
        sandboxed: name !== "bare",
      })
    })

    test.each([
      ["errors come after results, whatever came first", "echo e >&2; sleep 0.05; echo o", "o\ne"],
      ["line ends at the end are cut off each", "printf 'o\\n\\n'; printf 'e\\r\\n' >&2", "o\ne"],
      ["other white space stays", "printf '  o \\n'; printf '\\n e\\t' >&2", "  o \n\n e\t"],
      ["only errors", "echo e >&2", "e"],
      ["nothing", "true", ""],
      ["the input is empty", "cat; read -r line || echo none", "none"],
      ["a command that begins like an option", "-v 2>/dev/null || echo no such command", "no such command"],
      ["several lines", "for n in 1 2\ndo echo $n\ndone", "1\n2"],
      ["what looks like an argument of the shell is none", 'echo "[$*]"', "[]"],
      ["a byte order mark stays", "printf '\\xef\\xbb\\xbfx'", "\ufeffx"],
      ["NUL stays", "printf 'a\\0b'", "a\0b"],
      ["bytes that are no text are replaced", "printf 'a\\xff\\xfeb\\xc3'", "a\ufffd\ufffdb\ufffd"],
      ["a character that comes in two pieces", "printf '\\xf0\\x9f'; sleep 0.1; printf '\\x8d\\xb3'", "🍳"],
    ])("%s", async (_, command, output) => {
      expect((await open().run(trial.request(command))).output).toBe(output)
    })

    test("a command and all that it starts has a limit of memory, and of processes", async () => {
      const resources = { memory: 64 * 1024, processes: 4000 }
      const run = async (command: string) => (await open({ resources }).run(trial.request(command))).output
      expect(await run("ulimit -d; ulimit -u; ulimit -c; bash -c 'ulimit -d'")).toBe("65536\n4000\n0\n65536")
      const filling = "printf -v all '%0200000000d' 0; echo ${#all}"
      expect(await run(filling)).not.toContain("200000000")
      const raised = await run("ulimit -Hd unlimited 2>/dev/null; ulimit -Hd")
      expect(isRoot ? ["unlimited", "65536"] : ["65536"]).toContain(raised)
      const { output } = await open().run(trial.request(filling))
      expect(output).toBe("200000000")
    })

    test.each([
      ["exit 0", 0],
      ["exit 255", 255],
      ["kill -9 $$", 137],
      ["kill -TERM $$", 143],
      ["no-such-command-at-all", 127],
      ["if then", 2],
    ])("%s ends with %i", async (command, exitCode) => {
      expect(await open().run(trial.request(command))).toMatchObject({ exitCode, timedOut: false })
    })

    test("a command gets the variables of the request and no other", async () => {
      process.env["SKILLET_TEST_SECRET"] = "hunter2"
      process.env["NODE_V8_COVERAGE"] ??= ""
      const env = {
        PATH: "/usr/bin:/bin",
        ODD: "a=b\n'c\"",
        EMPTY: "",
        BASH_ENV: "/x",
        ENV: "/x",
        "BASH_FUNC_ls%%": "() { :; }",
      }
      const { output } = await open().run(trial.request("env -0 | sort -z | tr '\\0' '|'", { env }))
      delete process.env["SKILLET_TEST_SECRET"]
      expect(output.split("|").filter((line) => !/^(?:_|PWD|SHLVL|OLDPWD)=/.test(line))).toEqual([
        "EMPTY=",
        "LC_ALL=C.UTF-8",
        "ODD=a=b\n'c\"",
        `PATH=${[...new Set(["/usr/bin", "/bin"].map((folder) => fs.realpathSync(folder)))].join(":")}`,
        "",
      ])
    })

    test("no file that this process happens to have open reaches a command", async () => {
      const { output } = await open().run(trial.request("for f in /proc/self/fd/*; do readlink $f; done | sort -u"))
      const other = output.split("\n").filter((file) => !/^(?:\/dev\/null|socket:.*|pipe:.*|\/proc\/.*)$/.test(file))
      expect(other).toEqual([])
    })

    test("a command that takes too long is stopped with everything it started, and its output so far is kept", async () => {
      const [own, background, deaf, away] = [longSleep(), longSleep(), longSleep(), longSleep()]
      const command = `
      echo begun
      (sleep ${background} &)
      sh -c 'trap "" TERM; sleep ${deaf} & wait' &
      ${name === "bare" ? "" : `setsid sh -c 'trap "" TERM; sleep ${away} & wait' >/dev/null 2>&1 &`}
      sleep ${own}`
      const began = performance.now()
      const result = await open().run(trial.request(command, { limits: { milliseconds: 400, characters: 30_000 } }))
      expect(result).toEqual({ exitCode: null, output: "begun", timedOut: true, sandboxed: name !== "bare" })
      expect(performance.now() - began).toBeLessThan(3000)
      for (const sleep of [own, background, deaf, away]) expect(runningWith(sleep)).toEqual([])
    })

    test("a command that is asked to end has time to clean up", async () => {
      const command =
        "exec 2>/dev/null; trap 'sleep 0.05; echo cleaned; exit 0' TERM; echo begun; while :; do sleep 0.01; done"
      const limits = { milliseconds: 300, characters: 30_000 }
      expect(await open({ grace: 5000 }).run(trial.request(command, { limits }))).toMatchObject({
        output: "begun\ncleaned",
        timedOut: true,
      })
    })

    test("processes that a command leaves in the background end with it", async () => {
      const sleep = longSleep()
      const began = performance.now()
      const { output, exitCode } = await open().run(trial.request(`sleep ${sleep} & echo started`))
      expect([output, exitCode]).toEqual(["started", 0])
      expect(performance.now() - began).toBeLessThan(5000)
      expect(runningWith(sleep)).toEqual([])
    })

    test("an aborted command is stopped with everything it started, and the reason is thrown", async () => {
      const sleep = longSleep()
      const abort = new AbortController()
      const run = open().run(trial.request(`(sleep ${sleep} &); touch started; sleep ${sleep}`), abort.signal)
      await expect.poll(() => runningWith(sleep).length, { timeout: 10_000 }).toBeGreaterThan(1)
      abort.abort(new Error("enough"))
      await expect(run).rejects.toThrow("enough")
      expect(runningWith(sleep)).toEqual([])
    })

    test("nothing is started for a signal that is already aborted", async () => {
      const sleep = longSleep()
      const reason = new Error("enough")
      await expect(open().run(trial.request(`sleep ${sleep}`), AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(runningWith(sleep)).toEqual([])
    })

    test("a command aborted at any moment of its start leaves nothing behind", async () => {
      const sleep = longSleep()
      const runs = Array.from({ length: 40 }, async (_, n) => {
        const abort = new AbortController()
        const run = open().run(trial.request(`sleep ${sleep}`), abort.signal)
        setTimeout(() => abort.abort(new Error("enough")), n)
        await expect(run).rejects.toThrow("enough")
      })
      await Promise.all(runs)
      expect(runningWith(sleep)).toEqual([])
    })

    test("fifty concurrent commands do not mix", async () => {
      const runner = open()
      const numbers = Array.from({ length: 50 }, (_, n) => n)
      const results = await Promise.all(
        numbers.map((n) => runner.run(trial.request(`echo ${n}; echo e${n} >&2; exit ${n}`))),
      )
      expect(results.map(({ output, exitCode }) => [output, exitCode])).toEqual(numbers.map((n) => [`${n}\ne${n}`, n]))
    })

    test("output of exactly the limit is returned; one character more goes into a file", async () => {
      const limits = { milliseconds: 20_000, characters: 100 }
      const print = (count: number) => open().run(trial.request(`printf 'x%.0s' {1..${count}}; echo; echo`, { limits }))
      expect(await print(100)).toMatchObject({ output: "x".repeat(100) })
      expect(fs.existsSync(trial.overflow)).toBe(false)
      const over = await print(101)
      expect(over.output).toBe("x".repeat(100))
      expect(over.overflow).toEqual({ path: expect.stringContaining(trial.overflow), characters: 103 })
    })

    test("long output is stored completely in a private file, and its beginning is returned", async () => {
      const { output, overflow, exitCode } = await open().run(
        trial.request("seq 200000; seq 900000 1000000 >&2; printf 'last' >&2; exit 1"),
      )
      const lines = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, n) => `${from + n}\n`).join("")
      const whole = `${lines(1, 200_000)}${lines(900_000, 1_000_000)}last`
      expect(exitCode).toBe(1)
      expect(fs.readFileSync(overflow?.path ?? "", "utf8") === whole).toBe(true)
      expect(overflow?.characters).toBe(whole.length)
      expect(output).toBe(whole.slice(0, 2000))
      expect(fs.statSync(overflow?.path ?? "").mode & 0o777).toBe(0o600)
      expect(fs.statSync(trial.overflow).mode & 0o777).toBe(0o700)
      expect(fs.readdirSync(trial.overflow)).toEqual([path.basename(overflow?.path ?? "")])
    })

    test("no character is cut in half where the beginning ends", async () => {
      const { output } = await open().run(trial.request("printf x; for n in {1..20000}; do printf 🍳; done"))
      expect(output).toBe(`x${"🍳".repeat(999)}`)
    })

    test("a command that prints endlessly is stopped, and this is reported", async () => {
      const word = `${longSleep()}00`.slice(0, 9)
      const result = await open({ mostBytes: 3 << 20 }).run(trial.request(`echo begun >&2; yes ${word}`))
      expect(result).toMatchObject({
        exitCode: null,
        timedOut: false,
        outputCapped: true,
        output: `${word}\n`.repeat(200),
      })
      const text = fs.readFileSync(result.overflow?.path ?? "", "utf8")
      expect(text.length).toBe(result.overflow?.characters)
      expect(text.length).toBeLessThan((3 << 20) + 100)
      expect(text.slice(-64)).toContain("begun\n\n[output truncated: more than 3 MiB were printed]\n")
      expect(runningWith(word)).toEqual([])
    })

    test("output that cannot be stored is a failure, and the command is stopped", async () => {
      fs.mkdirSync(trial.overflow, { recursive: true, mode: 0o755 })
      fs.chmodSync(trial.overflow, 0o755)
      const sleep = longSleep()
      await expect(open().run(trial.request(`seq 100000; sleep ${sleep}`))).rejects.toMatchObject({
        code: "shell.folder-not-private",
        message: `other users can read ${trial.overflow}, where output would be stored`,
      })
      expect(runningWith(sleep)).toEqual([])
      fs.rmSync(trial.overflow, { recursive: true })
      fs.writeFileSync(trial.overflow, "")
      await expect(open().run(trial.request("seq 100000"))).rejects.toMatchObject({ code: "shell.output-not-kept" })
    })

    test("commands that are still running when this process ends are stopped too", async () => {
      const sleep = longSleep()
      const before = new Set(process.listeners("exit"))
      const run = open().run(trial.request(`(sleep ${sleep} &); sleep ${sleep}`))
      await expect.poll(() => runningWith(sleep).length, { timeout: 10_000 }).toBeGreaterThan(1)
      for (const listener of process.listeners("exit")) if (!before.has(listener)) listener.call(process, 0)
      await run
      expect(runningWith(sleep)).toEqual([])
      expect(process.listeners("exit").filter((listener) => !before.has(listener))).toEqual([])
    })

    test.each([
      ["a NUL in a command", { command: "echo a\0b" }, "shell.bad-request"],
      ["a NUL in a variable", { env: { A: "x\0--bind\0/\0/everything" } }, "shell.bad-request"],
      ["a variable with a name no variable can have", { env: { "A=B": "x" } }, "shell.bad-request"],
      ["a NUL in a grant", { grants: { network: false, read: ["/x\0--bind"], write: [] } }, "shell.bad-request"],
      ["a directory that does not exist", { cwd: "/nonexistent" }, "shell.no-folder"],
      ["a directory that is a file", { cwd: "/dev/null/x" }, "shell.no-folder"],
      ["a command longer than the system takes", { command: `: ${"x".repeat(200_000)}` }, "shell.not-started"],
      ["PowerShell where there is none", { shell: "powershell" as const }, "shell.missing"],
    ])("%s is refused", async (_, more, code) => {
      const runner = open({ programs: { ...programs, powershell: "/nonexistent/pwsh" } })
      await expect(runner.run(trial.request("true", more))).rejects.toMatchObject({
        name: "SkilletError",
        code,
        retry: "no",
      })
    })

    test("PowerShell gets the command as one word, without profile or questions", async () => {
      const pwsh = path.join(trial.folder, "tools", "pwsh")
      fs.mkdirSync(path.dirname(pwsh))
      fs.writeFileSync(pwsh, '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 })
      const runner = open({ programs: { ...programs, powershell: pwsh } })
      const { output } = await runner.run(trial.request("Get-Date -Format o", { shell: "powershell" }))
      expect(output).toBe("-NoLogo|-NoProfile|-NonInteractive|-Command|Get-Date -Format o|")
    })
  })

test("without a sandbox, an escaped process cannot keep a command from ending", async () => {
  const runner = openShellRunner({ overflow: trial.overflow, programs: noBubblewrap })
  const began = performance.now()
  const silent = runner.run(trial.request("setsid sleep 10 & echo a; disown"))
  const loud = runner.run(trial.request("setsid sh -c 'while echo b; do sleep 0.01; done' & sleep 0.2"))
  expect((await silent).output).toBe("a")
  expect((await loud).output).toMatch(/^(?:b\n)+b$/)
  expect(performance.now() - began).toBeLessThan(6000)
})

test("without a sandbox, commands that require one are refused, and those that prefer one run without it", async () => {
  const runner = openShellRunner({ overflow: trial.overflow, programs: noBubblewrap })
  expect(await runner.sandbox()).toEqual({ kind: "none", why: "bubblewrap is not installed" })
  await expect(runner.run(trial.request("touch ran", { sandbox: "required" }))).rejects.toMatchObject({
    name: "SkilletError",
    code: "sandbox.missing",
    message: "a sandbox is required, but none is available: bubblewrap is not installed",
    retry: "no",
    next: "install bubblewrap (on Debian and Ubuntu: apt-get install bubblewrap), then run `skillet doctor`",
  })
  expect(fs.existsSync(path.join(trial.project, "ran"))).toBe(false)
  expect(await runner.run(trial.request("echo ran"))).toMatchObject({ output: "ran", sandboxed: false })
})

test("a bubblewrap that is not a program counts as missing", async () => {
  const broken = path.join(trial.folder, "bwrap")
  fs.writeFileSync(broken, "#!/nonexistent/shell\n", { mode: 0o755 })
  const runner = openShellRunner({ overflow: trial.overflow, programs: { bubblewrap: broken } })
  const why = `bubblewrap is installed but cannot start here (${broken} could not be started (ENOENT))`
  expect(await runner.sandbox()).toEqual({ kind: "none", why })
})

test("a bubblewrap that cannot start counts as missing", async () => {
  const broken = path.join(trial.folder, "bwrap")
  fs.writeFileSync(broken, "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", {
    mode: 0o755,
  })
  const runner = openShellRunner({ overflow: trial.overflow, programs: { bubblewrap: broken } })
  const why = "bubblewrap is installed but cannot start here (bwrap: No permissions to create new namespace)"
  expect(await runner.sandbox()).toEqual({ kind: "none", why })
})

test("after all of these no zombie process is left", () => {
  expect(zombies()).toEqual([])
})
