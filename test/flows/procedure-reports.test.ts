import { expect, test } from "vitest"
import { findStep } from "../../src/workflow/workflow.ts"
import { bundledProcedures } from "../bundled-procedures.ts"
import { garden, skillText } from "../plant.ts"
import { sampleOutput } from "../sample-output.ts"
import { skillet } from "./run-cli.ts"

const LOREM = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt. ".repeat(6)

function desk(files: Readonly<Record<string, string>> = {}) {
  const { options, at, project } = garden({ "project/README.md": "one\ntwo\n", ...files })
  const env = { ...options.env, SKILLET_DB: at("s.db"), SKILLET_BY: "ada", SKILLET_FLAGS: "hunter" }
  const run = (words: readonly string[], input?: string) =>
    skillet(words, { cwd: project, env, ...(input === undefined ? {} : { input }) })
  const json = (words: readonly string[], input?: string) => JSON.parse(run([...words, "--json"], input).out)
  const report = (id: string, step: string, text: string, outcome = "ok") =>
    run(["run", "report", id, "--step", step, "--outcome", outcome, "--output", "-"], text)
  return { run, json, report }
}

/** A procedure whose first step needs an agent is entered there. */
const starts = bundledProcedures.map(({ workflow }) => ({
  name: workflow.name,
  params: workflow.params
    .filter(({ required, default: usual }) => required === true && usual === undefined)
    .map(({ name, type }) => ({ name, type })),
}))

test("no bundled procedure takes a report without sense, and each says what is missing", () => {
  const { json, report } = desk()
  const { run: earlier } = json(["run", "start", "debug", "--param", "problem=tea"])
  const writeValue = (type: string) => (type === "run" ? earlier : type === "text" ? "tea" : 1)
  const left = starts.filter(({ name, params }) => {
    const given = params.flatMap((param) => ["--param", `${param.name}=${writeValue(param.type)}`])
    const first = json(["run", "start", name, ...given])
    const below = first.dispatches[0]?.command as string | undefined
    const id = below === undefined ? first.run : (/ current (\S+)/.exec(below)?.[1] ?? first.run)
    const { step } = json(["run", "current", id])
    const { code, err } = report(id, step, LOREM)
    const isRefused = code === 1 && /does not fit: (it has|it is not JSON|the part)/.test(err)
    return !isRefused || json(["run", "current", id]).step !== step
  })
  expect(left.map(({ name }) => name)).toEqual([])
})

test("decision-critic ends with a verdict, and only with one", () => {
  const { json, report } = desk()
  const { workflow } = bundledProcedures.find((one) => one.workflow.name === "decision-critic") ?? {
    workflow: undefined,
  }
  const { run: id, ...first } = json(["run", "start", "decision-critic", "--param", "decision=tea"])
  for (let { step } = first; step !== "synthesis"; { step } = json(["run", "current", id])) {
    const found = workflow && findStep(workflow, step)
    if (found === undefined) throw new Error(`there is no step ${step}`)
    expect(report(id, step, sampleOutput(found)).code).toBe(0)
  }
  const last = "Because: C1 fails\nNext step: ask Ann by Friday"
  expect(report(id, "synthesis", `VERDICT: STAND | REVISE | ESCALATE\n${last}`).err).toContain(
    "it has no line `VERDICT: <STAND | REVISE | ESCALATE>` (`VERDICT: STAND | REVISE | ESCALATE` does not fit)",
  )
  const { code, out } = report(id, "synthesis", `VERDICT: REVISE\n${last}`)
  expect([code, out.includes("VERDICT: REVISE")]).toEqual([0, true])
  expect(json(["run", "show", id]).run.status).toBe("done")
})

const looking = {
  "project/.claude/skills/looking/SKILL.md": skillText("looking", "allowed-tools: Bash(test:*)\n"),
  "project/.claude/skills/looking/workflow.yaml": `description: Looks.
params:
  file: { about: what must exist, required: true }
steps:
  - id: look
    writes: [found]
    output-required: true
    max-rounds: 3
    next: gate
  - id: gate
    title: Is it there?
    kind: gate
    evidence:
      - { command: "test -e {{params.file}}" }
    next: { ok: end, fail: look }
`,
  "project/.claude/skills/looking/steps/look.md": "# Look\n\nLook.\n",
}

test("a place that does not exist goes back to the agent with the reason", () => {
  const { json, report } = desk(looking)
  const { run: id } = json(["run", "start", "looking", "--param", "file=none.txt"])
  const { code, err } = report(id, "look", "- README.md:3 says it, and src/none.ts:1 too")
  expect([code, err.split("\n").slice(0, 2)]).toEqual([
    1,
    [
      "skillet: the output of look names places that do not exist: README.md:3 (the file has 2 lines); src/none.ts:1 (there is no such file)",
      "  code run.place-missing",
    ],
  ])
  expect(json(["run", "current", id])).toMatchObject({ step: "look", round: 1 })
  expect(report(id, "look", "- README.md:2 says it; src/none.ts is gone").code).toBe(0)
})

test("a failed gate command is shown as it was run, with what it printed, and the rest of the run is said", () => {
  const { run, json, report } = desk({
    ...looking,
    "project/.claude/skills/looking/workflow.yaml": (
      looking["project/.claude/skills/looking/workflow.yaml"] ?? ""
    ).replace("test -e {{params.file}}", "grep -c two {{params.file}}"),
    "project/.claude/skills/looking/SKILL.md": skillText("looking", "allowed-tools: Bash(grep:*)\n"),
    "project/one.txt": "one\n",
  })
  const { run: id } = json(["run", "start", "looking", "--param", "file=one.txt", "--allow", "Bash(grep:*)"])
  expect(run(["run", "show", id]).out).toContain("1 step after this one, without further rounds")
  const { out } = report(id, "look", "It is there.")
  expect(out).toContain("`grep -c two one.txt` ended with 1")
  expect(out).toContain("`grep -c two one.txt` printed:\n  0")
})

test("workflow check names keys as they are written, and gate commands that no rule covers", () => {
  const made = (looking["project/.claude/skills/looking/workflow.yaml"] ?? "").replace("test -e", "pytest")
  const bad = made.replace("    max-rounds: 3\n", "")
  const { run } = desk({
    ...looking,
    "project/.claude/skills/looking/workflow.yaml": bad,
    "project/.claude/skills/looking/SKILL.md": skillText("looking"),
  })
  const { out } = run(["workflow", "check", "looking"])
  expect(out).toContain("add max-rounds to one of these steps")
  expect(out).not.toContain("maxRounds")
  expect(out).toContain('the gate of step "gate" can never pass with `pytest {{params.file}}`')
  expect(out).toContain("add a rule such as Bash(pytest:*) to allowed-tools in SKILL.md")
  const covered = desk({
    ...looking,
    "project/.claude/skills/looking/workflow.yaml": made,
    "project/.claude/skills/looking/SKILL.md": skillText("looking", "allowed-tools: Bash(pytest:*)\n"),
  })
  for (const what of ["looking", ".claude/skills/looking"])
    expect(covered.run(["workflow", "check", what])).toMatchObject({ code: 0, out: "1 workflow, no problems\n" })
})
