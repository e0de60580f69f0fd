/** A composite with every type of phase and every context pattern. */
export const sampleComposite: Readonly<Record<string, string>> = {
  ".claude/skills/sample/SKILL.md": "---\nname: sample\ndescription: Makes a sample of everything.\n---\n\nA sample.\n",
  ".claude/skills/sample/config.yaml": `description: A sample of every type of phase.
phases:
  - id: clarification
    agent: clarification
  - id: research
    type: OPTIONAL
    uses_atomic_skill: orchestrate-research
    skip_condition: no-research
  - id: looking
    type: PARALLEL
    context: { pattern: MULTIPLE_PREDECESSORS, required: clarification, optional: [research] }
    parallel_branches:
      - { name: costs, agent: analysis }
      - { name: risks, agent: analysis, fail_on_error: false }
  - id: design
    type: ITERATIVE
    iteration_agents: [analysis, synthesis]
  - id: making
    agent: generation
  - id: checking
    type: REMEDIATION
    agent: validation
    remediation_target: making
    max_remediation: 2
    next: null
`,
  ...Object.fromEntries(
    ["clarification", "research", "looking", "design", "making", "checking"].map((phase) => [
      `.claude/skills/sample/content/${phase}.md`,
      `Do the ${phase}.\n`,
    ]),
  ),
}
