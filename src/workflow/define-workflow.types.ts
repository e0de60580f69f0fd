import { compute, defineWorkflow, dispatch, doStep, gate } from "./define-workflow.ts"

defineWorkflow({
  name: "good",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", next: { ok: "review" }, onError: "end", cheaper: "review" }),
    dispatch({ id: "review", title: "Review", agent: "quality-reviewer", next: { ok: "gate", fail: "gate" } }),
    gate({
      id: "gate",
      title: "Gate",
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "write", review: "review", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "write" },
    }),
  ],
})

defineWorkflow({
  name: "start",
  // @ts-expect-error no step has this id
  start: "wirte",
  steps: [doStep({ id: "write", title: "Write", next: { ok: "end" } })],
})

defineWorkflow({
  name: "next",
  start: "write",
  // @ts-expect-error no step has this id
  steps: [doStep({ id: "write", title: "Write", next: { ok: "reveiw" } })],
})

defineWorkflow({
  name: "error",
  start: "write",
  // @ts-expect-error no step has this id
  steps: [doStep({ id: "write", title: "Write", next: { ok: "end" }, onError: "repair" })],
})

defineWorkflow({
  name: "loop",
  start: "gate",
  steps: [
    // @ts-expect-error the loop leads to steps that do not exist
    gate({
      id: "gate",
      title: "Gate",
      evidence: [],
      loop: { work: "write", review: "gate", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "end" },
    }),
  ],
})

// @ts-expect-error an outcome that does not exist
doStep({ id: "write", title: "Write", next: { done: "end" } })

// @ts-expect-error a role that does not exist
dispatch({ id: "review", title: "Review", agent: "develper", next: { ok: "end" } })

// @ts-expect-error a computed step says how it went
compute({ id: "count", title: "Count", compute: () => ({ values: {} }), next: { ok: "end" } })
