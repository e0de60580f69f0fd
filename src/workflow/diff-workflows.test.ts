import { expect, test } from "vitest"
import { defineWorkflow, dispatch, doStep, gate } from "./define-workflow.ts"
import { diffWorkflows } from "./diff-workflows.ts"
import type { Step, Workflow } from "./workflow.ts"

const before = defineWorkflow({
  name: "plan",
  params: [
    { name: "task", type: "text", about: "What to do." },
    { name: "depth", type: "integer", about: "How deep.", default: 1 },
  ],
  start: "write",
  result: "draft",
  resources: { rules: "Be brief.", terms: "A word." },
  steps: [
    doStep({ id: "write", title: "Write", writes: ["draft"], maxRounds: 3, next: { ok: "review", skip: "end" } }),
    dispatch({
      id: "review",
      title: "Review",
      agent: "quality-reviewer",
      prompt: "Review.",
      review: "Review",
      writes: ["report"],
      next: { default: "gate" },
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["report"],
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "write", review: "review", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "write" },
    }),
  ],
})

test("a workflow does not differ from itself, whatever the order of its keys", () => {
  const turned = JSON.parse(JSON.stringify(before), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  ) as Workflow
  expect(diffWorkflows(before, turned)).toEqual({
    steps: { added: [], removed: [], changed: [] },
    params: { added: [], removed: [], changed: [] },
    fields: [],
    caps: [],
    paths: { added: [], removed: [], lengthened: [], shortened: [], isCut: false },
    summary: [],
  })
})

test("added, removed and changed parts are reported, with the paths that grew and shrank", () => {
  const [write, review, last] = before.steps as [Step, Step, Step & { kind: "gate" }]
  const after: Workflow = {
    ...before,
    params: [
      { name: "task", type: "text", about: "What to do.", required: true },
      { name: "mode", type: "text", about: "How." },
    ],
    resources: { rules: "Be very brief.", terms: "A word." },
    result: "report",
    steps: [
      { ...write, title: "Write it", maxRounds: 4, next: { ok: "check", fail: "end" } },
      doStep({ id: "check", title: "Check", next: { ok: "review" } }),
      review,
      {
        ...last,
        loop: { work: "write", review: "review", limit: 3, reverify: "fresh" },
        next: { ok: "keep", fail: "write" },
      },
      doStep({ id: "keep", title: "Keep", next: { ok: "end" } }),
    ],
  }
  expect(diffWorkflows(before, after)).toMatchInlineSnapshot(`
    {
      "caps": [
        {
          "after": 4,
          "before": 3,
          "cap": "rounds",
          "step": "write",
        },
        {
          "after": 3,
          "before": 5,
          "cap": "reviews",
          "step": "gate",
        },
      ],
      "fields": [
        "result",
        "resources.rules",
      ],
      "params": {
        "added": [
          "mode",
        ],
        "changed": [
          {
            "fields": [
              "required",
            ],
            "name": "task",
          },
        ],
        "removed": [
          "depth",
        ],
      },
      "paths": {
        "added": [],
        "isCut": false,
        "lengthened": [
          {
            "after": [
              "write",
              "check",
              "review",
              "gate",
              "keep",
              "end",
            ],
            "before": [
              "write",
              "review",
              "gate",
              "end",
            ],
          },
        ],
        "removed": [],
        "shortened": [],
      },
      "steps": {
        "added": [
          "check",
          "keep",
        ],
        "changed": [
          {
            "fields": [
              "title",
              "maxRounds",
              "next.ok",
              "next.skip",
              "next.fail",
            ],
            "name": "write",
          },
          {
            "fields": [
              "loop.limit",
              "next.ok",
            ],
            "name": "gate",
          },
        ],
        "removed": [],
      },
      "summary": [
        "step "check" is new",
        "step "keep" is new",
        "step "write" changed: title, maxRounds, next.ok, next.skip, next.fail",
        "step "gate" changed: loop.limit, next.ok",
        "parameter "mode" is new",
        "parameter "depth" is gone",
        "parameter "task" changed: required",
        "the workflow's result, resources.rules changed",
        "step "write" may take 4 rounds; it was 3",
        "step "gate" may take 3 reviews; it was 5",
        "a path is longer: write → review → gate → end is now write → check → review → gate → keep → end",
      ],
    }
  `)
  expect(diffWorkflows(after, before).paths).toEqual({
    added: [],
    removed: [],
    lengthened: [],
    shortened: [
      { before: ["write", "check", "review", "gate", "keep", "end"], after: ["write", "review", "gate", "end"] },
    ],
    isCut: false,
  })
})

test("if there are more paths than can be compared, this is reported", () => {
  const layers = Array.from({ length: 12 }, (_, at) => [`a${at}`, `b${at}`])
  const steps = layers.flatMap((layer, at) =>
    layer.map((id) =>
      doStep<string, string>({
        id,
        title: id,
        next: { ok: layers[at + 1]?.[0] ?? "end", fail: layers[at + 1]?.[1] ?? "end" },
      }),
    ),
  )
  const wide: Workflow = { ...before, start: "a0", steps }
  expect(diffWorkflows(wide, wide).summary).toEqual(["there are more paths than were compared"])
})
