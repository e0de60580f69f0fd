import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import { runCli } from "../../run-cli.ts"
import { recordIo } from "../../../../test/record-io.ts"

const skill = "---\ndescription: d\n---\n**Injection (Critical/Major):**\n- SQL\n\n**Keys (High):**\n- in code\n"

async function run(words: readonly string[]) {
  const { options, root } = garden({ "project/.agents/skills/reviewing-security/SKILL.md": skill })
  const env = { ...options.env, SKILLET_HOST: "open" }
  const { io, out, err } = recordIo({ env, cwd: options.cwd, width: 200 })
  const code = await runCli(["resolve", ...words], io)
  const clean = (text: string) =>
    text.replaceAll(root, "").replace(/looked in \d+ directories/, "looked in N directories")
  return { code, out: clean(out.join("\n")), err: clean(err.join("\n")) }
}

test("resolve prints YAML on stdout and problems on stderr", async () => {
  expect(await run(["--skills", "reviewing-security,nope"])).toMatchInlineSnapshot(`
    {
      "code": 0,
      "err": "Warning: Skill() tool failed for 'nope'. Falling back to direct file read.
    Error: there is no skill "nope" for open (looked in N directories)
    Warning: Skill 'nope' not found.
    Searched paths:
      - \${CLAUDE_PLUGIN_ROOT}/skills/nope/SKILL.md
    Continuing with remaining skills.
    warning .agents/skills/reviewing-security/SKILL.md:7  "High" is not a severity  review.unknown-severity
              → write Critical, Major, Minor or Suggestion, or a range such as Major to Critical",
      "out": "resolved_skills:
      - name: "reviewing-security"
        source: "reviewing-security"
        type: "review"
        primary_agent: "security-agent"
        focus_areas:
          - name: "Injection"
            severity: "Critical"
            severity_range:
              - "Major"
              - "Critical"
            checks:
              - "SQL"
          - name: "Keys"
            severity: null
            checks:
              - "in code"
        auto_validated_patterns: []
        false_positive_rules: []
        priority_files:
          patterns: []
          notes: []
        version_path: "/project/.agents/skills/reviewing-security/SKILL.md"
        sha256: "dbd259419c8207909c06fb8297eacd10c958be0a726e5a2d41437d806d83f7c9"
        diagnostics:
          - code: "review.unknown-severity"
            level: "warning"
            line: 7
            message: "\\"High\\" is not a severity"
            fix: "write Critical, Major, Minor or Suggestion, or a range such as Major to Critical"
    failed_skills:
      - "nope"
    warnings:
      - "Warning: Skill() tool failed for 'nope'. Falling back to direct file read.\\nError: there is no skill \\"nope\\" for open (looked in N directories)"
      - "Warning: Skill 'nope' not found.\\nSearched paths:\\n  - \${CLAUDE_PLUGIN_ROOT}/skills/nope/SKILL.md\\nContinuing with remaining skills."",
    }
  `)
})

test("resolve prints the same as JSON", async () => {
  const { code, out, err } = await run(["--skills", "reviewing-security", "--format", "json"])
  expect(code).toBe(0)
  expect(err).toBe("")
  expect(JSON.parse(out)).toMatchObject({
    resolved_skills: [{ name: "reviewing-security", diagnostics: [{ code: "review.unknown-severity", line: 7 }] }],
    failed_skills: [],
    warnings: [],
  })
})

test("the answer is no if every skill failed, and a list without names is a usage error", async () => {
  expect(await run(["--skills", "nope"])).toMatchObject({ code: 1 })
  expect(await run(["--skills", " , "])).toEqual({
    code: 2,
    out: "",
    err: "skillet: skillet resolve needs --skills\n  name one or more, as in --skills reviewing-security",
  })
})
