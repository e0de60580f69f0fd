import { expect, test } from "vitest"
import type { ReviewFinding } from "../review-finding.ts"
import { renderBadge, listClaimCategories, joinFindings } from "./join-findings.ts"
import { aggregateFindings, clusterFindings, mergeFindings } from "./aggregate.ts"
import { compareAmong } from "./compare-among.ts"
import { judgeSameness } from "./judge-sameness.ts"

const line = "const rows = await db.query(`SELECT * FROM orders WHERE id = ${id}`)"

const injection = finding("a", {
  title: "SQL injection in findOrder",
  description: "The id is concatenated into the query.",
  severity: "major",
})
const reworded = finding("b", {
  agent: "bug-detection-agent",
  category: "bugs",
  title: "Query is not parameterised",
  description: "A quote in `id` changes the statement, so that anyone can read other people's orders.",
  severity: "critical",
})
const unbounded = finding("c", {
  agent: "performance-agent",
  category: "performance",
  title: "Unpaginated result set",
  description: "There is no limit on the number of rows.",
  severity: "minor",
})

test("findings that say the same in other words become one that keeps all wordings", () => {
  const diff = { kind: "diff", diff: "@@" } as const
  const { findings, merges } = mergeFindings([
    { ...injection, patch: diff, proof: { pattern: "sql-text", line: 3 } },
    { ...reworded, patch: { kind: "prompt", prompt: "Bind the id." }, extras: { impact: "all orders" } },
  ])
  expect(findings).toEqual([
    {
      ...reworded,
      proof: { pattern: "sql-text", line: 3 },
      patch: diff,
      extras: { impact: "all orders" },
      saidBy: [
        { ...injection.saidBy[0], category: "security" },
        { ...reworded.saidBy[0], category: "bugs" },
      ],
    },
  ])
  expect(merges).toEqual([{ id: "b", from: ["a", "b"], because: "about sql-injection, at the same lines" }])
  expect(findings.map(renderBadge)).toEqual(["[2 agents]"])
  expect(findings.map(listClaimCategories)).toEqual([["bugs", "security"]])
})

test("a claim does not make a finding for thorough personas speak for one that everybody sees", () => {
  const shown: ReviewFinding = { ...injection, isOwn: true, severity: "minor" }
  const hidden: ReviewFinding = {
    ...finding("h", { title: "SQL injection by concatenation", description: "The query depends on its caller." }),
    isOwn: true,
    severity: "critical",
    persona: "auditor",
  }
  const alone = joinFindings([hidden, shown])
  const { title, description, persona } = joinFindings([hidden, shown, reworded])
  expect({ title, description, persona }).toEqual({
    title: alone.title,
    description: alone.description,
    persona: undefined,
  })
  expect(alone.title).toBe(shown.title)
})

test("matches of one pattern on two lines are two findings, however similar their texts", () => {
  const redirect = { title: "Redirect to a URL from untrusted input", description: "Anyone can be sent anywhere." }
  const first = {
    ...finding("a", { ...redirect }),
    line: 1,
    endLine: 1,
    evidence: "res.redirect(req.query.next)",
    proof: { pattern: "redirect", line: 1 },
  }
  const second = {
    ...first,
    id: "b",
    line: 3,
    endLine: 3,
    evidence: "return res.redirect(301, req.body.back)",
    proof: { pattern: "redirect", line: 3 },
  }
  expect(mergeFindings([first, second])).toEqual({ findings: [first, second], merges: [] })
})

test("unrelated findings on one line are linked, not merged", () => {
  const { findings, merges } = mergeFindings([injection, unbounded])
  expect(findings).toEqual([
    { ...injection, related: ["c"] },
    { ...unbounded, related: ["a"] },
  ])
  expect(merges).toEqual([])
})

test("with overlap, findings whose lines overlap become one, through others too, and two of our own stay two", () => {
  const between = { ...unbounded, line: injection.line, endLine: injection.endLine + 4 }
  const last = { ...finding("d", { title: "Name says nothing" }), line: between.endLine, endLine: between.endLine }
  const beyond = { ...finding("e", { title: "Dead code" }), line: last.line + 1, endLine: last.line + 1 }
  const own = { ...last, id: "f", isOwn: true }
  const merge = (...findings: readonly ReviewFinding[]) =>
    aggregateFindings(findings, () => undefined, "overlap").merges.map(({ from }) => from.join(" "))
  expect(merge(beyond, last, between, injection)).toEqual(["d c a"])
  expect(merge(injection, last, beyond)).toEqual([])
  expect(merge({ ...injection, isOwn: true }, between, own)).toEqual(["a c"])
  const elsewhere = { ...between, file: "other.ts" }
  expect(merge(injection, elsewhere)).toEqual([])
})

test("links follow a finding into the one it was merged into", () => {
  const { findings } = mergeFindings([injection, reworded, { ...unbounded, related: ["a"] }])
  expect(findings.map(({ id, related }) => ({ id, related }))).toEqual([
    { id: "b", related: ["c"] },
    { id: "c", related: ["b"] },
  ])
})

test("agents count once each, and repetition by one agent is not agreement", () => {
  const again = { ...reworded, saidBy: injection.saidBy.map((said) => ({ ...said, round: "gaps" })) }
  expect(mergeFindings([injection, again]).findings.map(renderBadge)).toEqual([undefined])
  const third = {
    ...reworded,
    id: "x",
    saidBy: reworded.saidBy.map((said) => ({ ...said, agent: "compliance-agent" })),
  }
  expect(mergeFindings([injection, reworded, third]).findings.map(renderBadge)).toEqual(["[3+ agents]"])
})

test("rules and programs are no agents: what they report with one agent is not agreement of two", () => {
  const saidBy = (...agents: readonly string[]) =>
    agents.map((agent) => ({ agent, round: "thorough", title: "", description: "", severity: "major" as const }))
  const badge = (...agents: readonly string[]) => renderBadge({ ...injection, saidBy: saidBy(...agents) })
  expect(badge("patterns", "sarif/semgrep", "security-agent")).toBe(undefined)
  expect(badge("patterns", "bug-detection-agent", "security-agent")).toBe("[2 agents]")
})

test("the same problem at another place stays separate", () => {
  const elsewhere = { ...reworded, line: 4, endLine: 4, evidence: line.replace("rows", "more").replace("orders", "x") }
  expect(judgeSameness(injection, elsewhere)).toEqual({
    same: false,
    score: 0,
    because: "at another place",
    isSettled: true,
  })
  expect(judgeSameness(injection, { ...injection, file: "src/b.ts" }).same).toBe(false)
})

test("a cause and its effect some lines below are merged if they mention the same name", () => {
  const cause = finding("a", { title: "`total` is never initialised", evidence: "let total", line: 3 })
  const effect = finding("b", { title: "Uninitialised variable `total`", evidence: "total.push(x)", line: 6 })
  expect(judgeSameness(cause, effect).same).toBe(true)
  expect(judgeSameness(cause, { ...effect, line: 40, endLine: 40 }).same).toBe(false)
  expect(judgeSameness(cause, { ...effect, evidence: "let sum" }).same).toBe(false)
})

test("severity does not count, and neither does the order of two findings", () => {
  const one = judgeSameness(injection, reworded)
  expect(judgeSameness({ ...injection, severity: "suggestion" }, reworded)).toEqual(one)
  expect(judgeSameness(reworded, injection)).toEqual(one)
})

test("one match of a pattern on one line is one finding, whatever is claimed about it", () => {
  const proof = { pattern: "sql-text", line: 3 }
  expect(judgeSameness({ ...injection, proof }, { ...unbounded, proof })).toEqual({
    same: true,
    score: 1,
    because: "one pattern matched on one line",
    isSettled: true,
  })
})

test("a finding about two things does not chain two others together", () => {
  const both = finding("m", {
    title: "SQL injection, and unpaginated result set",
    description: "The id is concatenated into the query. There is no limit on the number of rows.",
  })
  expect([judgeSameness(injection, both).same, judgeSameness(both, unbounded).same]).toEqual([true, true])
  const { findings, merges } = mergeFindings([injection, both, unbounded])
  expect(findings).toHaveLength(2)
  expect(merges.map(({ from }) => from)).toHaveLength(1)
})

function finding(id: string, own: Partial<ReviewFinding> & { readonly agent?: string }): ReviewFinding {
  const { agent = "security-agent", ...given } = own
  const said = { title: "", description: "", severity: "major" as const, ...given }
  return {
    id,
    rule: agent,
    file: "src/a.ts",
    line: 3,
    category: "security",
    confidence: "high",
    evidence: line,
    extras: {},
    related: [],
    fingerprint: "",
    ...said,
    endLine: given.endLine ?? given.line ?? 3,
    saidBy: [{ agent, title: said.title, description: said.description, severity: said.severity }],
  }
}

const things = "token query cache session buffer socket lock header cookie thread index limit".split(" ")
const flood = Array.from({ length: 1500 }, (_, at) =>
  finding(`f${at}`, {
    agent: `agent-${at % 9}`,
    title: `The ${things[at % 12]} of the ${things[Math.floor(at / 12) % 12]} is wrong in way ${at}`,
    description: `It breaks the ${things[(at * 7) % 12]}.`,
    severity: "minor",
  }),
)

test("in a flood of claims about one line each is compared with few others, and none is lost", () => {
  let compared = 0
  const compare = compareAmong(flood)
  const clusters = clusterFindings(flood, (a, b) => {
    compared++
    return compare(a, b)
  })
  expect(compared).toBeLessThan(80 * flood.length)
  expect(clusters.flatMap(({ members }) => members.map(({ id }) => id)).toSorted()).toEqual(
    flood.map(({ id }) => id).toSorted(),
  )
})

test("a claim repeated a thousand times is one finding, even with our own among them", () => {
  const again = Array.from({ length: 1000 }, (_, at) => ({ ...injection, id: `r${at}` }))
  const { findings, merges } = mergeFindings([{ ...reworded, id: "own", isOwn: true }, ...again, unbounded])
  expect(findings.map(({ id }) => id)).toEqual(["own", "c"])
  expect(merges.map(({ from }) => from.length)).toEqual([1001])
})

test("an answer that repeats a finding word for word counts once, next to findings of other agents", () => {
  const others = ["Retry loop has no limit", "Cache key ignores the locale", "Log line prints the token"].map(
    (title, at) => ({ ...finding(`o${at}`, { agent: `agent-${at}`, title, description: title }), evidence: "" }),
  )
  const twice = ["a", "b"].map((id) => ({ ...injection, id, evidence: "" }))
  const { merges } = mergeFindings([...others, ...twice])
  expect(merges.map(({ from }) => from)).toEqual([["a", "b"]])
})

test.each([
  [
    "Hardcoded currency",
    "The invoice total is formatted with a hardcoded currency, so customers outside the euro area see the wrong symbol",
    true,
  ],
  [
    "Unused currency code",
    "The invoice total is formatted with a hardcoded currency, so customers outside the euro area see the wrong symbol",
    false,
  ],
  [
    "sendWeeklyReportToSubscribers ignores the time zone of the reader, so mails arrive at night",
    "sendWeeklyReportToSubscribers is called twice on Mondays, because both schedules contain that day",
    false,
  ],
  [
    "sendWeeklyReportToSubscribers ignores the time zone of the reader, so mails arrive at night",
    "Mails arrive at night because sendWeeklyReportToSubscribers does not know the reader's time zone",
    true,
  ],
  ["ListPaginator sorts by a nullable column", "Negative offsets break the new pagination of the audit log", false],
  ["ListPaginator sorts by a nullable column", "The column by which ListPaginator sorts may be null", true],
])("%j and %j, without code, are the same: %s", (one, other, same) => {
  const [a, b] = [one, other].map((title, at) => ({
    ...finding(`${at}`, { agent: `agent-${at}`, title, description: "" }),
    evidence: "",
  }))
  if (a === undefined || b === undefined) throw new Error("there are two")
  expect(judgeSameness(a, b).same).toBe(same)
})

test("matches of one of our rules on two lines are two findings, even if a judge is still needed", () => {
  const base = { ...injection, isOwn: true, rule: "code-from-input", evidence: "const a = eval(req.query.a)" }
  const other = {
    ...base,
    id: "b",
    line: base.line + 1,
    endLine: base.endLine + 1,
    evidence: "run(eval(req.query.a), 1)",
  }
  expect(mergeFindings([base, other]).merges).toEqual([])
})

test("results of one program on two lines are two findings; what an agent repeats there is one", () => {
  const said = { title: "'require' is not defined (no-undef)", description: "'require' is not defined." }
  const at = (agent: string, id: string, line: number, evidence: string) => ({
    ...finding(id, { agent, ...said }),
    line,
    endLine: line,
    evidence,
  })
  const merged = (agent: string) =>
    mergeFindings([
      at(agent, "a", 1, 'const express = require("express")'),
      at(agent, "b", 2, 'const { exec } = require("child_process")'),
    ]).findings.length
  expect([merged("sarif/eslint"), merged("bug-detection-agent")]).toEqual([2, 1])
})

test("what only thorough readers see does not make our own finding for everybody worse", () => {
  const own = { ...unbounded, isOwn: true, severity: "minor" as const }
  const doubtful = { ...own, id: "d", severity: "major" as const, persona: "pedantic" as const }
  const joined = joinFindings([doubtful, own])
  expect([joined.severity, joined.persona, joined.id]).toEqual(["minor", undefined, own.id])
  expect(joinFindings([doubtful, { ...own, isOwn: false }]).severity).toBe("major")
})
