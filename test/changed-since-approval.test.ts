import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "./plant.ts"
import type { ShellRunner } from "../src/shell/shell-runner.ts"
import type { Engine } from "../src/run/engine.ts"
import type { Run } from "../src/run/model.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { openRenderer } from "../src/render/io/open-renderer.ts"
import { openGateShell } from "../src/run/io/gates/gate-shell.ts"
import { approve, planApproval, removeApproval } from "../src/catalog/io/skills/trust-skills.ts"
import { requireCopy, readTrust } from "../src/catalog/io/skills/read-trust.ts"

/** A shell that records what it was asked to run, and does something in the meantime. */
function shellThat(meanwhile: () => void = () => undefined): { readonly ran: string[]; readonly shell: ShellRunner } {
  const ran: string[] = []
  return {
    ran,
    shell: {
      sandbox: async () => ({ kind: "none", why: "a test" }),
      async run({ command }) {
        ran.push(command)
        meanwhile()
        return { exitCode: 0, output: "ok", timedOut: false, sandboxed: false }
      },
    },
  }
}

const SCRIPT = "project/.agents/skills/a/x.sh"

function approved(body: string, files: Readonly<Record<string, string>> = {}) {
  const text = skillText("d", "allowed-tools: Bash(${CLAUDE_SKILL_DIR}/x.sh:*)\n").replace("The body of it.", body)
  const place = garden({ "project/.agents/skills/a/SKILL.md": text, [SCRIPT]: "#!/bin/sh\necho hi\n", ...files })
  return place
}

async function approveIt(options: Parameters<typeof openSession>[0], ref = "a") {
  const skillet = openSession({ ...options, cache: false })
  const plan = await planApproval(skillet, ref)
  approve(skillet, plan)
  return plan
}

test("a script that changes while an earlier command runs is not run", async () => {
  const { options, at } = approved("!`${CLAUDE_SKILL_DIR}/x.sh one` !`${CLAUDE_SKILL_DIR}/x.sh two`")
  await approveIt(options)
  const { ran, shell } = shellThat(() => fs.appendFileSync(at(SCRIPT), "id\n"))
  const renderer = openRenderer(openSession({ ...options, cache: false, shell }))
  await expect(renderer.render("a")).rejects.toMatchObject({ code: "render.changed" })
  expect(ran).toEqual([`${at("project/.agents/skills/a")}/x.sh one`])
})

test("only the text that was shown is approved", async () => {
  const { options } = approved("!`${CLAUDE_SKILL_DIR}/x.sh one`")
  const skillet = openSession({ ...options, cache: false })
  const shown = { ...skillet, read: async () => skillText("a harmless text") }
  await expect(planApproval(shown, "a")).rejects.toMatchObject({ code: "trust.changed" })
})

test("an approval names and shows its grants and commands with the paths they mean", async () => {
  const { options, at } = approved("!`${CLAUDE_SKILL_DIR}/x.sh one`")
  const folder = at("project/.agents/skills/a")
  expect(await approveIt(options)).toMatchObject({
    commands: [{ command: `${folder}/x.sh one` }],
    grants: [`Bash(${folder}/x.sh:*)`],
    outside: [],
  })
})

test.each([
  ["the script", "plugins/p/scripts/x.sh"],
  ["a file beside the script", "plugins/p/scripts/lib.sh"],
])("an approval of a plugin's command covers %s", async (_, changed) => {
  const command = skillText("d", "allowed-tools: Bash(${CLAUDE_PLUGIN_ROOT}/scripts/x.sh:*)\n")
  const { options, at } = garden({
    "plugins/p/.claude-plugin/plugin.json": JSON.stringify({ name: "p", version: "1.0.0" }),
    "plugins/p/commands/go.md": command.replace("The body of it.", "!`${CLAUDE_PLUGIN_ROOT}/scripts/x.sh`"),
    "plugins/p/scripts/x.sh": "echo hi\n",
    "plugins/p/scripts/lib.sh": "echo lib\n",
  })
  const withPlugin = { ...options, host: "claude" as const, pluginDirs: [at("plugins/p")] }
  const plan = await approveIt(withPlugin, "p:go")
  expect(plan.outside.map((file) => file.path)).toEqual([at("plugins/p/scripts/x.sh")])
  const stateNow = async () => {
    const skillet = openSession({ ...withPlugin, cache: false })
    const file = at("plugins/p/commands/go.md")
    return readTrust(skillet, await requireCopy(skillet, file), await skillet.read(file)).approval
  }
  expect(await stateNow()).toBe("valid")
  fs.appendFileSync(at(changed), "id\n")
  expect(await stateNow()).toBe("changed")
})

test.each([
  ["its script changed", (at: (name: string) => string) => fs.appendFileSync(at(SCRIPT), "id\n")],
  ["its approval was taken back", undefined],
])("the command of a gate does not run once %s", async (_, change) => {
  const { options, at } = approved("Text.")
  await approveIt(options)
  const { ran, shell } = shellThat()
  const skillet = openSession({ ...options, cache: false, shell })
  const engine = {
    definitions: { find: async () => ({ allowedTools: ["Bash(${CLAUDE_SKILL_DIR}/x.sh:*)"] }) },
  } as unknown as Engine
  const run = {
    definition: "d",
    permissions: { rules: [], grants: [] },
    skill: { path: at("project/.agents/skills/a/SKILL.md"), trust: "shared" },
  } as unknown as Run
  const command = `${at(SCRIPT)} a`
  const signal = new AbortController().signal
  expect(await openGateShell(skillet, engine)(command, run, signal)).toMatchObject({ kind: "ran" })
  if (change === undefined) await removeApproval(skillet, "a")
  else change(at)
  expect(await openGateShell(skillet, engine)(command, run, signal)).toMatchObject({
    kind: "refused",
    why: expect.stringContaining("changed since the run started"),
  })
  expect(ran).toEqual([command])
})
