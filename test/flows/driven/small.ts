/** A procedure that asks a person and proves its work with a command, which none of its own rules covers. */
export const small = {
  "home/.agents/skills/small/SKILL.md": "---\ndescription: One small change\n---\n\nRun `skillet run start small`.\n",
  "home/.agents/skills/small/workflow.yaml": `
name: small
description: One small change, agreed and proven.
params:
  request: { about: what is wanted, required: true }
result: change
steps:
  - id: agree
    title: Agree on it
    kind: ask
    questions:
      - id: scope
        text: "Is this all: {{params.request}}?"
        options: [yes, { label: no, outcome: fail }]
    next: { ok: work, fail: end }
  - { id: work, title: Do it, writes: [change], output-required: true, next: { ok: proof, iterate: work }, max-rounds: 3 }
  - id: proof
    title: Is it proven?
    kind: gate
    reads: [change]
    evidence:
      - { command: grep -q yes done.txt }
    next: { ok: tell, fail: work }
  - { id: tell, title: Tell them, reads: [change], next: end }
`,
  "home/.agents/skills/small/steps/work.md": "Change it: {{params.request}}\n",
  "home/.agents/skills/small/steps/tell.md": "Tell them: {{values.change}}\n",
}
