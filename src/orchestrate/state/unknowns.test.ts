import { expect, test } from "vitest"
import type { UnknownUpdate } from "../memory.ts"
import { addUnknowns, collectUnknowns, type UnknownReport } from "./unknowns.ts"

const added = (id: string, text: string, category = "fact"): UnknownUpdate => ({
  what: "added",
  id,
  category,
  priority: "P1",
  text,
})
const settle = (what: "resolved" | "escalated", id: string, text: string): UnknownUpdate => ({
  what,
  id,
  category: "",
  priority: "",
  text,
})
const by = (agent: string, phase: string, ...unknowns: readonly UnknownUpdate[]): UnknownReport => ({
  agent,
  phase,
  unknowns,
})
const describe = (records: readonly UnknownReport[]) =>
  collectUnknowns(records).map(({ id, state, resolved }) => [id, state, resolved?.how])

test("an unknown has who found it, who is to resolve it, and who did", () => {
  const found = by("clarification", "ask", added("U1", "which database", "technology"))
  const whole = {
    id: "U1",
    category: "technology",
    priority: "P1",
    description: "which database",
    discovered: { agent: "clarification", phase: "ask" },
    resolver: "research",
    state: "active",
  }
  expect(collectUnknowns([found])).toEqual([whole])
  expect(collectUnknowns([found, by("research", "look", settle("resolved", "U1", "SQLite"))])).toEqual([
    { ...whole, state: "resolved", resolved: { agent: "research", phase: "look", how: "SQLite" } },
  ])
})

test.each([
  ["tradeoff", "analysis"],
  ["something else", "clarification"],
  ["constructor", "clarification"],
])("an unknown of the category %s is for %s", (category, resolver) => {
  expect(collectUnknowns([by("a", "p", added("U1", "x", category))])).toMatchObject([{ resolver }])
})

test("an escalated unknown is still open, and keeps what was found out about it", () => {
  const records = [by("a", "one", added("U1", "x")), by("b", "two", settle("resolved", "U1", "y"))]
  expect(describe([...records, by("c", "three", settle("escalated", "U1", "no"))])).toEqual([["U1", "escalated", "y"]])
  expect(describe([by("a", "one", added("U1", "x"), settle("escalated", "U1", "no"))])).toEqual([
    ["U1", "escalated", undefined],
  ])
})

test("the same unknown is registered once, and others with its name get one with their phase", () => {
  const records = [
    by("a", "one", added("U1", "x"), added("U1", "x")),
    by("b", "two", added("U1", "y"), added("U1", "y"), added("U1", "z"), added("U1", "x")),
  ]
  const registry = collectUnknowns(records)
  expect(registry.map(({ id, description }) => [id, description])).toEqual([
    ["U1", "x"],
    ["U1.two", "y"],
    ["U1.two.2", "z"],
  ])
  expect(describe([...records, by("b", "two", settle("resolved", "U1", "done"))])).toEqual([
    ["U1", "active", undefined],
    ["U1.two", "resolved", "done"],
    ["U1.two.2", "active", undefined],
  ])
})

test("what was never registered cannot be resolved, and what comes after it still counts", () => {
  expect(describe([by("a", "one", settle("resolved", "U7", "?"), added("U1", "x"))])).toEqual([
    ["U1", "active", undefined],
  ])
})

test("a registry continues from what it had", () => {
  const before = collectUnknowns([by("a", "one", added("U1", "x"))])
  const after = addUnknowns(before, [by("b", "two", added("U2", "y"), settle("resolved", "U1", "z"))])
  expect(after.map(({ id, state }) => [id, state])).toEqual([
    ["U1", "resolved"],
    ["U2", "active"],
  ])
})
