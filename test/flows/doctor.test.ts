import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { called, skillet } from "./run-cli.ts"

function plantTrouble() {
  const place = garden({
    "project/.claude/skills/my deploy/SKILL.md":
      "---\nname: my deploy\ndescription: Puts: it there\n---\nRun `scripts/x.sh`.\n",
    "project/.claude/commands/old.md": "Old text.\n",
    "project/.github/skills/lost/SKILL.md": skillText("nobody looks here"),
    "home/.codex/skills/silent/SKILL.md": "---\nname: silent\n---\nDo it.\n",
    "home/.claude/skills/mine/SKILL.md": skillText("d", "allowed_tools: Read\n"),
  })
  const run = (...words: readonly string[]) => skillet(words, { cwd: place.project, env: place.options.env })
  return { ...place, run }
}

/** Every command that a text advises, as a person would copy it. */
function listAdvised(text: string): readonly string[] {
  const parts = text.split(called).slice(1)
  return [...new Set(parts.map((part) => (part.split(/\n|;| shows | says /)[0] ?? "").trim()))]
}

test("doctor names what an agent skips first, and only agents that are there", () => {
  const { run } = plantTrouble()
  const { out } = run("doctor")
  const codes = [...out.matchAll(/^(?:error|warning) .* (\w+\.[\w-]+)$/gm)].map(([, code]) => code)
  expect(codes[0]).toBe("source.skipped")
  expect(codes.at(-1)).toBe("source.legacy")
  expect(out).toContain("Codex skips this skill: it accepts only skills with a description")
  expect(out).toMatch(/skills +claude \d+, codex \d+\n/)
  expect(out).not.toMatch(/\bopen \d/)
  expect(out).not.toContain("not usable")
})

test("doctor follows the rules of the agents that are there, in all of their directories, and the open ones only if asked", () => {
  const fit = "Packs boxes for the shop, and says which box is where. ".repeat(20)
  const place = garden({
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`home/.claude/skills/s${at}/SKILL.md`, skillText(fit)]),
    ),
    "home/.claude/skills/pack/SKILL.md": skillText("Packs."),
    "project/.claude/skills/pack/SKILL.md": skillText("Packs here."),
    "home/.codex/skills/colon/SKILL.md": "---\nname: colon\ndescription: Use when: it rains\n---\nDo it.\n",
    "home/.codex/skills/pack/SKILL.md": skillText("Packs.", "name: pack\n"),
    "home/.agents/skills/pack/SKILL.md": skillText("Packs.", "name: pack\n"),
  })
  const run = (...words: readonly string[]) => skillet(words, { cwd: place.project, env: place.options.env }).out
  const out = run("doctor", "--all")
  expect(out).toMatch(
    /^Claude Code: \d+ of 31 skills reach the model by name only\n.* budget --host claude shows which\n/,
  )
  expect(out).toMatch(/\.codex\/skills\/colon\/SKILL\.md.*header\.unquoted/)
  expect(out).toMatch(/Claude Code: this copy of pack is hidden by pack:\s+user\s+takes\s+precedence\s+over\s+project/)
  expect(out).toContain("Codex: 2 skills are called pack")
  const open = run("doctor", "--all", "--host", "open")
  expect(open).toContain("hidden by pack: project takes precedence over user")
  expect(open).not.toContain("Codex: 2 skills are called pack")
})

test("every command that doctor and list advise works when it is copied, and none leads back to where it was printed", () => {
  const { run, project, options } = plantTrouble()
  const printed = { list: run("list"), doctor: run("doctor"), "doctor --all": run("doctor", "--all") }
  for (const [from, { out, err }] of Object.entries(printed)) {
    const advised = listAdvised(out + err)
    expect(advised.length).toBeGreaterThan(0)
    for (const line of advised) {
      expect(line).not.toBe(from)
      const ran = spawnSync("sh", ["-c", `${called} ${line}`], { cwd: project, env: options.env, encoding: "utf8" })
      expect([line, ran.status === 2 || ran.status === 70, ran.stderr.includes("there is no")]).toEqual([
        line,
        false,
        false,
      ])
    }
  }
})

test("a question about one code is answered about that code, and nothing else is claimed", () => {
  const { run } = plantTrouble()
  expect(run("doctor", "--code", "file.nul").out).toMatch(/No problem has the code file\.nul\.\n$/)
  const calm = garden({ "project/.agents/skills/a/SKILL.md": skillText("d") })
  const { out } = skillet(["doctor"], { cwd: calm.project, env: calm.options.env })
  expect(out).toMatch(/No problems were found in \d+ skills \(open\), the settings and what is stored\s+here\.\n$/)
})
