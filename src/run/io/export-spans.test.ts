import { expect, test } from "vitest"
import { openCollector } from "../../../test/open-collector.ts"
import { describeDispatchSpan, type DoneDispatch, type Span } from "../trace/describe-spans.ts"
import { openSpanExporter } from "./export-spans.ts"

const done: DoneDispatch = {
  dispatch: {
    run: "r1",
    root: "r1",
    step: "think",
    round: 2,
    item: "a",
    agent: "developer",
    ask: { kind: "prompt", prompt: "a secret question" },
    inputs: "digest",
    tries: 3,
    tried: 1,
    status: "leased",
    epoch: 4,
  },
  workflow: "toy",
  driver: "claude",
  worker: "claude-1",
  began: 1_700_000_000_000,
  ended: 1_700_000_001_500,
  outcome: "answered",
  usage: { tokensIn: 10, tokensOut: 5, money: 0.25, milliseconds: 1500 },
}

function makeSpans(count: number): readonly Span[] {
  const span = describeDispatchSpan(done)
  return Array.from({ length: count }, (_, at) => ({ ...span, name: `span ${at}` }))
}

test("a span of a dispatch is what OTLP as JSON asks for, and has neither the prompt nor the answer", async () => {
  const { target, received } = await openCollector(200)
  const exporter = openSpanExporter({ target, every: 1 })
  exporter.add([describeDispatchSpan(done)])
  await exporter.close()
  expect(received.map(({ path, headers }) => [path, headers["content-type"], headers.authorization])).toEqual([
    ["/v1/traces", "application/json", "Bearer t"],
  ])
  expect(received[0]?.body).toMatchInlineSnapshot(`
    {
      "resourceSpans": [
        {
          "resource": {
            "attributes": [
              {
                "key": "service.name",
                "value": {
                  "stringValue": "test",
                },
              },
            ],
          },
          "scopeSpans": [
            {
              "scope": {
                "name": "skillet",
              },
              "spans": [
                {
                  "attributes": [
                    {
                      "key": "skillet.run",
                      "value": {
                        "stringValue": "r1",
                      },
                    },
                    {
                      "key": "skillet.workflow",
                      "value": {
                        "stringValue": "toy",
                      },
                    },
                    {
                      "key": "skillet.step",
                      "value": {
                        "stringValue": "think",
                      },
                    },
                    {
                      "key": "skillet.round",
                      "value": {
                        "intValue": "2",
                      },
                    },
                    {
                      "key": "skillet.item",
                      "value": {
                        "stringValue": "a",
                      },
                    },
                    {
                      "key": "skillet.role",
                      "value": {
                        "stringValue": "developer",
                      },
                    },
                    {
                      "key": "skillet.driver",
                      "value": {
                        "stringValue": "claude",
                      },
                    },
                    {
                      "key": "skillet.worker",
                      "value": {
                        "stringValue": "claude-1",
                      },
                    },
                    {
                      "key": "skillet.epoch",
                      "value": {
                        "intValue": "4",
                      },
                    },
                    {
                      "key": "skillet.attempt",
                      "value": {
                        "intValue": "2",
                      },
                    },
                    {
                      "key": "skillet.outcome",
                      "value": {
                        "stringValue": "answered",
                      },
                    },
                    {
                      "key": "gen_ai.usage.input_tokens",
                      "value": {
                        "intValue": "10",
                      },
                    },
                    {
                      "key": "gen_ai.usage.output_tokens",
                      "value": {
                        "intValue": "5",
                      },
                    },
                    {
                      "key": "skillet.cost_usd",
                      "value": {
                        "doubleValue": 0.25,
                      },
                    },
                  ],
                  "endTimeUnixNano": "1700000001500000000",
                  "kind": 1,
                  "name": "dispatch think/a",
                  "parentSpanId": "08a5605038fddbff",
                  "spanId": "8d9317a377e434d9",
                  "startTimeUnixNano": "1700000000000000000",
                  "status": {
                    "code": 0,
                  },
                  "traceId": "3f2732cec97e1a42867a1c121fc072f6",
                },
              ],
            },
          ],
        },
      ],
    }
  `)
  expect(JSON.stringify(received[0]?.body)).not.toContain("secret")
  expect([exporter.exported, exporter.dropped, exporter.problem]).toEqual([1, 0, undefined])
})

test("spans that the collector is too busy for are sent again, others that it refuses are dropped", async () => {
  const { target, listSpans } = await openCollector(503, 200, 500, 400, 302, 200)
  const exporter = openSpanExporter({ target, every: 1 })
  exporter.add(makeSpans(3))
  await expect.poll(() => exporter.exported, { timeout: 10_000 }).toBe(3)
  for (const dropped of [1, 2, 3]) {
    exporter.add(makeSpans(1))
    await expect.poll(() => exporter.dropped, { timeout: 10_000 }).toBe(dropped)
  }
  expect(exporter.problem).toBe("the collector answered 302")
  exporter.add(makeSpans(2))
  await exporter.close()
  expect(listSpans().map((spans) => spans.length)).toEqual([3, 3, 1, 1, 1, 2])
  expect([exporter.exported, exporter.dropped, exporter.problem]).toEqual([5, 3, undefined])
})

test("a collector that never answers keeps nobody waiting: the rest is counted as dropped", async () => {
  const { target } = await openCollector(-1)
  const patient = { ...target, milliseconds: 3_600_000 }
  const exporter = openSpanExporter({ target: patient, every: 1, most: 10, farewell: 100 })
  exporter.add(makeSpans(30))
  expect(exporter.dropped).toBe(20)
  await exporter.close()
  expect([exporter.exported, exporter.dropped]).toEqual([0, 30])
})

test("without a collector at the address, spans are dropped at the end, and the reason is known", async () => {
  const { target } = await openCollector(200)
  const exporter = openSpanExporter({ target: { ...target, url: "http://127.0.0.1:9/v1/traces" }, every: 1 })
  exporter.add(makeSpans(2))
  await exporter.close()
  expect([exporter.exported, exporter.dropped]).toEqual([0, 2])
  expect(exporter.problem).toBeDefined()
})
