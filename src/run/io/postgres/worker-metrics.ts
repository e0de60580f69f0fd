import http from "node:http"
import type { AddressInfo } from "node:net"

/**
 * What became of a message: the dispatch was answered; it was given back, to be tried again; it ended without an answer;
 * another worker has it or it was settled before; this worker must not work on it; or handling it failed.
 */
export type DispatchOutcome = "answered" | "given-back" | "ended" | "late" | "refused" | "failed"

/** What a worker counts. */
export interface WorkerMetrics {
  count(outcome: DispatchOutcome, milliseconds: number): void
  recovered(count: number): void
  /** Where spans are counted, if they are exported. */
  countSpans(from: SpanCounts): void
  /** Counts work as being in progress while it lasts. */
  measure<Result>(act: () => Promise<Result>): Promise<Result>
  stopping(): void
  /** In the text format of Prometheus. */
  text(): string
  isStopping(): boolean
}

export interface SpanCounts {
  readonly exported: number
  readonly dropped: number
}

export function openWorkerMetrics(): WorkerMetrics {
  const outcomes = new Map<DispatchOutcome, number>()
  let spans: SpanCounts | undefined
  let [recovered, busy, milliseconds, isStopping] = [0, 0, 0, false]
  return {
    count(outcome, took) {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      milliseconds += took
    },
    recovered(count) {
      recovered += count
    },
    countSpans(from) {
      spans = from
    },
    async measure(act) {
      busy++
      try {
        return await act()
      } finally {
        busy--
      }
    },
    stopping() {
      isStopping = true
    },
    isStopping: () => isStopping,
    text: () =>
      [
        "# HELP skillet_dispatches_total Messages about dispatches that this worker handled, by outcome.",
        "# TYPE skillet_dispatches_total counter",
        ...[...outcomes].map(([outcome, count]) => `skillet_dispatches_total{outcome="${outcome}"} ${count}`),
        "# HELP skillet_dispatch_seconds_total The time spent on them.",
        "# TYPE skillet_dispatch_seconds_total counter",
        `skillet_dispatch_seconds_total ${milliseconds / 1000}`,
        "# HELP skillet_recovered_total Dispatches of lost workers that this worker opened again.",
        "# TYPE skillet_recovered_total counter",
        `skillet_recovered_total ${recovered}`,
        "# HELP skillet_dispatches_in_progress Dispatches that this worker is working on.",
        "# TYPE skillet_dispatches_in_progress gauge",
        `skillet_dispatches_in_progress ${busy}`,
        ...(spans === undefined ? [] : describeSpanCounts(spans)),
        "",
      ].join("\n"),
  }
}

function describeSpanCounts({ exported, dropped }: SpanCounts): readonly string[] {
  return [
    "# HELP skillet_spans_exported_total Spans that the collector accepted.",
    "# TYPE skillet_spans_exported_total counter",
    `skillet_spans_exported_total ${exported}`,
    "# HELP skillet_spans_dropped_total Spans that were dropped: no room, refused, or no collector.",
    "# TYPE skillet_spans_dropped_total counter",
    `skillet_spans_dropped_total ${dropped}`,
  ]
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** `/health` and `/metrics`, for this machine only. */
export async function serveMetrics(metrics: WorkerMetrics, port: number): Promise<MetricsServer> {
  const server = http.createServer((request, response) => {
    if (request.method !== "GET") return void response.writeHead(405).end()
    if (request.url === "/metrics")
      return void response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(metrics.text())
    if (request.url !== "/health") return void response.writeHead(404).end()
    const status = metrics.isStopping() ? "stopping" : "working"
    response.writeHead(metrics.isStopping() ? 503 : 200, { "content-type": "application/json" })
    return void response.end(`${JSON.stringify({ status })}\n`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
