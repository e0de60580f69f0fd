import type { Span } from "./describe-spans.ts"

/** A request of OTLP as JSON: ids are hexadecimal, and integers of 64 bits are texts. */
export function encodeSpans(spans: readonly Span[], resource: Readonly<Record<string, string>>): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope: { name: "skillet" }, spans: spans.map(encodeSpan) }],
      },
    ],
  })
}

const INTERNAL = 1
const [STATUS_UNSET, STATUS_ERROR] = [0, 2]

function encodeSpan({ trace, id, parent, name, began, ended, isError, attributes }: Span) {
  return {
    traceId: trace,
    spanId: id,
    parentSpanId: parent,
    name,
    kind: INTERNAL,
    startTimeUnixNano: toNanoseconds(began),
    endTimeUnixNano: toNanoseconds(Math.max(began, ended)),
    attributes: encodeAttributes(attributes),
    status: { code: isError ? STATUS_ERROR : STATUS_UNSET },
  }
}

function toNanoseconds(milliseconds: number): string {
  return `${BigInt(Math.round(milliseconds)) * 1_000_000n}`
}

function encodeAttributes(attributes: Span["attributes"]) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  )
}

function encodeValue(value: NonNullable<Span["attributes"][string]>) {
  if (typeof value === "string") return { stringValue: value }
  return typeof value === "number" ? { intValue: String(Math.round(value)) } : { doubleValue: value.real }
}
