import fc from "fast-check"
import { expect, test } from "vitest"
import type { ReviewFinding } from "../../review-finding.ts"
import { fingerprintOf } from "../../../../../test/merge-set/fingerprint-of.ts"
import { fingerprintFindings } from "./identify-finding.ts"

const typescript = `import { db } from "./db.ts"

export class Orders {
  async find(id: string) {
    const rows = await db.query("SELECT * FROM orders WHERE id = " + id)
    return rows[0]
  }

  async all(
    customer: string,
  ): Promise<Row[]> {
    const rows = await db.query("SELECT * FROM orders WHERE customer = " + customer)
    const more = await db.query("SELECT * FROM refunds WHERE customer = " + customer)
    return [...rows, ...more]
  }
}
`
const python = `import os

class Reports:
    def build(self, name):
        command = "render " + name
        os.system(command)
        return command

def clean(name):
    os.system("rm " + name)
`
const csharp = `public class Jobs
{
    public void Run(string path)
    {
        var reader = new StreamReader(path);
        Handle(reader.ReadToEnd());
    }
}
`

const places = [
  { file: "src/orders.ts", text: typescript, line: 5, title: "SQL injection", variable: ["rows", "id"] },
  { file: "src/orders.ts", text: typescript, line: 13, title: "SQL injection", variable: ["more", "customer"] },
  { file: "app/reports.py", text: python, line: 6, title: "Command injection", variable: ["command"] },
  { file: "Jobs/Jobs.cs", text: csharp, line: 5, title: "Reader is never disposed", variable: ["reader", "path"] },
] as const

test("a fingerprint survives inserted lines, indentation and a renamed variable, together", () => {
  const inserted = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 99 })), { maxLength: 25 })
  const indents = fc.constantFrom("  ", "    ", "\t", "   ")
  fc.assert(
    fc.property(fc.constantFrom(...places), inserted, indents, fc.nat(), (place, insertions, indent, pick) => {
      const variable = place.variable[pick % place.variable.length] ?? ""
      const marked = place.text.split("\n").map((text, at) => ({ text, isIt: at === place.line - 1 }))
      for (const [at, number] of insertions) {
        const index = at % marked.length
        marked.splice(index, 0, { text: filler(marked[index]?.text ?? "", number), isIt: false })
      }
      const changed = marked.map(({ text }) =>
        text
          .replace(/^[ \t]+/, (blanks) => indent.repeat(blanks.length / 2))
          .replaceAll(new RegExp(`\\b${variable}\\b`, "g"), "renamedHere"),
      )
      const line = marked.findIndex(({ isIt }) => isIt) + 1
      expect(fingerprintOf(findingAt({ ...place, line, text: changed.join("\n") }), changed.join("\n"))).toBe(
        fingerprintOf(findingAt(place), place.text),
      )
    }),
  )
})

test("a fingerprint survives other words and another range around the same line", () => {
  const own = findingAt({ ...places[0], title: "SQL injection" })
  const others = [
    { ...own, title: "Untrusted id concatenated into the query", category: "bugs", saidBy: [] },
    { ...own, title: "Use a parameterised query", description: "Bind the parameter.", endLine: 6, saidBy: [] },
  ]
  expect(others.map((one) => fingerprintOf(one, typescript))).toEqual(others.map(() => fingerprintOf(own, typescript)))
})

test("two problems of one line, two lines of one shape, and one line in two functions have their own fingerprints", () => {
  const findings = [
    findingAt({ ...places[0], title: "SQL injection" }),
    findingAt({ ...places[0], title: "Unpaginated result set" }),
    findingAt({ ...places[0], line: 12, title: "SQL injection" }),
    findingAt({ ...places[0], line: 13, title: "SQL injection" }),
  ]
  expect(new Set(findings.map((one) => fingerprintOf(one, typescript))).size).toBe(4)
})

test("two findings that cannot be distinguished still have two fingerprints in one run", () => {
  const findings = ["The colour is odd", "The shape is odd"].map((title) => findingAt({ ...places[0], title }))
  const [first, second] = fingerprintFindings(findings, () => typescript)
  expect(first?.fingerprint).toBe(fingerprintOf(findingAt({ ...places[0], title: "The colour is odd" }), typescript))
  expect(second?.fingerprint).not.toBe(first?.fingerprint)
})

test("claims of agents next to our own finding change none of its fingerprints", () => {
  const own: ReviewFinding = { ...findingAt(places[0]), isOwn: true, title: "The colour is odd", description: "" }
  const said = { title: "Timing attack", description: "A timing attack on the token.", severity: "major" as const }
  const printsOf = (findings: readonly ReviewFinding[]) => {
    const ours = fingerprintFindings(findings, () => typescript).find(({ isOwn }) => isOwn === true)
    return [ours?.fingerprint, ours?.codeFingerprint]
  }
  const alone = printsOf([own])
  const other = { ...findingAt(places[0]), title: "The shape is odd", description: "" }
  expect(printsOf([{ ...own, saidBy: [...own.saidBy, said, said, said] }])).toEqual(alone)
  expect(printsOf([other, own])).toEqual(alone)
})

test("two findings of one line and kind have different code fingerprints, even with the same title", () => {
  const findings = ["odd", "odd", "odd"].map((title) => findingAt({ ...places[0], title }))
  const prints = fingerprintFindings(findings, () => typescript)
  expect(new Set(prints.map(({ codeFingerprint }) => codeFingerprint)).size).toBe(3)
  expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(3)
})

test("a renamed file keeps the fingerprint of its code, and other code has another", () => {
  const codeOf = (file: string, text: string) =>
    fingerprintFindings([{ ...findingAt(places[0]), file }], () => text)[0]?.codeFingerprint
  const own = codeOf("src/old.ts", typescript)
  expect(own).toMatch(/^[0-9a-f]{32}$/)
  expect(codeOf("src/new/name.ts", typescript)).toBe(own)
  expect(codeOf("src/old.ts", typescript.replace("db.query", "db.exec"))).not.toBe(own)
})

test("different code, another function and another file are different findings", () => {
  const own = fingerprintOf(findingAt(places[0]), typescript)
  const changes = [
    typescript.replace("db.query", "db.exec"),
    typescript.replace(" + id", ""),
    typescript.replace("find(", "findOne("),
  ]
  expect(changes.map((text) => fingerprintOf(findingAt(places[0]), text))).not.toContain(own)
  expect(fingerprintOf({ ...findingAt(places[0]), file: "src/b.ts" }, typescript)).not.toBe(own)
})

test("a page is known by its headings and words", () => {
  const page = "# Guide\n\n## Install\n\nThe port is 8080.\n\n## Run\n\nThe port is 8080.\n"
  const at = (line: number, text: string) =>
    fingerprintOf(findingAt({ file: "docs/guide.md", text, line, title: "Contradictory port" }), text)
  expect(at(5, page)).not.toBe(at(9, page))
  expect(at(7, page.replace("# Guide\n", "# Guide\n\nMore.\n"))).toBe(at(5, page))
})

test("without the file's text the evidence is used as its line", () => {
  const one = findingAt(places[0])
  expect(fingerprintOf(one, undefined)).toBe(fingerprintOf({ ...one, line: 50, endLine: 50 }, undefined))
  expect(fingerprintOf(one, undefined)).not.toBe(fingerprintOf({ ...one, evidence: "x()" }, undefined))
})

/** A line that may come before this one, indented like the line it ends, with a shape that no sample has. */
function filler(before: string, number: number): string {
  const indent = /^[ \t]*/.exec(before)?.[0] ?? ""
  const isEnd = /^[)}]/.test(before.trim())
  return number % 5 === 0 || before.trim() === "{" ? "" : `${indent}${isEnd ? "  " : ""}note.put(${number})`
}

function findingAt(place: {
  readonly file: string
  readonly text: string
  readonly line: number
  readonly title: string
}): ReviewFinding {
  return {
    id: "a",
    rule: "agent",
    title: place.title,
    file: place.file,
    line: place.line,
    endLine: place.line,
    category: "security",
    severity: "major",
    confidence: "high",
    description: "",
    evidence: place.text.split("\n")[place.line - 1] ?? "",
    extras: {},
    saidBy: [{ agent: "agent", title: place.title, description: "", severity: "major" }],
    related: [],
    fingerprint: "",
  }
}
