import { fromSteps } from "./from-steps.ts"

fromSteps({ name: "good", steps: { 1: { title: "A", routing: { if_pass: 2, if_fail: 1 } } } })

fromSteps({
  name: "both",
  // @ts-expect-error routing is terminal or a branch, never both
  steps: { 1: { title: "A", routing: { if_pass: 2, if_fail: 1, terminal: true } } },
})
