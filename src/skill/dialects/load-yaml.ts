import { CORE_SCHEMA, DEFAULT_SCHEMA, FAILSAFE_SCHEMA, load, type Schema, Type, YAMLException } from "js-yaml"

export type LoadedYaml =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "broken"; readonly why: string }

/** A type that accepts any tag and keeps the value. */
const anyTag = ["!", "tag:yaml.org,2002:"].flatMap((prefix) =>
  (["scalar", "sequence", "mapping"] as const).map(
    (kind) => new Type(prefix, { kind, multi: true, construct: (data: unknown) => data }),
  ),
)

const schemas = {
  /** Dates are parsed; an unknown tag is an error. */
  usual: DEFAULT_SCHEMA,
  /** Numbers and booleans are parsed; tags are ignored. */
  typed: CORE_SCHEMA.extend(anyTag),
  /** Every scalar is the text as written; tags are ignored. */
  texts: FAILSAFE_SCHEMA.extend(anyTag),
} as const satisfies Readonly<Record<string, Schema>>

/**
 * Reads the lines of frontmatter as YAML. The last of two equal keys may win. Line numbers count from the first line of
 * the file, which is the fence.
 */
export function loadYaml(block: string, schema: keyof typeof schemas, repeated?: "last"): LoadedYaml {
  try {
    return { kind: "value", value: load(block, { schema: schemas[schema], json: repeated === "last" }) }
  } catch (error) {
    if (error instanceof YAMLException) return { kind: "broken", why: describeException(error) }
    throw error
  }
}

function describeException(error: YAMLException): string {
  const what = faults.find(([pattern]) => pattern.test(error.reason))?.[1] ?? "YAML that it cannot read"
  const line: unknown = error.mark?.line
  return typeof line === "number" ? `${what} in line ${line + 2}` : what
}

const faults: readonly (readonly [RegExp, string])[] = [
  [/duplicated mapping key/, "duplicate key"],
  [/unidentified alias/, "a value that begins with *"],
  [/unknown tag/, "a value that begins with !"],
  [/tab characters/, "a tab as indentation"],
  [/non-printable|null byte/, "a control character"],
  [/a line break is expected/, "text after > or |"],
  [/multiline key|implicit key/, "a line without a colon"],
  [/within a (double|single) quoted/, "a quote that is not closed"],
  [/flow (collection|sequence|mapping)/, "a bracket that is not closed"],
]
