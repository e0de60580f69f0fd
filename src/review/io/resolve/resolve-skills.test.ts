import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import { memorySource } from "../../../testing/memory-source.ts"
import { openSession } from "../../../catalog/io/session/open-session.ts"
import { hostIds } from "../../../hosts/profiles.ts"
import type { SkilletOptions } from "../../../catalog/io/session/options.ts"
import { makeResolutionDocument } from "../../instructions/make-resolution-document.ts"
import { resolveSkills } from "./resolve-skills.ts"

const text = (body: string) => `---\ndescription: d\n---\n${body}\n`
const method = (approach: string) => text(approach)
const review = (more = "") => text(`## Injection (Critical)\n- SQL\n${more}`)
const resolve = (options: SkilletOptions, list: string) =>
  resolveSkills(openSession({ ...options, cache: false }), list)
const cached = (plugin: string, version: string, skill: string) =>
  `home/.claude/plugins/cache/official/${plugin}/${version}/skills/${skill}/SKILL.md`

const failedFor = (ref: string, error: string) =>
  `Warning: Skill() tool failed for '${ref}'. Falling back to direct file read.\nError: ${error}`

test("skills come from the catalog in the order they were named, and no other body is read", async () => {
  const { options } = garden()
  const guarding = review().replace("---\n", "---\nmetadata: { skillet-type: review, skillet-agent: security }\n")
  const source = memorySource({ guarding, doubt: method("Doubt it."), other: method("No.") })
  const found = await resolve({ ...options, sources: [source] }, "doubt, guarding,doubt")
  expect(makeResolutionDocument(found)).toEqual({
    resolved_skills: [
      {
        name: "doubt",
        source: "doubt",
        type: "methodology",
        primary_agent: null,
        methodology: { approach: "Doubt it.", mindset: null, steps: [], questions: [] },
        version_path: "memory/doubt/SKILL.md",
        sha256: "eb7bc64413ecf29e3ca06dfb456bb5dcdd5fabaf48fbec2022808198b2a8a8f6",
        diagnostics: [],
      },
      {
        name: "guarding",
        source: "guarding",
        type: "review",
        primary_agent: "security-agent",
        focus_areas: [{ name: "Injection", severity: "Critical", checks: ["SQL"] }],
        auto_validated_patterns: [],
        false_positive_rules: [],
        priority_files: { patterns: [], notes: [] },
        version_path: "memory/guarding/SKILL.md",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        diagnostics: [],
      },
    ],
    failed_skills: [],
    warnings: [],
  })
  expect(source.reads).toEqual(["doubt", "guarding"])
})

test("a missing skill is reported with the searched places, and the others continue", async () => {
  const { options } = garden({ "project/.agents/skills/doubt/SKILL.md": method("Doubt it.") })
  const found = await resolve(options, "superpowers:nope,doubts,a:b:c,doubt")
  expect(found.skills.map(({ name }) => name)).toEqual(["doubt"])
  expect(found.failed).toEqual(["superpowers:nope", "doubts", "a:b:c"])
  expect(
    found.warnings.map((warning) => warning.replace(/looked in \d+ directories/, "looked in N directories")),
  ).toEqual([
    failedFor("superpowers:nope", 'there is no skill "superpowers:nope" for open (looked in N directories)'),
    [
      "Warning: Skill 'superpowers:nope' not found.",
      "Searched paths:",
      "  - $HOME/.claude/plugins/cache/**/superpowers/*/skills/nope/SKILL.md",
      "Continuing with remaining skills.",
    ].join("\n"),
    failedFor("doubts", 'there is no skill "doubts" for open (looked in N directories); did you mean doubt?'),
    [
      "Warning: Skill 'doubts' not found.",
      "Searched paths:",
      "  - ${CLAUDE_PLUGIN_ROOT}/skills/doubts/SKILL.md",
      "Continuing with remaining skills.",
    ].join("\n"),
    [
      "Warning: Skill 'a:b:c' is not a valid reference.",
      "Error: there is more than one colon; write plugin:skill",
      "Continuing with remaining skills.",
    ].join("\n"),
  ])
})

test("a skill that the catalog lacks is read from the calling plugin, and not from outside it", async () => {
  const { options, at } = garden({
    "calling/skills/checking/SKILL.md": review(),
    "calling/skills/away/SKILL.md": { link: "../../../elsewhere.md" },
    "elsewhere.md": review(),
  })
  const env = { ...options.env, CLAUDE_PLUGIN_ROOT: at("calling") }
  const found = await resolve({ ...options, env }, "checking,away")
  expect(found.skills.map(({ name, path }) => [name, path])).toEqual([
    ["checking", at("calling/skills/checking/SKILL.md")],
  ])
  expect(found.failed).toEqual(["away"])
  expect(found.warnings[0]).toMatch(/^Warning: Skill\(\) tool failed for 'checking'\. Falling back to direct /)
})

/** A plugin that the catalog refuses because of its manifest, with two versions of a skill. */
function brokenPlugin() {
  const { options, at, plant } = garden({
    [cached("superpowers", "4.10.0", "brainstorming")]: method("Ten."),
    [cached("superpowers", "4.9.0", "brainstorming")]: method("Nine."),
    [cached("superpowers", "5.0.0", "brainstorming")]: method("Five."),
    "home/.claude/plugins/cache/official/superpowers/5.0.0/.orphaned_at": "1",
  })
  for (const version of ["4.10.0", "4.9.0", "5.0.0"])
    plant({ [`home/.claude/plugins/cache/official/superpowers/${version}/.claude-plugin/plugin.json`]: "{" })
  fs.utimesSync(at(cached("superpowers", "4.9.0", "brainstorming")), 4e9, 4e9)
  return { options, at }
}

test.each([
  ["semver", "Ten."],
  ["mtime", "Nine."],
] as const)("of several installed versions %s takes the one that says %s", async (pluginVersions, approach) => {
  const { options } = brokenPlugin()
  const found = await resolve({ ...options, pluginVersions }, "superpowers:brainstorming")
  expect(found.skills.map(({ source, methodology }) => [source, methodology?.approach])).toEqual([
    ["superpowers:brainstorming", approach],
  ])
  expect(found.warnings).toHaveLength(1)
})

test("neither a plugin nor a skill that is switched off is read around the catalog", async () => {
  const { options, at } = garden({
    [cached("superpowers", "1.0.0", "brainstorming")]: method("On."),
    "calling/skills/doubt/SKILL.md": method("By another way."),
    "project/.agents/skills/doubt/SKILL.md": method("Doubt it."),
    "home/.config/skillet/config.yaml": "plugins:\n  off: [superpowers]\nskills:\n  doubt: off\n",
  })
  const env = { ...options.env, CLAUDE_PLUGIN_ROOT: at("calling") }
  const found = await resolve({ ...options, env }, "superpowers:brainstorming,doubt")
  expect(found.failed).toEqual(["superpowers:brainstorming", "doubt"])
  expect(found.warnings.at(-1)).toBe(
    "Warning: Skill 'doubt' is switched off and was not read.\nContinuing with remaining skills.",
  )
})

test("patterns may be in a file of the plugin or the skill, and nowhere else", async () => {
  const pointing = (file: string) => review(`\n## Auto-Validated Patterns\n\nSee \`${file}\`.\n`)
  const rules = "**Bug patterns:**\n\n| Pattern | Regex | Description |\n|-|-|-|\n| `a` | `x` | y |\n"
  const { options } = garden({
    [cached("code", "1.0.0", "reviewing-bugs")]: pointing("${CLAUDE_PLUGIN_ROOT}/shared/rules.md"),
    "home/.claude/plugins/cache/official/code/1.0.0/shared/rules.md": rules,
    [cached("code", "1.0.0", "reviewing-security")]: pointing("../../../secret.md"),
    "home/.claude/plugins/cache/official/code/secret.md": rules,
    "project/.agents/skills/reviewing-performance/SKILL.md": pointing("references/rules.md"),
    "project/.agents/skills/reviewing-performance/references/rules.md": { link: "/etc/hostname" },
  })
  const found = await resolve(options, "code:reviewing-bugs,code:reviewing-security,reviewing-performance")
  expect(found.skills.map(({ patterns, problems }) => [patterns, problems.map(({ message }) => message)])).toEqual([
    [[{ id: "a", pattern: "x", description: "y", category: "Bug" }], []],
    [[], ["auto_validated_patterns: unresolved reference ../../../secret.md (it is outside)"]],
    [[], ["auto_validated_patterns: unresolved reference references/rules.md (it is outside)"]],
  ])
})

test.each(hostIds)(
  "bundled review skills are there under %s, and a skill of the host with the same name comes first",
  async (host) => {
    const { options, at } = garden({
      "project/.claude/skills/reviewing-bugs/SKILL.md": review(),
      "project/.agents/skills/reviewing-bugs/SKILL.md": review(),
      "project/.gemini/skills/reviewing-bugs/SKILL.md": review(),
    })
    const found = await resolve({ ...options, host }, "reviewing-security,reviewing-bugs@bundled,reviewing-bugs")
    expect([found.failed, found.warnings]).toEqual([[], []])
    expect(found.skills.map(({ name, path }) => [name, path.startsWith(at("project"))])).toEqual([
      ["reviewing-security", false],
      ["reviewing-bugs", false],
      ["reviewing-bugs", true],
    ])
  },
)

test("a bundled skill that is switched off stays off under every host", async () => {
  const { options } = garden({ "home/.config/skillet/config.yaml": "skills:\n  reviewing-security: off\n" })
  const found = await resolve({ ...options, host: "claude" }, "reviewing-security@bundled,reviewing-security")
  expect([found.skills, found.failed]).toEqual([[], ["reviewing-security@bundled", "reviewing-security"]])
  expect(found.warnings.join("\n")).toContain("is switched off")
})
