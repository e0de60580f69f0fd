import { expect, test } from "vitest"
import { formatters } from "./formatters.ts"
import { type Xml, xmlText } from "./xml.ts"

const header = { script: "plan", step: 3, total: 6, title: "Gate" }
const linear = { kind: "linear", command: "skillet next" } as const
const gate = { qrName: "Plan Review", workStep: 1, passStep: 4, passMessage: "The plan holds." }

/** One line for each way in which a block can be requested. */
const cases: Readonly<
  Record<keyof typeof formatters, readonly (readonly [xml: string | readonly Xml[], text: string])[]>
> = {
  step_header: [
    [
      formatters.step_header({ ...header, phase: "A & B", title: "<x>" }),
      '<step_header script="plan" phase="A &amp; B" step="3" total="6"><![CDATA[<x>]]></step_header>',
    ],
  ],
  current_action: [
    [formatters.current_action([xmlText("a"), xmlText("")]), "<current_action>\na\n\n</current_action>"],
  ],
  invoke_after: [
    [formatters.invoke_after(linear), "<invoke_after>skillet next</invoke_after>"],
    [
      formatters.invoke_after({ kind: "branch", ifPass: "p", ifFail: "f" }),
      "<invoke_after>\n<if_pass>p</if_pass>\n<if_fail>f</if_fail>\n</invoke_after>",
    ],
    [
      formatters.invoke_after({ kind: "cases", cases: [{ by: "item", name: "a", command: "c" }], afterAll: "d" }),
      '<invoke_after>\n<if item="a">c</if>\n<then>d</then>\n</invoke_after>',
    ],
    [formatters.invoke_after({ kind: "terminal" }), "<invoke_after/>"],
  ],
  next_block: [
    [
      formatters.next_block(linear),
      '<next required="true">\nWhen the current action is done, run: skillet next\n</next>',
    ],
    [formatters.next_block({ kind: "terminal" }), '<next required="false">\nNothing is left to run.\n</next>'],
    [formatters.next_block({ kind: "open" }), '<next required="false">\nThere is no next command.\n</next>'],
    [
      formatters.next_block({ kind: "cases", cases: [{ by: "question", name: "a", command: "c" }], afterAll: "d" }),
      '<next required="true">\nRun the command of each question, with the answer in place of ANSWER:\na: c\nAfter all of them, run: d\n</next>',
    ],
  ],
  gate_result: [
    [formatters.gate_result({ status: "pass", message: "fine" }), '<gate_result status="pass">fine</gate_result>'],
  ],
  xml_mandate: [[formatters.xml_mandate(["Do it."]), "<xml_mandate>\n<item>Do it.</item>\n</xml_mandate>"]],
  step_output: [
    [
      formatters.step_output({ ...header, actions: [xmlText("Act.")], next: { kind: "terminal" } }),
      '<step_header script="plan" step="3" total="6">Gate</step_header>\n<current_action>\nAct.\n</current_action>',
    ],
  ],
  subagent_dispatch: [
    [
      formatters.subagent_dispatch({
        agent: "explore",
        script: "explore",
        step: 1,
        totalSteps: 2,
        contextVars: { dimension: "naming" },
        freeForm: false,
      }),
      '<subagent_dispatch agent="explore" mode="script">\n<first_command>skillet step explore --step 1</first_command>\n<instruction>The prompt must start with the first command, unchanged.</instruction>\n<context>\n<var name="dimension">naming</var>\n</context>\n</subagent_dispatch>',
    ],
    [
      formatters.subagent_dispatch({ agent: "developer", command: "c", freeForm: true, prompt: "p", report: "r.md" }),
      '<subagent_dispatch agent="developer" mode="free-form">\n<pass_through name="report" read="never">r.md</pass_through>\n<prompt>\np\n</prompt>\n</subagent_dispatch>',
    ],
  ],
  parallel_dispatch: [
    [
      formatters.parallel_dispatch({
        agent: "explore",
        instruction: "Go.",
        work: { template: "Look at ITEM.", items: ["a", "b"] },
        exactCount: 2,
      }),
      '<parallel_dispatch agent="explore" count="2">\n<instruction>Go.</instruction>\n<exact_count>Start exactly 2 agents, no more and no fewer.</exact_count>\n<template>\nLook at ITEM.\n</template>\n<items>\n<item>a</item>\n<item>b</item>\n</items>\n<wait>Wait until all agents have answered.</wait>\n</parallel_dispatch>',
    ],
    [
      formatters.parallel_dispatch({ instruction: "Go.", sharedContext: "s", work: { categories: ["c"] }, wait: "W." }),
      "<parallel_dispatch>\n<instruction>Go.</instruction>\n<shared_context>\ns\n</shared_context>\n<categories>\n<item>c</item>\n</categories>\n<wait>W.</wait>\n</parallel_dispatch>",
    ],
    [
      formatters.parallel_dispatch({
        instruction: "Go.",
        work: { agents: [{ item: "i", agent: "explore", model: "small", command: "c", prompt: "p" }] },
      }),
      '<parallel_dispatch>\n<instruction>Go.</instruction>\n<agent item="i" role="explore" model="small">\n<first_command>c</first_command>\n<instruction>The prompt must start with the first command, unchanged.</instruction>\n<prompt>\np\n</prompt>\n</agent>\n<wait>Wait until all agents have answered.</wait>\n</parallel_dispatch>',
    ],
  ],
  conditional_dispatch: [
    [
      formatters.conditional_dispatch({ cases: [{ when: "a < b", dispatch: xmlText("x") }], otherwise: "Go on." }),
      '<conditional_dispatch>\n<if when="a &lt; b">\nx\n</if>\n<otherwise>Go on.</otherwise>\n</conditional_dispatch>',
    ],
  ],
  model_selection: [
    [
      formatters.model_selection({ default: "mid", overrides: { critic: "large" } }),
      '<model_selection default="mid">\n<tier name="mid">the model you would use by default</tier>\n<tier name="large">the most capable model you can start</tier>\n<override agent="critic" model="large"/>\n</model_selection>',
    ],
  ],
  state_banner: [
    [
      formatters.state_banner("plan", { iteration: 2, mode: "re-verify" }),
      '<state_banner checkpoint="plan" iteration="2" mode="re-verify"/>',
    ],
  ],
  qr_banner: [
    [formatters.qr_banner({ qr: { iteration: 1 }, name: "Plan Review" }), "PLAN REVIEW: Review the work for issues."],
    [
      formatters.qr_banner({ qr: { iteration: 2 }, name: "Plan Review", fresh: true }),
      "PLAN REVIEW (Iteration 2, fresh review): Previous review found issues.",
    ],
    [
      formatters.qr_banner({ qr: { iteration: 3 }, name: "Plan Review" }),
      "PLAN REVIEW (Iteration 3): Previous review found issues.",
    ],
  ],
  expected_output: [
    [formatters.expected_output(["a", "b"]), "<expected_output>\n<item>a</item>\n<item>b</item>\n</expected_output>"],
    [
      formatters.expected_output({ pass: "RESULT: PASS", whenIssues: "RESULT: FAIL", categories: ["c"] }),
      "<expected_output>\n<when_pass>RESULT: PASS</when_pass>\n<when_issues>RESULT: FAIL</when_issues>\n<categories>\n<item>c</item>\n</categories>\n</expected_output>",
    ],
    [
      formatters.expected_output({ pass: ["a"] }),
      "<expected_output>\n<when_pass>\n<item>a</item>\n</when_pass>\n</expected_output>",
    ],
  ],
  forbidden: [[formatters.forbidden(["x"]), "<forbidden>\n<item>x</item>\n</forbidden>"]],
  routing: [
    [formatters.routing(linear), '<routing kind="linear">\n<command>skillet next</command>\n</routing>'],
    [
      formatters.routing({ kind: "branch", ifPass: "p", ifFail: "f" }),
      '<routing kind="branch">\n<if_pass>p</if_pass>\n<if_fail>f</if_fail>\n</routing>',
    ],
    [formatters.routing({ kind: "terminal" }), '<routing kind="terminal">\nNothing is left to run.\n</routing>'],
  ],
  post_qr_routing: [
    [
      formatters.post_qr_routing({ command: "skillet gate" }),
      "<post_qr_routing>\n<command>skillet gate</command>\n<item>Run the command first, whether the review passed or failed.</item>\n<item>Do not fix anything before you have run it: it says who makes the fixes.</item>\n</post_qr_routing>",
    ],
  ],
  resource: [
    [
      formatters.resource({ name: "n", purpose: 'say "x"', text: "a\r\nb\n" }),
      '<resource name="n" purpose="say &quot;x&quot;">\na\nb\n\n</resource>',
    ],
  ],
  detection_questions: [
    [formatters.detection_questions(["q"]), "<detection_questions>\n<item>q</item>\n</detection_questions>"],
  ],
  verification_checklist: [
    [formatters.verification_checklist(["v"]), "<verification_checklist>\n<item>v</item>\n</verification_checklist>"],
  ],
  incorrect_behavior: [
    [formatters.incorrect_behavior(["i"]), "<incorrect_behavior>\n<item>i</item>\n</incorrect_behavior>"],
  ],
  orchestrator_constraint: [
    [formatters.orchestrator_constraint("o"), "<orchestrator_constraint>\no\n</orchestrator_constraint>"],
  ],
  factored_verification_rationale: [
    [
      formatters.factored_verification_rationale("f"),
      "<factored_verification_rationale>\nf\n</factored_verification_rationale>",
    ],
  ],
  open_question_guidance: [
    [formatters.open_question_guidance("g"), "<open_question_guidance>\ng\n</open_question_guidance>"],
  ],
  gate_actions: [
    [
      formatters.gate_actions({ iteration: 1, status: "pass" }, gate),
      "The plan holds.\n<forbidden>\n<item>Asking the user whether to continue: the gate has passed, so continue.</item>\n<item>Reviewing or changing again what has just passed.</item>\n</forbidden>",
    ],
    [
      formatters.gate_actions({ iteration: 2, status: "fail" }, { ...gate, fixTarget: "developer" }),
      "Plan Review failed in iteration 2. The developer fixes the reported issues in step 1.",
    ],
    [
      formatters.gate_actions({ iteration: 2, status: "fail" }, { ...gate, selfFix: true, fixTarget: "developer" }),
      "Plan Review failed in iteration 2. You fix the reported issues in step 1.",
    ],
  ],
  gate_step: [
    [
      formatters.gate_step({ ...header, qr: { iteration: 2, status: "fail" }, gate }),
      '<step_header script="plan" step="3" total="6">Gate</step_header>\n<gate_result gate="Plan Review" status="fail">Plan Review: failed</gate_result>\n<workflow>\n<current_action>\nPlan Review failed in iteration 2. You fix the reported issues in step 1.\n</current_action>\n<invoke_after>skillet step plan --step 1 --qr-iteration 3 --qr-fail</invoke_after>\n<next required="true">\nWhen the current action is done, run: skillet step plan --step 1 --qr-iteration 3 --qr-fail\n</next>\n</workflow>',
    ],
  ],
  qr_file_output: [
    [
      formatters.qr_file_output({ path: "r.md", command: "skillet gate" }),
      "<qr_file_output>\n<write_report_to>r.md</write_report_to>\n<when_pass>RESULT: PASS</when_pass>\n<when_issues>RESULT: FAIL\nREPORT: r.md</when_issues>\n<orchestrator_action>\n<command>skillet gate</command>\n<item>Run the command now. Do not read the report. Do not fix anything yourself.</item>\n</orchestrator_action>\n</qr_file_output>",
    ],
  ],
  text_output: [
    [
      formatters.text_output({
        step: 1,
        total: 2,
        title: "Analyse",
        actions: ["Read the code", "", "Find\nissues"],
        brief: "First look",
        next_title: "Propose",
      }),
      "STEP 1/2: Analyse\n  First look\n\nDO:\n  Read the code\n\n  Find\n  issues\n\nNEXT: Step 2 - Propose",
    ],
    [
      formatters.text_output({ step: 2, total: 2, title: "Propose", actions: ["Design"], next_title: null }),
      "STEP 2/2: Propose\n\nDO:\n  Design\n\nWORKFLOW COMPLETE - Present results to user.",
    ],
    [
      formatters.text_output({ step: 1, total: 2, title: "A", actions: [], nextTitle: "B", invokeAfter: "go 2" }),
      "STEP 1/2: A\n\nDO:\n\nINVOKE AFTER: go 2",
    ],
  ],
}

test("there are 27 blocks and one text, and each has a case here", () => {
  expect(Object.keys(cases)).toEqual(Object.keys(formatters))
  expect(Object.keys(formatters)).toHaveLength(28)
  expect(Object.entries(cases).filter(([, rows]) => rows.length === 0)).toEqual([])
})

test.each(Object.entries(cases).flatMap(([name, rows]) => rows.map(([xml, text]) => ({ name, xml, text }))))(
  "$name gives $text",
  ({ xml, text }) => {
    expect(typeof xml === "string" ? xml : xml.join("\n")).toBe(text)
  },
)

test("blocks whose text can be left out have one of their own", () => {
  expect(formatters.xml_mandate().length).toBeGreaterThan(300)
  expect([
    formatters.orchestrator_constraint(),
    formatters.factored_verification_rationale(),
    formatters.open_question_guidance(),
  ]).toMatchInlineSnapshot(`
    [
      "<orchestrator_constraint>
    You delegate the work and keep the steps in order. Do not do an agent's work yourself, do not fix the issues it reported, and do not read reports that you only pass on.
    </orchestrator_constraint>",
      "<factored_verification_rationale>
    Answer each question separately, from the material, without looking at earlier answers. An answer that has seen the claim tends to repeat it.
    </factored_verification_rationale>",
      "<open_question_guidance>
    Ask open questions (what, where, how, what happens when), not yes-or-no questions. A question that suggests its answer gets that answer.
    </open_question_guidance>",
    ]
  `)
})

test("a gate that passes leads to the next step, or ends the run if there is none", () => {
  const passed = { ...header, qr: { iteration: 1, status: "pass" as const } }
  const { passStep: _, ...last } = gate
  expect(formatters.gate_step({ ...passed, gate, command: (step) => `go ${step}` })).toContain(
    "<invoke_after>go 4</invoke_after>",
  )
  expect(formatters.gate_step({ ...passed, gate: last })).not.toContain("invoke_after")
})

test("arguments may have the names that scripts use, with the same result", () => {
  const qr = { iteration: 2, failed: true, status: "fail" as const }
  const snakeGate = {
    qr_name: "Plan Review",
    work_step: 1,
    pass_step: 4,
    pass_message: "The plan holds.",
    self_fix: true,
    fix_target: "developer" as const,
  }
  const own = { ...gate, selfFix: true, fixTarget: "developer" as const }
  expect(formatters.gate_step({ ...header, qr, gate: snakeGate })).toBe(
    formatters.gate_step({ ...header, qr, gate: own }),
  )
  expect(formatters.gate_actions(qr, snakeGate)).toEqual(formatters.gate_actions(qr, own))
  const last = { ...snakeGate, pass_step: null }
  expect(formatters.gate_step({ ...header, qr: { iteration: 1, status: "pass" }, gate: last })).not.toContain("invoke")
  expect(
    formatters.subagent_dispatch({
      agent: "explore",
      script_path: "look",
      step: 1,
      total_steps: 2,
      context_vars: { dimension_name: "naming" },
      free_form: false,
    }),
  ).toBe(
    formatters.subagent_dispatch({
      agent: "explore",
      script: "look",
      step: 1,
      totalSteps: 2,
      contextVars: { dimension_name: "naming" },
      freeForm: false,
    }),
  )
  expect(formatters.qr_banner({ qr, qr_name: "Plan Review", fresh_review: true })).toBe(
    "PLAN REVIEW (Iteration 2, fresh review): Previous review found issues.",
  )
  expect(formatters.expected_output({ pass: "fine", when_issues: "not" })).toBe(
    formatters.expected_output({ pass: "fine", whenIssues: "not" }),
  )
  const work = { categories: ["a"] }
  expect(formatters.parallel_dispatch({ instruction: "Look.", work, shared_context: "all", exact_count: 1 })).toBe(
    formatters.parallel_dispatch({ instruction: "Look.", work, sharedContext: "all", exactCount: 1 }),
  )
})
