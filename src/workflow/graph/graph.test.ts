import { expect, test } from "vitest"
import { compute, defineWorkflow, dispatch, doStep, fanout, gate } from "../define-workflow.ts"
import type { Step } from "../workflow.ts"
import { drawInTerminal } from "./draw-in-terminal.ts"
import { buildGraph } from "./build-graph.ts"
import { measureWidth } from "../../text/measure-width.ts"
import { toDot } from "./to-dot.ts"
import { toMermaid } from "./to-mermaid.ts"

const small = defineWorkflow({
  name: 'say "so"',
  start: "gate",
  steps: [
    doStep({
      id: "gate",
      title: 'Is it "worth" it? [a|b]\nthen go',
      phase: "First",
      next: { ok: "hypothesize", skip: "output", default: "end" },
    }),
    doStep({ id: "hypothesize", title: "Two to four reasons", next: { ok: "investigate" } }),
    doStep({
      id: "investigate",
      title: "Look for evidence",
      maxRounds: 5,
      next: { ok: "formulate", iterate: "investigate" },
      onError: "hypothesize",
    }),
    doStep({ id: "formulate", title: "Say what it is", next: { ok: "output" } }),
    doStep({ id: "output", title: "Report \\ <b>it</b>", next: { ok: "end" } }),
  ],
})

test("a graph has nodes in the order of the definition, edges by target, and back edges", () => {
  expect(JSON.parse(JSON.stringify(buildGraph(small)))).toMatchInlineSnapshot(`
    {
      "deadEnds": [],
      "edges": [
        {
          "by": [
            "ok",
          ],
          "from": "gate",
          "label": "ok",
          "to": "hypothesize",
        },
        {
          "by": [
            "fail",
            "iterate",
          ],
          "from": "gate",
          "label": "fail, iterate",
          "to": "end",
        },
        {
          "by": [
            "skip",
          ],
          "from": "gate",
          "label": "skip",
          "to": "output",
        },
        {
          "by": [
            "ok",
          ],
          "from": "hypothesize",
          "label": "ok",
          "to": "investigate",
        },
        {
          "by": [
            "ok",
          ],
          "from": "investigate",
          "label": "ok",
          "to": "formulate",
        },
        {
          "by": [
            "iterate",
          ],
          "from": "investigate",
          "label": "iterate",
          "to": "investigate",
        },
        {
          "by": [
            "error",
          ],
          "from": "investigate",
          "label": "error",
          "to": "hypothesize",
        },
        {
          "by": [
            "ok",
          ],
          "from": "formulate",
          "label": "ok",
          "to": "output",
        },
        {
          "by": [
            "ok",
          ],
          "from": "output",
          "label": "ok",
          "to": "end",
        },
      ],
      "loops": [
        {
          "from": "investigate",
          "label": "iterate",
          "limit": 5,
          "to": "investigate",
        },
        {
          "from": "investigate",
          "label": "error",
          "limit": 5,
          "to": "hypothesize",
        },
      ],
      "name": "say "so"",
      "nodes": [
        {
          "id": "gate",
          "kind": "do",
          "phase": "First",
          "title": "Is it "worth" it? [a|b]
    then go",
        },
        {
          "id": "hypothesize",
          "kind": "do",
          "title": "Two to four reasons",
        },
        {
          "id": "investigate",
          "kind": "do",
          "maxRounds": 5,
          "title": "Look for evidence",
        },
        {
          "id": "formulate",
          "kind": "do",
          "title": "Say what it is",
        },
        {
          "id": "output",
          "kind": "do",
          "title": "Report \\ <b>it</b>",
        },
      ],
      "start": "gate",
      "unreachable": [],
    }
  `)
  expect(JSON.parse(JSON.stringify(buildGraph(small)))).toEqual(buildGraph(small))
})

test("unreachable steps and steps without a path to the end are listed", () => {
  const { unreachable, deadEnds } = buildGraph({
    ...small,
    steps: [
      doStep({ id: "gate", title: "Gate", next: { ok: "round", fail: "end" } }),
      doStep({ id: "round", title: "Round", next: { ok: "round" } }),
      doStep({ id: "alone", title: "Alone", next: { ok: "end" } }),
    ],
  })
  expect({ unreachable, deadEnds }).toEqual({ unreachable: ["alone"], deadEnds: ["round"] })
})

test("Mermaid gets its own ids and no characters that are special in it", () => {
  expect(toMermaid(buildGraph(small))).toMatchInlineSnapshot(`
    "flowchart TD
      begin((start))
      s1["gate<br/>Is it #34;worth#34; it? #91;a#124;b#93; then go"]
      s2["hypothesize<br/>Two to four reasons"]
      s3["investigate<br/>Look for evidence"]
      s4["formulate<br/>Say what it is"]
      s5["output<br/>Report #92; #60;b#62;it#60;/b#62;"]
      done((end))
      begin --> s1
      s1 -->|"ok"| s2
      s1 -->|"fail, iterate"| done
      s1 -->|"skip"| s5
      s2 -->|"ok"| s3
      s3 -->|"ok"| s4
      s3 -->|"iterate"| s3
      s3 -.->|"error"| s2
      s4 -->|"ok"| s5
      s5 -->|"ok"| done
    "
  `)
})

test("Graphviz gets quotes, backslashes and line breaks escaped", () => {
  expect(toDot(buildGraph(small))).toMatchInlineSnapshot(`
    "digraph "say \\"so\\"" {
      rankdir=TB;
      node [fontname="sans-serif"];
      edge [fontname="sans-serif"];
      "gate" [label="gate\\nIs it \\"worth\\" it? [a|b]\\nthen go", shape=box, penwidth=2];
      "hypothesize" [label="hypothesize\\nTwo to four reasons", shape=box];
      "investigate" [label="investigate\\nLook for evidence", shape=box];
      "formulate" [label="formulate\\nSay what it is", shape=box];
      "output" [label="output\\nReport \\\\ <b>it</b>", shape=box];
      "end" [label="end", shape=doublecircle];
      "gate" -> "hypothesize" [label="ok"];
      "gate" -> "end" [label="fail, iterate"];
      "gate" -> "output" [label="skip"];
      "hypothesize" -> "investigate" [label="ok"];
      "investigate" -> "formulate" [label="ok"];
      "investigate" -> "investigate" [label="iterate"];
      "investigate" -> "hypothesize" [label="error", style=dashed];
      "formulate" -> "output" [label="ok"];
      "output" -> "end" [label="ok"];
    }
    "
  `)
})

test("five steps are drawn from top to bottom, with back and forward edges on the right", () => {
  expect(`\n${drawInTerminal(small, { width: 80, unicode: true })}`).toMatchInlineSnapshot(`
    "
    ● gate         do  Is it "worth" it? [a|b] then go
    ├─ fail, iterate ─▸ end
    ├─ skip ────────────────────────────────────────────────────╮
    │ ok                                                        │
    ● hypothesize  do  Two to four reasons                ◂───╮ │
    │                                                         │ │
    ● investigate  do  Look for evidence (up to 5 rounds) ◂─╮ │ │
    ├─ iterate ─────────────────────────────────────────────╯ │ │
    ├─ error ─────────────────────────────────────────────────╯ │
    │ ok                                                        │
    ● formulate    do  Say what it is                           │
    │                                                           │
    ● output       do  Report \\ <b>it</b>                 ◂─────╯
    │
    ■ end
    "
  `)
})

test("without box characters it is drawn with plain ones", () => {
  expect(`\n${drawInTerminal(small, { width: 70, unicode: false })}`).toMatchInlineSnapshot(`
    "
    * gate         do  Is it "worth" it? [a|b] then go
    |- fail, iterate -> end
    |- skip ----------------------------------------------------+
    | ok                                                        |
    * hypothesize  do  Two to four reasons                <---+ |
    |                                                         | |
    * investigate  do  Look for evidence (up to 5 rounds) <-+ | |
    |- iterate ---------------------------------------------+ | |
    |- error -------------------------------------------------+ |
    | ok                                                        |
    * formulate    do  Say what it is                           |
    |                                                           |
    * output       do  Report \\ <b>it</b>                 <-----+
    |
    x end
    "
  `)
})

const phases = ["plan", "code", "docs"]
const long = {
  ...small,
  start: "plan-1",
  steps: phases.flatMap((phase, at): readonly Step[] => {
    const after = phases[at + 1]
    const id = (part: string) => `${phase}-${part}`
    return [
      doStep({ id: id("1"), title: `Look at what the ${phase} needs`, next: { ok: id("2"), skip: "docs-1" } }),
      fanout({
        id: id("2"),
        title: "Ask around",
        items: { kind: "each", of: "x", most: 3, ask: { agent: "explore", prompt: "Look." } },
        join: "all",
        next: { ok: id("3"), fail: "end" },
      }),
      compute({ id: id("3"), title: "Sort", compute: { rows: [{ outcome: "ok" }] }, next: { ok: id("4") } }),
      doStep({ id: id("4"), title: `Write the ${phase} down as it will be read by others`, next: { ok: id("5") } }),
      dispatch({
        id: id("5"),
        title: "Review",
        agent: "quality-reviewer",
        prompt: "Review.",
        next: { default: id("6") },
      }),
      gate({
        id: id("6"),
        title: "Is it good?",
        evidence: [{ kind: "review", of: "x" }],
        loop: { work: id("4"), review: id("5"), limit: 5, reverify: "fresh" },
        next: { ok: id("7"), fail: id("4") },
      }),
      doStep({ id: id("7"), title: "Keep it", next: { ok: after === undefined ? "end" : `${after}-1` } }),
    ]
  }),
}

test("twenty-one steps with three loops are drawn within the width", () => {
  const drawn = drawInTerminal(long, { width: 76, unicode: true })
  expect(`\n${drawn}`).toMatchInlineSnapshot(`
    "
    ● plan-1  do        Look at what the plan needs
    ├─ skip ─────────────────────────────────────────────────────────────────╮
    │ ok                                                                     │
    ◎ plan-2  fanout    Ask around                                           │
    ├─ fail ─▸ end                                                           │
    │ ok                                                                     │
    ○ plan-3  compute   Sort                                                 │
    │                                                                        │
    ● plan-4  do        Write the plan down as it will be read by others ◂─╮ │
    │                                                                      │ │
    ▲ plan-5  dispatch  Review                                             │ │
    │                                                                      │ │
    ◆ plan-6  gate      Is it good? (up to 5 reviews)                      │ │
    ├─ fail ───────────────────────────────────────────────────────────────╯ │
    │ ok                                                                     │
    ● plan-7  do        Keep it                                              │
    │                                                                        │
    ● code-1  do        Look at what the code needs                          │
    ├─ skip ─────────────────────────────────────────────────────────────────┤
    │ ok                                                                     │
    ◎ code-2  fanout    Ask around                                           │
    ├─ fail ─▸ end                                                           │
    │ ok                                                                     │
    ○ code-3  compute   Sort                                                 │
    │                                                                        │
    ● code-4  do        Write the code down as it will be read by others ◂─╮ │
    │                                                                      │ │
    ▲ code-5  dispatch  Review                                             │ │
    │                                                                      │ │
    ◆ code-6  gate      Is it good? (up to 5 reviews)                      │ │
    ├─ fail ───────────────────────────────────────────────────────────────╯ │
    │ ok                                                                     │
    ● code-7  do        Keep it                                              │
    │                                                                        │
    ● docs-1  do        Look at what the docs needs                      ◂─┬─╯
    ├─ skip ───────────────────────────────────────────────────────────────╯
    │ ok
    ◎ docs-2  fanout    Ask around
    ├─ fail ─▸ end
    │ ok
    ○ docs-3  compute   Sort
    │
    ● docs-4  do        Write the docs down as it will be read by others ◂─╮
    │                                                                      │
    ▲ docs-5  dispatch  Review                                             │
    │                                                                      │
    ◆ docs-6  gate      Is it good? (up to 5 reviews)                      │
    ├─ fail ───────────────────────────────────────────────────────────────╯
    │ ok
    ● docs-7  do        Keep it
    │
    ■ end
    "
  `)
})

test("no line is wider than requested, and a transition without room for a line is written out", () => {
  for (const width of [30, 44, 48, 52, 60, 80, 120])
    for (const unicode of [true, false])
      for (const line of drawInTerminal(long, { width, unicode }).split("\n"))
        expect(measureWidth(line), line).toBeLessThanOrEqual(width)
  expect(drawInTerminal(long, { width: 40, unicode: true }).split("\n").slice(0, 8)).toMatchInlineSnapshot(`
    [
      "● plan-1  Look at what the plan needs",
      "├─ skip ─▸ docs-1 ↓",
      "│ ok",
      "◎ plan-2  Ask around",
      "├─ fail ─▸ end",
      "│ ok",
      "○ plan-3  Sort",
      "│",
    ]
  `)
})

test("characters that could control a terminal are not drawn", () => {
  const drawn = drawInTerminal(
    { ...small, steps: [doStep({ id: "gate", title: "a\u001b[31mred\u0007 \u202eb 漢字", next: { ok: "end" } })] },
    { width: 60, unicode: true },
  )
  expect(drawn).toBe("● gate  do  a [31mred b 漢字\n│\n■ end\n")
})
