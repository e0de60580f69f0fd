import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { readOutline } from "../../src/skill/body/read-outline.ts"
import { readSkillBody } from "../../src/skill/require-skill.ts"
import { compileSkill } from "../../src/tasks/skills/compile-skill.ts"
import { extractChecklist } from "../../src/tasks/skills/extract-checklist.ts"
import { fitSkill } from "../../src/tasks/skills/fit-skill.ts"
import { describeWith, needData } from "../needs.ts"

const corpus = path.resolve(import.meta.dirname, "../../../shared/corpus")
const files: readonly { readonly path: string }[] = fs.existsSync(corpus)
  ? JSON.parse(fs.readFileSync(path.join(corpus, "index.json"), "utf8")).files
  : []

/** Written without the product's own words and readers, so that both cannot be wrong in the same way. */
const NEGATIVE =
  /\bnever\b|\bdon['’]?ts?\b|\b(?:do|must|should) not\b|\bavoid\b|anti-?patterns?|red flags?|forbidden|prohibited|\bbad\b|\bwrong\b|rationali[sz]ation|[❌✗🚫⛔]|mistakes|pitfalls/iu
const ITEM = /^ ?(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/
const toPlain = (text: string) =>
  text
    .replace(/[*_`#]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()

/** Items at the margin whose nearest paragraph or heading is negative, if their words occur only once. */
function findForbidden(body: string) {
  const { lines, fences, headings } = readOutline(body)
  const inCode = new Set(fences.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))
  const titles = new Set(headings.map(({ line }) => line))
  let label = ""
  return lines.flatMap((line, at) => {
    if (inCode.has(at + 1) || line.trim() === "") return []
    const item = ITEM.exec(line)?.[1]
    if (titles.has(at + 1) || (item === undefined && !/^\s{2,}/.test(line))) label = line
    const isOnce = item !== undefined && body.split(item).length === 2
    return isOnce && NEGATIVE.test(label) && item.length > 7 ? [{ item: toPlain(item), label: toPlain(label) }] : []
  })
}

/** The forbidden items that a text shows as a line without a negation above or in it, or as a box. */
function findFaults(text: string, forbidden: ReturnType<typeof findForbidden>, isList: boolean): readonly string[] {
  const lines = text.split("\n")
  return forbidden.flatMap(({ item, label }) => {
    const at = lines.findIndex((line) => toPlain(ITEM.exec(line)?.[1] ?? line) === item)
    if (at === -1) return []
    const before = toPlain(lines.slice(0, at).join("\n"))
    const isLabelled = before.includes(label.replace(/[.:]+$/, "").slice(0, 60)) || NEGATIVE.test(lines[at] ?? "")
    return isLabelled && !(isList && (lines[at] ?? "").startsWith("- [ ] ")) ? [] : [`${label} > ${item}`]
  })
}

describeWith(needData(files.length > 0), "real skills", () => {
  test("none says the opposite when it is shortened or made a checklist, and every code block is closed", () => {
    const faults: string[] = []
    let many = 0
    for (const { path: file } of files) {
      const { body } = readSkillBody(fs.readFileSync(path.join(corpus, file), "utf8"))
      const compiled = compileSkill(body)
      const forbidden = findForbidden(body)
      many += forbidden.length
      const isOpen = readOutline(body).fences.some(({ closed }) => !closed)
      for (const tokens of [300, 1000, 2000, 4000]) {
        const { text, leftOut, tokens: cost } = fitSkill(compiled, body, { tokens, about: "Fix the login", file: "/s" })
        if (cost > tokens) faults.push(`${file} ${tokens}: ${cost} tokens`)
        if (leftOut.length === 0) continue
        faults.push(...findFaults(text, forbidden, false).map((fault) => `${file} ${tokens}: ${fault}`))
        if (!isOpen && readOutline(text).fences.some(({ closed }) => !closed))
          faults.push(`${file} ${tokens}: code is not closed`)
        if (/^\s*-\s+[})\];,]+$/m.test(text) && !/^\s*-\s+[})\];,]+$/m.test(body))
          faults.push(`${file}: a lone bracket`)
      }
      faults.push(...findFaults(extractChecklist(compiled, 1000).text, forbidden, true).map((one) => `${file}: ${one}`))
    }
    expect(many).toBeGreaterThan(1000)
    expect(faults).toEqual([])
  })
})
