import { expect, test } from "vitest"
import { readSkill } from "../skill/read-skill.ts"
import { listFilesRun, listSkillActions } from "./skill-actions.ts"

test("a person sees every command, grant, hook and file that a skill would run, with the real paths", () => {
  const reading = readSkill(
    [
      "---",
      "description: d",
      "allowed-tools: Bash(${CLAUDE_PLUGIN_ROOT}/scripts/x.sh:*)",
      "hooks:",
      "  PreToolUse:",
      "    - matcher: Bash",
      "      hooks:",
      "        - type: command",
      "          command: ${CLAUDE_PLUGIN_ROOT}/hook.sh",
      "---",
      "Now: !`bash ${CLAUDE_SKILL_DIR}/run.sh`",
    ].join("\n"),
  )
  if (reading.kind === "refused") throw new Error("it can be read")
  expect(listSkillActions(reading.skill, { PLUGIN_ROOT: "/p", SKILL_DIR: "/p/skills/a" })).toEqual({
    commands: [{ command: "bash /p/skills/a/run.sh", line: 11 }],
    grants: ["Bash(/p/scripts/x.sh:*)"],
    hooks: ["PreToolUse: ${CLAUDE_PLUGIN_ROOT}/hook.sh"],
    runs: ["/p/skills/a/run.sh", "/p/hook.sh", "/p/scripts/x.sh"],
    names: {
      words: ["/p/hook.sh", "/p/scripts/x.sh", "/p/skills/a/run.sh", "bash"],
      patterns: [],
      programs: [],
      isListing: false,
    },
    unnamed: [],
  })
})

test.each([
  ["steps:\n  - evidence:\n      - { command: bash scripts/x.sh, exit: 0 }\n"],
  ['steps:\n  - evidence:\n      - command: "bash scripts/x.sh"\n'],
  ["steps:\n  - evidence:\n      - command: |\n          bash scripts/x.sh\n"],
])("what the gates of its procedure run is named too: %j", (procedure) => {
  const reading = readSkill("---\ndescription: d\n---\nText.\n")
  if (reading.kind === "refused") throw new Error("it can be read")
  expect(listSkillActions(reading.skill, {}, procedure).names.words).toContain("scripts/x.sh")
})

test.each([
  ["/p/scripts/x.sh a", ["/p/scripts/x.sh"]],
  ["./a.sh && ls b.txt", ["./a.sh"]],
  ["bash /p/x.sh y.txt", ["/p/x.sh", "y.txt"]],
  ["python3 tool.py", ["tool.py"]],
  ["env A=1 ./run", ["./run"]],
  ["echo $(/p/inner.sh)", ["/p/inner.sh"]],
  ["node -e 1", []],
  ["git log -- src/a.ts", []],
])("%s runs %j", (command, files) => {
  expect(listFilesRun(command)).toEqual(files)
})
