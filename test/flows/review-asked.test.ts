import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { programNames } from "../../src/review/programs/program-rows.ts"
import { describeWith } from "../needs.ts"
import { needGit, repository, SAFE } from "./review-project.ts"

const CHECK = ["--fail-on", "minor"]

describeWith(needGit, "what a review was asked for is done, or named", () => {
  test("a program that is not installed fails --fail-on by its name, in a project and in a change", () => {
    const at = repository()
    at.write("b.js", SAFE)
    at.commit()
    const found = path.join(at.home, "bin")
    fs.mkdirSync(found)
    const git = process.env["PATH"]?.split(":").find((folder) => fs.existsSync(path.join(folder, "git")))
    fs.symlinkSync(path.join(git ?? "", "git"), path.join(found, "git"))
    const missing = programNames.find((name) => name === "gitleaks") ?? ""
    for (const scope of [[], ["--diff", "main"]]) {
      const ran = at.run(["review", ...scope, "--with", missing, ...CHECK], { PATH: found })
      expect([ran.code, ran.err]).toEqual([1, expect.stringMatching(/^failed: gitleaks is not installed/m)])
    }
    expect(at.run(["review", ...CHECK], { PATH: found }).code).toBe(0)
  })

  test("a skill that does not exist is named with the one that was meant, and nothing internal is printed", () => {
    const at = repository()
    const ran = at.run(["review", "--skills", "reviewing-securty", ...CHECK])
    expect(ran.code).toBe(1)
    expect(ran.err).toMatch(
      /^skill "reviewing-securty" is not used: there is no skill .*did you mean reviewing-security\?$/m,
    )
    expect(ran.err).toMatch(/^failed: 1 skill could not be used: reviewing-securty$/m)
    expect(`${ran.out}${ran.err}`).not.toMatch(/CLAUDE_PLUGIN_ROOT|Skill\(\)/)
  })

  test("a report as JSON names its run, with which it can be printed again", () => {
    const at = repository()
    const { out } = at.run(["review", "--json"])
    const { run } = JSON.parse(out) as { readonly run: string }
    expect(JSON.parse(at.run(["review", "--run", run, "--json"]).out)).toEqual(JSON.parse(out))
  })

  test.each([
    ["empty.js", "empty.js is empty"],
    ["notes.txt", "notes.txt is not code"],
    ["texts", "none of 2 files is code (1 of them is empty)"],
  ])("there is a reason if there is nothing to review: %s", (named, why) => {
    const at = repository({ "empty.js": "", "notes.txt": "x\n", "texts/a.txt": "x\n", "texts/b": "" })
    const ran = at.run(["review", named])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`No valid files specified for review. ${why}\n`)])
  })

  test("a script without an extension is code by its first line, in a project too", () => {
    const python = "#!/usr/bin/env python3\nfrom flask import request\nimport os\nos.system(request.args['x'])\n"
    const at = repository({ "bin/tool": python, "bin/run": "#!/bin/sh\necho 1\n", LICENSE: "x\n" })
    for (const scope of [[], ["bin"], ["bin/tool", "bin/run"]]) {
      const ran = at.run(["review", ...scope, "--json", ...CHECK])
      const { files, unread } = JSON.parse(ran.out) as { files: string[]; unread: { path: string }[] }
      expect(files.filter((name) => name !== "a.js").toSorted()).toEqual(["bin/run", "bin/tool"])
      expect(unread.map((row) => row.path)).toEqual(["bin/run"])
      expect(ran.code).toBe(1)
    }
  })

  test("a skill that the change deletes still reviews it", () => {
    const own = "---\nname: reviewing-security\ndescription: Ours.\n---\n## Focus Areas\n\n### Zebra\n- check stripes\n"
    const at = repository({ ".agents/skills/reviewing-security/SKILL.md": own })
    at.git(["rm", "-rq", ".agents"])
    at.write("b.js", SAFE)
    at.commit()
    const plan = ["review", "--skills", "reviewing-security", "--dry-run", "--agent", "claude"]
    const { out, err } = at.run([...plan, "--diff", "main"])
    expect(out.includes("check stripes")).toBe(true)
    expect(err).toContain(".agents/skills/reviewing-security/SKILL.md, so the version before the change was used")
    expect(at.run(plan).out.includes("check stripes")).toBe(false)
  })
})
