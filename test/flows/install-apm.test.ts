import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { plantProject, writeSkill } from "./install-project.ts"

const sum = (text: string) => createHash("sha256").update(text).digest("hex")
const notes = "# Notes\n"

/** A project as apm leaves it: two skills of one repository at its first commit, and a rule. */
function plantApm() {
  const place = plantProject()
  const commit = place.publish("tools", {
    "skills/pdf/SKILL.md": writeSkill("pdf"),
    "skills/pdf/notes.md": notes,
    "skills/deploy/SKILL.md": writeSkill("deploy"),
  })
  const lock = [
    "lockfile_version: '2'",
    "dependencies:",
    "- repo_url: acme/tools",
    "  host: github.com",
    `  resolved_commit: ${commit}`,
    "  resolved_ref: main",
    "  package_type: skill_bundle",
    "  deployed_file_hashes:",
    `    .agents/skills/pdf/SKILL.md: sha256:${sum(writeSkill("pdf"))}`,
    `    .agents/skills/pdf/notes.md: ${sum(notes)}`,
    `    .agents/skills/deploy/SKILL.md: sha256:${sum(writeSkill("deploy"))}`,
    `    .github/instructions/a.instructions.md: sha256:${sum("a")}`,
    "local_deployed_file_hashes: {}",
    "",
  ].join("\n")
  place.plant({
    "project/apm.lock.yaml": lock,
    "project/.agents/skills/pdf/SKILL.md": writeSkill("pdf"),
    "project/.agents/skills/pdf/notes.md": notes,
    "project/.agents/skills/deploy/SKILL.md": writeSkill("deploy"),
  })
  return { ...place, first: commit, apm: lock }
}

test("verify compares every file of the skills in apm.lock.yaml, and says what it did not compare", () => {
  const { run, plant, apm } = plantApm()
  expect(run("verify")).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(
      /^2 skills in .*apm\.lock\.yaml: 2 with the same checksum; 1 other file of it not compared\n$/,
    ),
  })
  plant({ "project/.agents/skills/pdf/notes.md": "x", "project/.agents/skills/deploy/own.md": "x" })
  expect(run("verify")).toMatchObject({
    code: 1,
    err: ".agents/skills/deploy/own.md: it is on the disk and not in the lock\n.agents/skills/pdf/notes.md: its content has another checksum\n",
  })
  const { runs } = JSON.parse(run("verify", "--format", "sarif").out) as {
    readonly runs: readonly { readonly results: readonly unknown[] }[]
  }
  expect(runs[0]?.results).toHaveLength(2)
  for (const [broken, said] of [
    [apm.replace("'2'", "'3'"), "its version is 3"],
    [apm.replace(".agents/skills/pdf/notes.md", "../notes.md"), 'the path "../notes.md" has a part ..'],
    ["a: [", "it is not YAML"],
  ] as const) {
    plant({ "project/apm.lock.yaml": broken })
    expect(run("verify")).toMatchObject({ code: 1, err: expect.stringContaining(`cannot be checked: ${said}`) })
  }
})

test("add apm.lock.yaml takes its skills over at exactly their commits, and only with the bytes that it names", () => {
  const { run, plant, commit, lock, read, first, apm } = plantApm()
  plant({ "upstream/tools/skills/pdf/notes.md": "newer\n" })
  commit("upstream/tools", "two")
  expect(run("add", "./apm.lock.yaml", "--yes").err).toContain("has 2 skills: deploy, pdf")
  plant({ "project/apm.lock.yaml": apm.replace(sum(notes), sum("other")) })
  expect(run("add", "apm.lock.yaml", "--all", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("pdf: notes.md is not what apm.lock.yaml says"),
  })
  plant({ "project/apm.lock.yaml": apm })
  expect(run("add", "apm.lock.yaml", "--all", "--yes").code).toBe(0)
  expect(Object.values(lock().skills).map(({ source }) => [source["commit"], source["ref"]])).toEqual([
    [first, "main"],
    [first, "main"],
  ])
  expect(run("verify").code).toBe(0)
  // From then on it is updated as any other.
  expect(run("update", "pdf", "--yes").code).toBe(0)
  expect(read(".agents/skills/pdf/notes.md")).toBe("newer\n")
})

test("a directory with other bytes is not taken over", () => {
  const { run, plant, read } = plantApm()
  plant({ "project/.agents/skills/pdf/notes.md": "mine\n" })
  expect(run("add", "apm.lock.yaml", "--skill", "pdf", "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("install.exists"),
  })
  expect(read(".agents/skills/pdf/notes.md")).toBe("mine\n")
})
