/** A procedure with every kind of step that needs no person: do, dispatch, fan-out, review, child workflow, gate. */
export const mill = {
  "home/.agents/skills/mill/SKILL.md": `---
description: Grind what is there
allowed-tools: Bash(test:*)
---

Run \`skillet run start mill\`.
`,
  "home/.agents/skills/mill/workflow.yaml": `
name: mill
description: Every kind of step once.
params:
  hands: { about: how many look at the whole, type: integer, default: 2, min: 1, max: 40 }
result: words
steps:
  - { id: survey, title: Survey, kind: do, writes: [parts], output-required: true, next: look }
  - id: look
    title: Look at each part
    kind: fanout
    reads: [parts]
    items: { each: parts, most: 5, ask: { agent: explore, prompt: "Look at {{item.text}} of {{values.parts}}" } }
    writes: [seen]
    next: { ok: whole, fail: end }
  - id: whole
    title: Look at the whole
    kind: fanout
    reads: [seen]
    items: { count: hands, ask: { agent: explore, workflow: mill-turn, with: { which: "{{item.number}}" } } }
    writes: [turned]
    next: { ok: route, fail: end }
  - id: route
    title: Which way
    kind: compute
    reads: [parts]
    writes: [way]
    compute:
      - { when: { values.parts: { contains: beta } }, outcome: ok, set: { way: long } }
      - { outcome: skip, set: { way: short } }
    next: { ok: build, skip: words }
  - id: build
    title: Build it
    kind: dispatch
    agent: developer
    reads: [seen, turned, report?]
    writes: [change]
    prompt: "Build it from {{values.seen}} and {{values.turned}}, minding {{values.report}}"
    next: { ok: review, fail: end }
  - id: review
    title: Review it
    kind: dispatch
    agent: quality-reviewer
    review: mill review
    reads: [change]
    writes: [report]
    prompt: "Review {{values.change}}"
    next: gate
  - id: gate
    title: Does it hold?
    kind: gate
    reads: [report]
    evidence:
      - review: report
      - { command: test -d . }
    loop: { work: build, review: review, fix-target: developer }
    next: words
  - { id: words, title: Say it, kind: do, reads: [way, change?], writes: [words], output-required: true, next: end }
`,
  "home/.agents/skills/mill/steps/survey.md": "List the parts.\n",
  "home/.agents/skills/mill/steps/words.md": "Say {{values.change}} in the {{values.way}} way.\n",
  "home/.agents/skills/mill/workflows/turn.yaml": `
name: mill-turn
description: One turn of the mill.
params:
  which: { about: which turn, required: true }
result: flour
steps:
  - { id: grind, title: Grind, kind: do, writes: [meal], output-required: true, next: sift }
  - { id: sift, title: Sift, kind: do, reads: [meal], writes: [flour], output-required: true, next: end }
`,
  "home/.agents/skills/mill/workflows/turn/grind.md": "Grind turn {{params.which}}.\n",
  "home/.agents/skills/mill/workflows/turn/sift.md": "Sift {{values.meal}}.\n",
}
