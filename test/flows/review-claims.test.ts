import { expect, test } from "vitest"
import { describeWith } from "../needs.ts"
import { EVAL, SAFE, needGit, repository } from "./review-project.ts"

const GO = "package main\n\nfunc main() { println(1) }\n"
const ONLY = "only secrets and merge conflict markers were searched for; no rules for Go"
const CHECK = ["--fail-on", "suggestion"]
const formats = ["text", "md", "json", "sarif"]

/** One line, so that a sentence can be found however it was wrapped. */
const flat = (text: string) => text.replace(/\s+/g, " ")

describeWith(needGit, "what a review claims", () => {
  test("a language without rules is named in every format, and its files fail --fail-on by name", () => {
    const at = repository({ "cmd/a.go": GO, "cmd/b.go": GO })
    for (const format of formats) expect(flat(at.run(["review", "--format", format]).out)).toContain("no rules for Go")
    const text = flat(at.run(["review"]).out)
    expect(text).toContain(`2 Go files: ${ONLY}`)
    expect(text).toMatch(/1 JavaScript file: \d+ rules about Bugs, Performance, Security, Technical Debt/)
    expect(text).toMatch(/Rules checked 1 of 3 files \(JavaScript\).* in 2 files \(Go\)\. ?$/)
    const sarif = JSON.parse(at.run(["review", "--format", "sarif"]).out).runs[0].invocations[0]
    expect(sarif.executionSuccessful).toBe(false)
    const notes = sarif.toolExecutionNotifications.map((note: { descriptor: { id: string } }) => note.descriptor.id)
    expect(notes.filter((id: string) => id === "not-read" || id === "coverage")).toHaveLength(4)
    const failed = at.run(["review", ...CHECK])
    expect([failed.code, failed.err]).toEqual([
      1,
      expect.stringContaining("2 files were not fully checked: cmd/a.go, cmd/b.go; there are no rules for Go"),
    ])
    expect(at.run(["review", "a.js", ...CHECK]).code).toBe(0)
  })

  test.each(["Main.java", "a.rs", "a.lua"])("a project with nothing but %s is not called checked", (name) => {
    const at = repository({ [`code/${name}`]: "x\n" })
    const ran = at.run(["review", "code", ...CHECK])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining(`code/${name}`)])
    expect(flat(ran.out)).toContain("Rules checked none of 1 file")
    expect(ran.out).not.toContain("Checked: ")
  })

  test("in a change, only files that it touches count, each by its name", () => {
    const at = repository({ "old.go": GO })
    at.write("a.js", `${SAFE}${SAFE.replace("one", "two")}`)
    at.commit()
    expect(at.run(["review", "--diff", "main..topic", ...CHECK]).code).toBe(0)
    for (const name of ["n1", "n2", "n3", "n4", "n5", "n6", "n7"]) at.write(`${name}.go`, GO)
    at.commit()
    const ran = at.run(["review", "--diff", "main..topic", ...CHECK])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("7 files were not fully checked")])
    expect(flat(ran.out)).toContain(`7 files, n1.go, n2.go, n3.go, n4.go, n5.go, n6.go, n7.go: ${ONLY}`)
  })

  test("a person can accept languages without rules, and the report still says so", () => {
    const at = repository({ "a.go": GO, "run.sh": "echo 1\n" })
    const ran = at.run(["review", ...CHECK, "--allow-unchecked", "go"])
    expect([ran.code, ran.err]).toEqual([1, expect.stringContaining("1 file was not fully checked: run.sh")])
    const accepted = at.run(["review", ...CHECK, "--allow-unchecked", "go,Shell"])
    expect([accepted.code, flat(accepted.out).includes(`1 Go file: ${ONLY}`)]).toEqual([0, true])
    const unknown = at.run(["review", "--allow-unchecked", "golang"])
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('no language is called "golang"')])
  })

  const BROKEN =
    'const x = {{{ [ (\nconst { exec } = require("child_process")\nmodule.exports = (req) => { exec("ls " + req.query.dir) }\n'

  test("code that cannot be parsed, or is not text, is not called checked, in a project and in a change", () => {
    const random = Uint8Array.from({ length: 300 }, (_, at) => (at * 167 + 13) % 256)
    const at = repository()
    at.write("broken.js", BROKEN)
    at.write("x.js", random)
    at.commit()
    for (const scope of [[], ["--diff", "main"], ["broken.js", "x.js"]]) {
      const ran = at.run(["review", ...scope, ...CHECK])
      expect([ran.code, ran.err]).toEqual([
        1,
        expect.stringMatching(
          /^failed: 2 files were not fully checked: (?:broken|x)\.js, (?:broken|x)\.js; 1 file could not be parsed \(--allow-unchecked javascript accepts it\)$/m,
        ),
      ])
      expect(flat(ran.out)).toContain("broken.js: could not be parsed from line 1, not fully checked")
      expect(flat(ran.out)).toContain("x.js: not read: it is not text")
      expect(flat(ran.out)).toMatch(/Rules checked (?:1 of 2 files \(JavaScript\)|none of 1 file)/)
    }
    const accepted = at.run(["review", "broken.js", ...CHECK, "--allow-unchecked", "javascript"])
    expect(accepted.code).toBe(0)
  })

  test("files that only style or configure are named, and fail nothing", () => {
    const at = repository({ "ci.yml": "on: push\n", "a.css": "a { b: c }\n" })
    const ran = at.run(["review", ...CHECK])
    expect(ran.code).toBe(0)
    expect(flat(ran.out)).toContain("were searched for in 2 files (CSS, YAML)")
  })

  test("findings do not hide that most files were not checked", () => {
    const at = repository({ "a.js": EVAL, "a.go": GO })
    expect(flat(at.run(["review"]).out)).toMatch(/1 finding in 2 files: 1 minor; no rules for 1 file \(Go\)/)
    expect(flat(at.run(["review", "--format", "md"]).out)).toMatch(/1 minor\. No rules for 1 file \(Go\)\./)
  })

  test("code for agents only is theirs to check, unless it is called generated and nobody shows it to them", () => {
    const at = repository({ "agent.cjs": `console.log('{"text":"[]"}')\n` })
    const review = () =>
      at.run([
        "review",
        "--diff",
        "main..topic",
        "--agent",
        "command",
        "--program",
        "node agent.cjs",
        "--yes",
        ...CHECK,
      ])
    at.write("a.go", GO)
    at.commit()
    const shown = review()
    expect([shown.code, flat(shown.out).includes(`1 Go file: ${ONLY}`)]).toEqual([0, true])
    at.write("b.go", `// Code generated by hand. DO NOT EDIT.\n${GO}`)
    at.commit()
    const hidden = review()
    expect([hidden.code, hidden.err]).toEqual([1, expect.stringContaining("1 file was not fully checked: b.go")])
  })

  test("without a change too, a file that was not read or not followed fails the check by name", () => {
    const deep = 100_000
    const at = repository({
      "large.js": `${"// padding padding padding\n".repeat(25_000)}${EVAL}`,
      "deep.js": `items.forEach(async () => ${"[\n".repeat(deep)}await b${"]\n".repeat(deep)})\n`,
    })
    const ran = at.run(["review", ...CHECK, "--json"])
    expect([ran.code, ran.err]).toEqual([
      1,
      expect.stringContaining("2 files were not fully checked: large.js, deep.js"),
    ])
  })

  test("what is not read in tests fails the check of those who see findings in tests", () => {
    const at = repository({ "test/large.js": `${"// padding padding padding\n".repeat(25_000)}${EVAL}` })
    const codes = ["regular", "pedantic"].map((persona) => at.run(["review", ...CHECK, "--persona", persona]).code)
    expect([...codes, at.run(["review", "test", ...CHECK]).code]).toEqual([0, 1, 1])
  })

  test("an offline review is called offline, and says with numbers what it is good for", () => {
    const at = repository()
    for (const format of formats) {
      const { out } = at.run(["review", "--format", format])
      expect(flat(out)).toMatch(/scores 0\.81 on the OWASP benchmark .* 2 of 61 published vulnerabilities/)
      expect(out).not.toContain("deep")
    }
    expect(at.run(["review"]).out.split("\n")[0]).toBe("Code review of 1 file on topic, offline")
    expect(at.run(["review", "--dry-run"]).out.split("\n")[0]).toBe("1 file, offline review of code")
    expect(at.run(["review", "--docs", "--format", "md"]).out).not.toContain("OWASP")
  })

  test("a long list of files that are not code is folded", () => {
    const at = repository()
    at.write("a.js", `${SAFE}// 1\n`)
    for (let number = 0; number < 40; number++) at.write(`pictures/${number}.png`, "x")
    at.commit()
    const { out } = at.run(["review", "--diff", "main..topic"])
    expect(out.match(/pictures\//g)).toHaveLength(3)
    expect(flat(out)).toContain("40 files, such as pictures/0.png")
  })

  test("a review resolves skills from the same places as resolve", () => {
    const skill = "---\nname: house\ndescription: Rules of the house.\n---\n\n**Money (Critical):**\n\n- No floats\n"
    const at = repository({ "more/house/SKILL.md": skill })
    const words = ["--skills", "house", "--skills-dir", "more", "--json"]
    expect(at.run(["resolve", ...words]).code).toBe(0)
    expect(JSON.parse(at.run(["review", "a.js", ...words]).out).failedSkills).toEqual([])
  })

  test("resolve prints the expressions of bundled patterns, under every host", () => {
    const at = repository()
    for (const host of ["open", "claude"]) {
      const [skill] = JSON.parse(at.run(["resolve", "--skills", "reviewing-security", "--host", host, "--json"]).out)
        .resolved_skills as readonly {
        auto_validated_patterns: readonly { id: string; pattern?: string; found_by?: string }[]
      }[]
      const find = (id: string) => skill?.auto_validated_patterns.find((one) => one.id === id)
      expect(find("private-key-in-code")?.pattern).toContain("PRIVATE KEY")
      expect(find("hard-coded-secret")).toMatchObject({ found_by: "a rule that reads the syntax of the code" })
      expect(skill?.auto_validated_patterns.every((one) => (one.pattern ?? one.found_by) !== undefined)).toBe(true)
    }
  })
})
