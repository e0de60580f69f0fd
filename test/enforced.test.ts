import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import { expect, test } from "vitest"
import { auditSkills } from "../src/audit/io/audit-skills.ts"
import { examine } from "../src/doctor/io/examine.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { openRenderer } from "../src/render/io/open-renderer.ts"
import { showSkill } from "../src/catalog/io/skills/show-skill.ts"
import { approve, planApproval } from "../src/catalog/io/skills/trust-skills.ts"
import { SkilletError } from "../src/problem/failure.ts"
import { readSet } from "./audit-set/read-set.ts"
import { garden } from "./plant.ts"

const malicious = readSet(path.join(import.meta.dirname, "audit-set")).filter(({ variant }) => variant !== undefined)

/** Every path, mode, size and time below a directory, so that any write is noticed. */
function stateOf(folder: string): string {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const stat = fs.lstatSync(file)
      return `${file} ${stat.mode} ${stat.size} ${stat.isDirectory() ? "" : stat.mtimeMs}`
    })
    .sort()
    .join("\n")
}

function canaries(): string {
  return ["/tmp", process.cwd()]
    .flatMap((folder) => fs.readdirSync(folder).filter((name) => /canary/i.test(name)))
    .join("\n")
}

test("no malicious sample touches a file, a port or a variable when it is listed, shown, audited and rendered", async () => {
  expect(malicious.length).toBeGreaterThanOrEqual(120)
  let connections = 0
  const server = net.createServer(() => connections++).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const before = canaries()
  const leaks: string[] = []
  const ran: string[] = []
  let audited = 0
  for (const sample of malicious) {
    const { options, plant, at } = garden()
    for (const { name, files } of sample.skills) {
      for (const { path: file, text, link } of files) {
        plant({ [`project/.claude/skills/${name}/${file}`]: link === undefined ? (text ?? "") : { link } })
      }
    }
    const env = { ...options.env, CANARY: "canary-secret-0815" }
    const state = stateOf(at("project")) + stateOf(at("home"))
    for (const host of ["open", "claude"] as const) {
      const skillet = openSession({ ...options, env, host, cache: false })
      const { skills } = await skillet.catalog()
      // The skills of a directory are read like those of the catalog, without auditing ours again for each sample.
      const { skills: examined } = await auditSkills(skillet, { paths: [at("project/.claude/skills")] })
      audited += examined
      await examine(skillet)
      for (const { ref } of skills.filter(({ source }) => source === "project")) {
        for (const by of ["user", "model"] as const) {
          const said = await attempt(async () => {
            await showSkill(skillet, ref)
            const rendered = await openRenderer(skillet).render(ref, {
              by,
              args: "!`touch canary-argument`; touch canary-argument $(touch canary-argument)",
            })
            ran.push(
              ...rendered.commands
                .filter(({ exitCode }) => exitCode !== undefined)
                .map(({ command }) => `${sample.id}: ${command}`),
            )
            return rendered.text
          })
          if (said.includes("canary-secret-0815")) leaks.push(sample.id)
        }
      }
    }
    if (stateOf(at("project")) + stateOf(at("home")) !== state) leaks.push(`${sample.id} wrote`)
  }
  server.close()
  expect(audited).toBe(2 * malicious.flatMap(({ skills }) => skills).length)
  expect({ leaks, ran, connections, canaries: canaries() }).toEqual({
    leaks: [],
    ran: [],
    connections: 0,
    canaries: before,
  })
}, 120_000)

test("the check above would notice: a skill that was approved and granted its command does run it", async () => {
  const { options, plant, at } = garden()
  plant({
    "project/.claude/skills/a/SKILL.md": "---\ndescription: d\nallowed-tools: Bash(echo:*)\n---\nx !`echo ran` y\n",
  })
  const skillet = openSession({ ...options, cache: false })
  const before = stateOf(at("home"))
  approve(skillet, await planApproval(skillet, "a"))
  const { text, commands } = await openRenderer(skillet).render("a")
  expect(text).toContain("x ran y")
  expect(commands).toMatchObject([{ decision: "allow", exitCode: 0 }])
  expect(stateOf(at("home"))).not.toBe(before)
})

async function attempt(act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof SkilletError) return error.message
    throw error
  }
}
