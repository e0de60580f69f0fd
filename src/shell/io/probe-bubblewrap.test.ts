import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { describeWith, needLinux } from "../../../test/needs.ts"
import { openSearchPath } from "../../system/programs/find-program.ts"
import { openShellRunner } from "./open-shell-runner.ts"
import { findBubblewrap } from "./probe-bubblewrap.ts"

const search = openSearchPath({ env: process.env, projects: [] })

/** A program that answers like bubblewrap, and does this instead of shutting a command in. */
function imitate(does: string): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-bwrap-")))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, "bwrap")
  const script = `#!/bin/sh
case $1 in
--version) echo "bubblewrap 0.11.0"; exit ;;
--help) echo "--disable-userns --size"; exit ;;
esac
while [ "$1" != -- ]; do shift; done
shift
echo '{ "child-pid": '$$' }' >&4
${does}
code=$?
echo '{ "exit-code": '$code' }' >&4
exit $code
`
  fs.writeFileSync(file, script, { mode: 0o755 })
  return file
}

const CANNOT = "bubblewrap is installed but cannot start here"

describeWith(needLinux, "imitations of bubblewrap", () => {
  test.each([
    ["runs the command without a sandbox", '"$@"', `${CANNOT} (a command in it could write outside the sandbox)`],
    ["only says that it succeeded", "true", `${CANNOT} (it did not run a command)`],
    ["prints something else", "echo 0b6c3f9e", `${CANNOT} (it did not run a command)`],
    ["fails", "echo bwrap: no permissions >&2; false", `${CANNOT} (bwrap: no permissions)`],
  ])("a program that %s is not taken for a sandbox", async (_, does, why) => {
    const given = imitate(does)
    expect((await findBubblewrap(search, given)).said).toEqual({ kind: "none", why })
    const runner = openShellRunner({ overflow: "/nonexistent", programs: { bubblewrap: given } })
    const request = {
      command: "echo ran",
      shell: "bash" as const,
      cwd: os.tmpdir(),
      env: {},
      grants: { network: false, read: [], write: [] },
      sandbox: "required" as const,
      limits: { milliseconds: 5000, characters: 1000 },
    }
    await expect(runner.run(request)).rejects.toMatchObject({ code: "sandbox.missing" })
  })

  test("a program that runs the command and lets it write nothing is accepted", async () => {
    const readsOnly = `shown=$(echo "$3" | sed -n "s/^.*read -r line < \\(.*\\)\\/proof.*$/\\1/p"); cat "$shown/proof"`
    const { said } = await findBubblewrap(search, imitate(readsOnly))
    expect(said).toMatchObject({ kind: "bubblewrap", version: "0.11.0" })
  })
})
