/** What a value must be: the parts of the SARIF 2.1.0 schema that we use, and nothing beyond them. */
type Shape =
  | { readonly kind: "text"; readonly pattern?: RegExp; readonly of?: readonly string[] }
  | { readonly kind: "whole" | "number"; readonly least: number }
  | { readonly kind: "flag" }
  | { readonly kind: "list"; readonly of: Shape; readonly filled?: true }
  | { readonly kind: "map"; readonly of: Shape }
  | { readonly kind: "bag" }
  | { readonly kind: "object"; readonly needs?: readonly string[]; readonly may: Readonly<Record<string, Shape>> }

/** Everything about a log that the schema, or a code host that takes such logs, would refuse. */
export function sarifFaults(log: unknown): readonly string[] {
  return faults(LOG, log, "")
}

const text: Shape = { kind: "text" }
const line: Shape = { kind: "whole", least: 1 }
const message: Shape = { kind: "object", needs: ["text"], may: { text } }
const bag: Shape = { kind: "bag" }
const level: Shape = { kind: "text", of: ["none", "note", "warning", "error"] }
const artifactLocation: Shape = {
  kind: "object",
  needs: ["uri"],
  may: { uri: { kind: "text", pattern: /^(?:file:\/\/\/)?[\w\-.~!*'()%:@&=+$,;/]+$/ }, uriBaseId: text },
}
const region: Shape = {
  kind: "object",
  needs: ["startLine"],
  may: { startLine: line, startColumn: line, endLine: line, endColumn: line, snippet: message },
}
const location: Shape = {
  kind: "object",
  needs: ["physicalLocation"],
  may: { physicalLocation: { kind: "object", needs: ["artifactLocation"], may: { artifactLocation, region } } },
}
const rule: Shape = {
  kind: "object",
  needs: ["id"],
  may: {
    id: text,
    shortDescription: message,
    fullDescription: message,
    help: message,
    defaultConfiguration: { kind: "object", may: { level } },
    properties: bag,
  },
}
const suppression: Shape = {
  kind: "object",
  needs: ["kind"],
  may: { kind: { kind: "text", of: ["inSource", "external"] }, justification: text },
}
const fix: Shape = {
  kind: "object",
  needs: ["artifactChanges"],
  may: { description: message, artifactChanges: { kind: "list", of: bag, filled: true } },
}
const result: Shape = {
  kind: "object",
  needs: ["ruleId", "message", "locations", "partialFingerprints"],
  may: {
    ruleId: text,
    ruleIndex: { kind: "whole", least: 0 },
    level,
    rank: { kind: "number", least: 0 },
    message,
    locations: { kind: "list", of: location, filled: true },
    partialFingerprints: { kind: "map", of: text },
    suppressions: { kind: "list", of: suppression },
    fixes: { kind: "list", of: fix },
    properties: bag,
  },
}
const notification: Shape = {
  kind: "object",
  needs: ["message"],
  may: {
    level,
    message,
    descriptor: { kind: "object", may: { id: text } },
    locations: { kind: "list", of: location },
  },
}
const run: Shape = {
  kind: "object",
  needs: ["tool"],
  may: {
    tool: {
      kind: "object",
      needs: ["driver"],
      may: {
        driver: {
          kind: "object",
          needs: ["name"],
          may: { name: text, version: text, rules: { kind: "list", of: rule } },
        },
      },
    },
    columnKind: { kind: "text", of: ["utf16CodeUnits", "unicodeCodePoints"] },
    originalUriBaseIds: { kind: "map", of: { kind: "object", may: { uri: text, description: message } } },
    invocations: {
      kind: "list",
      of: {
        kind: "object",
        needs: ["executionSuccessful"],
        may: {
          executionSuccessful: { kind: "flag" },
          toolExecutionNotifications: { kind: "list", of: notification },
        },
      },
    },
    results: { kind: "list", of: result },
  },
}
const LOG: Shape = {
  kind: "object",
  needs: ["version", "runs"],
  may: { $schema: text, version: { kind: "text", of: ["2.1.0"] }, runs: { kind: "list", of: run } },
}

function faults(shape: Shape, value: unknown, at: string): readonly string[] {
  switch (shape.kind) {
    case "text":
      if (typeof value !== "string") return [`${at} is no text`]
      if (shape.of?.includes(value) === false) return [`${at} is not one of ${shape.of.join(", ")}`]
      return shape.pattern?.test(value) === false ? [`${at} is not well-formed`] : []
    case "whole":
    case "number": {
      const isRight = typeof value === "number" && value >= shape.least
      return isRight && (shape.kind === "number" || Number.isInteger(value))
        ? []
        : [`${at} is no number from ${shape.least}`]
    }
    case "flag":
      return typeof value === "boolean" ? [] : [`${at} is neither true nor false`]
    case "list":
      if (!Array.isArray(value)) return [`${at} is no list`]
      if (shape.filled === true && value.length === 0) return [`${at} is empty`]
      return value.flatMap((item, index) => faults(shape.of, item, `${at}[${index}]`))
    case "map":
      return isObject(value)
        ? Object.entries(value).flatMap(([key, item]) => faults(shape.of, item, `${at}.${key}`))
        : [`${at} is no object`]
    case "bag":
      return isObject(value) ? [] : [`${at} is no object`]
    case "object":
      return objectFaults(shape, value, at)
  }
}

function objectFaults(shape: Extract<Shape, { kind: "object" }>, value: unknown, at: string): readonly string[] {
  if (!isObject(value)) return [`${at} is no object`]
  const join = (key: string) => (at === "" ? key : `${at}.${key}`)
  return [
    ...(shape.needs ?? []).filter((key) => value[key] === undefined).map((key) => `${join(key)} is missing`),
    ...Object.entries(value).flatMap(([key, item]) => {
      const inner = shape.may[key]
      return inner === undefined ? [`${join(key)} is not in the schema`] : faults(inner, item, join(key))
    }),
  ]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
