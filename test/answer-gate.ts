import { applyEvent } from "../src/run/apply-event.ts"
import type { GateAnswer } from "../src/run/model.ts"
import type { RunBench } from "./run-bench.ts"

/**
 * Everything that a gate of a run asks for is found to be fine, or wrong. Each request is claimed, so that nobody can
 * pretend to have done it. Returns what the engine said.
 */
export async function answerGate(
  { store, engine }: RunBench,
  run: string,
  holds: boolean,
): Promise<readonly unknown[]> {
  const said: unknown[] = []
  for (;;) {
    const claimed = await store.claim({ worker: "w", leaseMilliseconds: 1000, run, agents: ["shell"] })
    if (claimed === undefined) return said
    const { run: _run, ...item } = claimed.lease.key
    const answer: GateAnswer =
      claimed.dispatch.ask.kind === "command"
        ? { kind: "ran", exitCode: holds ? 0 : 1, output: "" }
        : { kind: "inspected", skills: 1, found: holds ? [] : [{ level: "error", text: "x" }] }
    const text = JSON.stringify(answer)
    const event = { kind: "report", at: engine.now(), item, text, by: "shell", epoch: claimed.lease.epoch } as const
    const { kind } = await applyEvent(engine, run, event)
    if (kind !== "applied") said.push(kind)
  }
}
