import { expect, test } from "vitest"
import { readTraceSettings } from "./trace-settings.ts"

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }
const target = {
  kind: "on",
  url: "http://collector:4318/v1/traces",
  headers: {},
  milliseconds: 10_000,
  resource: { "service.name": "skillet" },
}

test.each([
  { env: {}, expected: { kind: "off" } },
  { env: { OTEL_EXPORTER_OTLP_ENDPOINT: " " }, expected: { kind: "off" } },
  { env: { ...endpoint, OTEL_SDK_DISABLED: "TRUE" }, expected: { kind: "off" } },
  { env: { ...endpoint, OTEL_TRACES_EXPORTER: "none" }, expected: { kind: "off" } },
  { env: endpoint, expected: target },
  { env: { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, expected: target },
  {
    env: { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in?k=1" },
    expected: { ...target, url: "https://traces.example/in?k=1" },
  },
  {
    env: {
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20t, x-team = shop",
      OTEL_EXPORTER_OTLP_TIMEOUT: "500",
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment=test",
      OTEL_SERVICE_NAME: "reviews",
    },
    expected: {
      ...target,
      headers: { authorization: "Bearer t", "x-team": "shop" },
      milliseconds: 500,
      resource: { "service.name": "reviews", "deployment.environment": "test" },
    },
  },
  {
    env: {
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "a=1",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "b=2",
    },
    expected: { ...target, headers: { b: "2" } },
  },
])("the standard variables say where spans go: $env", ({ env, expected }) => {
  expect(readTraceSettings(env)).toEqual(expected)
})

test.each([
  [{ OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER is zipkin, and only otlp is known"],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, and only http/json is known"],
  [
    { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf" },
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is http/protobuf, and only http/json is known",
  ],
  [{ OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" }, "OTEL_EXPORTER_OTLP_COMPRESSION is gzip, and only none is known"],
  [
    { OTEL_EXPORTER_OTLP_TIMEOUT: "soon" },
    "OTEL_EXPORTER_OTLP_TIMEOUT is soon, and only a number of milliseconds is known",
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "collector:4317" },
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is collector:4317, and only an http address is known",
  ],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "secret" }, "OTEL_EXPORTER_OTLP_HEADERS is not a list such as key=value,key=value"],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "a=%zz" }, "OTEL_EXPORTER_OTLP_HEADERS is not a list such as key=value,key=value"],
  [{ OTEL_RESOURCE_ATTRIBUTES: "team" }, "OTEL_RESOURCE_ATTRIBUTES is not a list such as key=value,key=value"],
])("what is not done is said, and never a secret: %o", (more, why) => {
  expect(readTraceSettings({ ...endpoint, ...more })).toEqual({ kind: "refused", why })
})
