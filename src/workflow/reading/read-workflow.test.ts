import fc from "fast-check"
import { expect, test } from "vitest"
import { readWorkflow, locateStepFolder, type WorkflowFiles } from "./read-workflow.ts"

const files = (yaml: string, more: Partial<WorkflowFiles> = {}): WorkflowFiles => ({
  yaml,
  yamlPath: "/s/workflow.yaml",
  name: "s",
  steps: {},
  resources: {},
  ...more,
})

/** Problems as a person reads them. */
const told = (yaml: string, more: Partial<WorkflowFiles> = {}) =>
  readWorkflow(files(yaml, more)).problems.map(
    ({ code, path, line, message, fix }) => `${path}:${line} ${code}: ${message}; ${fix}`,
  )

const EVERY_KIND = `
name: every-kind
description: One of each.
aliases: [all]
params:
  mode: { about: how deep, choices: [full, quick], default: full }
  agents: { about: how many, type: integer, min: 1, max: 9, default: 3 }
start: work
result: work
steps:
  - id: work
    phase: one
    reads: [report?]
    writes: work
    output-required: true
    on-error: pause
    max-rounds: 6
    cheaper: pause
    resources: [severity, { name: form, purpose: the form of it }]
    next: review
  - id: review
    title: Review
    kind: dispatch
    agent: quality-reviewer
    review: Work Review
    tier: large
    retries: 1
    writes: [report]
    next: gate
  - id: gate
    title: Gate
    kind: gate
    override: person
    evidence:
      - review: report
      - { sections: [Goal], of: work }
      - { command: npm test, exit: 1 }
      - of: work
        schema:
          type: array
          min-items: 1
          items: { type: object, required: [a], properties: { a: { enum: [x, 1], min-length: 2 } } }
    loop: { work: work, review: review, self-fix: true, fix-target: developer, pass-message: done }
    next: many
  - id: many
    kind: fanout
    items: { each: work, most: 4, ask: { agent: explore } }
    join: { at-least: 2 }
    next: { ok: counted, default: end }
  - id: counted
    title: Counted
    kind: fanout
    items: { count: agents, ask: { agent: explore, workflow: dig, with: { what: "{{params.mode}}" } } }
    next: listed
  - id: listed
    title: Listed
    kind: fanout
    items: [{ item: a, agent: architect, prompt: look }]
    join: settled
    next: choose
  - id: choose
    title: Choose
    kind: compute
    writes: [depth]
    compute:
      - { when: { params.mode: quick, values.work: [a, b] }, outcome: skip, set: { depth: 1 } }
      - when: { run.round: { at-least: 2, at-most: 5 }, values.x: { missing: true, contains: y, in: [1], is: true } }
        outcome: iterate
      - outcome: ok
    next: { ok: person, skip: end, iterate: choose }
  - id: person
    title: Person
    kind: ask
    questions:
      - { id: q, text: "Go on?", options: [yes, { label: no, about: stop, outcome: fail }], multiple: true, urgency: 2 }
    next: { ok: asked, fail: end }
  - { id: asked, title: Asked, kind: ask, questions: { from: work }, next: pause }
  - { id: pause, title: Pause, kind: wait, until: 10m, next: last }
  - { id: last, title: Last, kind: wait, until: reported, next: end }
`

const STEPS = {
  "/s/steps/work.md": "# Work\n\nDo it.\n\n## Forbidden\n\n- Guess\n",
  "/s/steps/review.md": "## Prompt\n\nReview {{values.work}}.\n",
  "/s/steps/many.md": "# Many\n\n## Prompt\n\nLook at {{item.text}}.\n",
}

test("every kind of step is read with every key it has", () => {
  const { workflow, problems } = readWorkflow(
    files(EVERY_KIND, { steps: STEPS, resources: { severity: "levels", form: "a form", other: "unused" } }),
  )
  expect(problems).toEqual([])
  expect(workflow).toEqual({
    name: "every-kind",
    description: "One of each.",
    aliases: ["all"],
    params: [
      { name: "mode", type: "text", about: "how deep", choices: ["full", "quick"], default: "full" },
      { name: "agents", type: "integer", about: "how many", min: 1, max: 9, default: 3 },
    ],
    start: "work",
    result: "work",
    resources: { severity: "levels", form: "a form" },
    steps: [
      {
        kind: "do",
        id: "work",
        title: "Work",
        phase: "one",
        reads: ["report?"],
        writes: ["work"],
        outputRequired: true,
        onError: "pause",
        maxRounds: 6,
        cheaper: "pause",
        actions: [
          "Do it.",
          { kind: "resource", name: "severity", purpose: "to be applied in this step" },
          { kind: "resource", name: "form", purpose: "the form of it" },
          { kind: "forbidden", items: ["Guess"] },
        ],
        next: { ok: "review" },
      },
      {
        kind: "dispatch",
        id: "review",
        title: "Review",
        actions: [],
        agent: "quality-reviewer",
        prompt: "Review {{values.work}}.",
        review: "Work Review",
        tier: "large",
        retries: 1,
        writes: ["report"],
        next: { ok: "gate", fail: "gate" },
      },
      {
        kind: "gate",
        id: "gate",
        title: "Gate",
        actions: [],
        override: "person",
        evidence: [
          { kind: "review", of: "report" },
          { kind: "sections", of: "work", sections: ["Goal"] },
          { kind: "command", command: "npm test", exit: 1 },
          {
            kind: "schema",
            of: "work",
            schema: {
              type: "array",
              minItems: 1,
              items: { type: "object", required: ["a"], properties: { a: { enum: ["x", 1], minLength: 2 } } },
            },
          },
        ],
        loop: {
          work: "work",
          review: "review",
          limit: 5,
          reverify: "fresh",
          selfFix: true,
          fixTarget: "developer",
          passMessage: "done",
        },
        next: { ok: "many", fail: "work" },
      },
      {
        kind: "fanout",
        id: "many",
        title: "Many",
        actions: [],
        items: { kind: "each", of: "work", most: 4, ask: { agent: "explore", prompt: "Look at {{item.text}}." } },
        join: { atLeast: 2 },
        next: { ok: "counted", default: "end" },
      },
      {
        kind: "fanout",
        id: "counted",
        title: "Counted",
        actions: [],
        items: {
          kind: "count",
          param: "agents",
          ask: { agent: "explore", workflow: "dig", with: { what: "{{params.mode}}" } },
        },
        join: "all",
        next: { ok: "listed" },
      },
      {
        kind: "fanout",
        id: "listed",
        title: "Listed",
        actions: [],
        items: { kind: "list", items: [{ item: "a", agent: "architect", prompt: "look" }] },
        join: "settled",
        next: { ok: "choose" },
      },
      {
        kind: "compute",
        id: "choose",
        title: "Choose",
        actions: [],
        writes: ["depth"],
        compute: {
          rows: [
            {
              when: [
                { of: "params.mode", is: "quick" },
                { of: "values.work", in: ["a", "b"] },
              ],
              outcome: "skip",
              set: { depth: "1" },
            },
            {
              when: [
                { of: "run.round", atLeast: 2, atMost: 5 },
                { of: "values.x", missing: true, contains: "y", in: [1], is: true },
              ],
              outcome: "iterate",
            },
            { outcome: "ok" },
          ],
        },
        next: { ok: "person", skip: "end", iterate: "choose" },
      },
      {
        kind: "ask",
        id: "person",
        title: "Person",
        actions: [],
        questions: [
          {
            id: "q",
            text: "Go on?",
            options: [{ label: "yes" }, { label: "no", about: "stop", outcome: "fail" }],
            multiple: true,
            urgency: 2,
          },
        ],
        next: { ok: "asked", fail: "end" },
      },
      {
        kind: "ask",
        id: "asked",
        title: "Asked",
        actions: [],
        questions: { from: "work" },
        next: { ok: "pause" },
      },
      { kind: "wait", id: "pause", title: "Pause", actions: [], until: { seconds: 600 }, next: { ok: "last" } },
      { kind: "wait", id: "last", title: "Last", actions: [], until: { reported: true }, next: { ok: "end" } },
    ],
  })
})

test("a step or field with a problem is located, in its own file if it has one", () => {
  const { locate } = readWorkflow(files(EVERY_KIND, { steps: STEPS, resources: { severity: "", form: "" } }))
  const at = (step?: string, field?: string) => {
    const { path, line } = locate(step, field)
    return `${path.slice(3)}:${line}`
  }
  expect({
    workflow: at(),
    param: at(undefined, "params.agents.max"),
    step: at("gate"),
    missing: at("gate", "maxRounds"),
    kebab: at("work", "onError"),
    loop: at("gate", "loop.work"),
    evidence: at("gate", "evidence.3.schema.minItems"),
    shortNext: at("review", "next.ok"),
    row: at("choose", "compute.rows.1.outcome"),
    item: at("listed", "items.items.0.agent"),
    action: at("work", "actions.0"),
    prompt: at("many", "items.ask.prompt"),
    nowhere: at("nobody", "next"),
  }).toEqual({
    workflow: "workflow.yaml:1",
    param: "workflow.yaml:7",
    step: "workflow.yaml:30",
    missing: "workflow.yaml:30",
    kebab: "workflow.yaml:16",
    loop: "workflow.yaml:43",
    evidence: "workflow.yaml:41",
    shortNext: "workflow.yaml:29",
    row: "workflow.yaml:68",
    item: "workflow.yaml:58",
    action: "steps/work.md:3",
    prompt: "steps/many.md:3",
    nowhere: "workflow.yaml:10",
  })
})

test("all errors are reported together, with their line and a correction", () => {
  const yaml = `name: faults
parms: {}
params:
  mode: quick
  __proto__: { about: x }
  n: { abuot: how many, type: int }
steps:
  - id: a
    titel: A
    kind: gaet
    next: { okay: b, fail: [b] }
  - id: b
    title: B
    evidence: []
    output-required: perhaps
    max-rounds: 0
    reads: { x: y }
    next: end
  - id: c
    kind: gate
    evidence: [{ reviewed: x }, { sections: [A] }]
    loop: { work: a, self_fix: yes }
    next: end
  - id: d
    title: D
    kind: dispatch
    agent: develper
    next: end
  - id: e
    title: E
    kind: compute
    compute: [{ when: { mode: quick }, outcome: done }, { when: { values.x: { more: 1 } }, outcome: ok }]
    next: end
  - id: f
    title: F
    kind: fanout
    items: { each: x, count: n, ask: { agent: explore, prompt: p } }
    join: some
    next: end
  - { id: g, title: G, kind: wait, until: soon, next: end }
  - { id: h, title: H, kind: ask, questions: [{ id: q }], resources: [severty], next: end }
  - { title: nameless, next: end }
  - just text
`
  const more = {
    steps: { "/s/steps/b.md": "x", "/s/steps/bb.md": "x", "/s/steps/h.md": "## Prompt\n\nfor nobody\n" },
    resources: { severity: "" },
  }
  expect(told(yaml, more)).toMatchInlineSnapshot(`
    [
      "/s/workflow.yaml:2 workflow.unknown-key: there is no key "parms" in a workflow; did you mean params?",
      "/s/workflow.yaml:4 workflow.bad-value: mode is "quick"; write a map of about, type, default, required, min, max, choices",
      "/s/workflow.yaml:5 workflow.bad-value: "__proto__" cannot be a name; choose another name",
      "/s/workflow.yaml:6 workflow.unknown-key: there is no key "abuot" in a parameter; did you mean about?",
      "/s/workflow.yaml:6 workflow.missing-key: a parameter needs about; add about: …",
      "/s/workflow.yaml:6 workflow.bad-value: type is "int"; did you mean integer?",
      "/s/workflow.yaml:8 workflow.missing-file: step "a" has no text: /s/steps/a.md does not exist; write the file: what to do in this step",
      "/s/workflow.yaml:8 workflow.missing-key: step "a" has no title; add title: …",
      "/s/workflow.yaml:9 workflow.unknown-key: there is no key "titel" in a step of kind do; did you mean title?",
      "/s/workflow.yaml:10 workflow.bad-value: kind is "gaet"; did you mean gate?",
      "/s/workflow.yaml:11 workflow.unknown-key: there is no key "okay" in next; did you mean ok?",
      "/s/workflow.yaml:11 workflow.bad-value: fail is a list; write text",
      "/s/workflow.yaml:14 workflow.unknown-key: there is no key "evidence" in a step of kind do; it belongs to a step of kind gate: add kind: gate",
      "/s/workflow.yaml:15 workflow.bad-value: output-required is "perhaps"; write true or false",
      "/s/workflow.yaml:16 workflow.bad-value: max-rounds is 0; write a whole number of at least 1",
      "/s/workflow.yaml:17 workflow.bad-value: reads is a map; write a list",
      "/s/workflow.yaml:19 workflow.missing-key: step "c" has no title; add title: …",
      "/s/workflow.yaml:21 workflow.bad-value: an entry of evidence is one of review, sections, command, schema, lint, audit, markers; write it as - review: VALUE, for example",
      "/s/workflow.yaml:21 workflow.missing-key: the evidence sections needs of; add of: …",
      "/s/workflow.yaml:22 workflow.unknown-key: there is no key "self_fix" in loop; did you mean self-fix?",
      "/s/workflow.yaml:22 workflow.missing-key: loop needs review; add review: …",
      "/s/workflow.yaml:24 workflow.missing-file: step "d" has no text: /s/steps/d.md does not exist; write the file: what to do in this step",
      "/s/workflow.yaml:27 workflow.bad-value: agent is "develper"; did you mean developer?",
      "/s/workflow.yaml:32 workflow.bad-value: outcome is "done"; use ok, fail, skip, iterate",
      "/s/workflow.yaml:32 workflow.bad-value: "mode" is not something a table can test; write params.NAME, values.NAME or run.round",
      "/s/workflow.yaml:32 workflow.unknown-key: there is no key "more" in a test of values.x; it takes is, in, at-least, at-most, contains, missing",
      "/s/workflow.yaml:37 workflow.bad-value: items needs either each (a value) or count (a parameter); write each: VALUE or count: PARAMETER",
      "/s/workflow.yaml:38 workflow.bad-value: join is "some"; use all, settled or { at-least: 2 }",
      "/s/workflow.yaml:40 workflow.bad-value: until is "soon"; write reported or a time such as 90s, 10m, 2h or 1d",
      "/s/workflow.yaml:41 workflow.missing-resource: there is no resource "severty"; did you mean severity?",
      "/s/workflow.yaml:41 workflow.missing-key: a question needs text; add text: …",
      "/s/workflow.yaml:42 workflow.missing-key: a step of kind do needs id; add id: …",
      "/s/workflow.yaml:43 workflow.bad-value: steps 10 is "just text"; write a map of id, title, kind, phase, reads, writes, next, on-error, max-rounds, cheaper, resources, output-required, output, places",
      "/s/steps/bb.md:1 workflow.unused-file: no step has this name; rename it to a.md?",
      "/s/steps/h.md:1 workflow.bad-text: step "h" does not use this prompt; make it a dispatch or fanout without its own prompt, or remove the section",
    ]
  `)
})

test("a file that is not a workflow is reported, and nothing of it is used", () => {
  expect(readWorkflow(files("- a\n- b\n")).workflow).toBeUndefined()
  expect(told("- a\n- b\n")).toEqual([
    "/s/workflow.yaml:1 workflow.bad-value: the file is a list; write a map of name, description, aliases, params, start, result, steps",
  ])
  expect(told("steps: [\n")).toEqual([
    "/s/workflow.yaml:2 workflow.unreadable: this is not valid YAML: unexpected end of the stream within a flow collection; correct the line",
  ])
})

test("a workflow with the skill's own name need not state it, but further ones must", () => {
  const yaml = "steps:\n  - { id: a, title: A, kind: wait, until: 1s, next: end }\n"
  expect(readWorkflow(files(yaml)).workflow?.name).toBe("s")
  const { name: _, ...unnamed } = files(yaml, { yamlPath: "/s/workflows/other.yaml" })
  expect(readWorkflow(unnamed).problems.map(({ code, message }) => [code, message])).toEqual([
    ["workflow.missing-key", "a workflow needs name"],
  ])
})

test.each([
  ["/s/workflow.yaml", "/s/steps/"],
  ["/s/workflows/execute.yaml", "/s/workflows/execute/"],
  ["C:\\s\\workflow.yaml", "C:\\s\\steps\\"],
  ["workflow.yaml", "steps/"],
])("the texts of %s are in %s", (yamlPath, folder) => {
  expect(locateStepFolder(yamlPath)).toBe(folder)
})

test("an older format in a workflow.yaml gives a workflow, and lost parts are reported with their line", () => {
  const yaml =
    "legacy: steps\nname: old\nsteps:\n  1: { title: One, actions: [a] }\n  2:\n    title: Two\n    colour: red\n"
  expect(readWorkflow(files(yaml)).workflow).toEqual({
    name: "old",
    description: "",
    params: [],
    start: "step-1",
    steps: [
      { kind: "do", id: "step-1", title: "One", actions: ["a"], next: { ok: "step-2" } },
      { kind: "do", id: "step-2", title: "Two", actions: [], next: { ok: "end" } },
    ],
  })
  expect(told(yaml)).toEqual([
    "/s/workflow.yaml:4 legacy.linear: 2 of 2 steps have no routing: each leads to the one after it; where code decided what follows, add routing, or write the workflow in the new format",
    '/s/workflow.yaml:7 legacy.lost: "colour" is not converted; this format has title, actions, phase, routing, dispatch',
  ])
})

test("whatever the text, nothing is thrown, and every reported line exists", () => {
  const damage = fc.array(
    fc.record({
      at: fc.nat(EVERY_KIND.length),
      cut: fc.nat(12),
      put: fc.constantFrom(
        "",
        " ",
        "\n",
        ":",
        "- ",
        "[",
        "]",
        "{",
        "}",
        "?",
        "# ",
        "'",
        '"',
        "|",
        "&a ",
        "*a",
        "!t ",
        "\t",
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(damage, (places) => {
      const yaml = places.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), EVERY_KIND)
      const { problems, workflow, locate } = readWorkflow(files(yaml, { steps: STEPS }))
      const last = yaml.split("\n").length
      const lines = problems.filter(({ path }) => path.endsWith(".yaml")).map(({ line }) => line ?? 0)
      const placed = (workflow?.steps ?? []).map(({ id }) => locate(id, "next.ok").line)
      expect([...lines, ...placed].filter((line) => line < 1 || line > last)).toEqual([])
    }),
    { numRuns: 500 },
  )
})
