import { isMap } from "../../../text/is-map.ts"
/** A mismatch: where it is, and what is expected there. */
export interface ShapeFault {
  readonly field: string
  readonly wanted: string
}

/** What a value must be. */
export type ShapeRule = (value: unknown, field: string) => readonly ShapeFault[]

export function expect(wanted: string, isIt: (value: unknown) => boolean): ShapeRule {
  return (value, field) => (isIt(value) ? [] : [{ field, wanted }])
}

export const expectText = expect("a text", (value) => typeof value === "string")
export const expectNumber = expect("a number", (value) => typeof value === "number")
export const expectBoolean = expect("true or false", (value) => typeof value === "boolean")

export function expectWord(...words: readonly string[]): ShapeRule {
  const quoted = words.map((one) => JSON.stringify(one)).join(" or ")
  return expect(quoted, (value) => typeof value === "string" && words.includes(value))
}

export function allowMissing(shape: ShapeRule): ShapeRule {
  return (value, field) => (value === undefined ? [] : shape(value, field))
}

export function expectList(shape: ShapeRule): ShapeRule {
  return (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, at) => shape(one, within(field, String(at))))
      : [{ field, wanted: "a list" }]
}

/** An object with any names. */
export function expectTable(shape: ShapeRule): ShapeRule {
  return (value, field) =>
    isMap(value)
      ? Object.entries(value).flatMap(([name, one]) => shape(one, within(field, name)))
      : [{ field, wanted: "an object" }]
}

export type ShapeFields = Readonly<Record<string, ShapeRule>>

/** An object; only these fields are checked. */
export function expectObject(fields: ShapeFields): ShapeRule {
  return (value, field) =>
    isMap(value)
      ? Object.entries(fields).flatMap(([name, shape]) => shape(value[name], within(field, name)))
      : [{ field, wanted: "an object" }]
}

/** An object whose `kind` determines its fields. */
export function expectKind(kinds: Readonly<Record<string, ShapeFields>>): ShapeRule {
  return (value, field) => {
    if (!isMap(value)) return [{ field, wanted: "an object" }]
    const { kind } = value
    const fields = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (fields === undefined) return expectWord(...Object.keys(kinds))(kind, within(field, "kind"))
    return expectObject(fields)(value, field)
  }
}

/** The first shape whose test fits decides. */
export function expectEither(
  wanted: string,
  ...ways: readonly (readonly [(value: unknown) => boolean, ShapeRule])[]
): ShapeRule {
  return (value, field) => {
    const way = ways.find(([isIt]) => isIt(value))
    return way === undefined ? [{ field, wanted }] : way[1](value, field)
  }
}

export const expectAnything: ShapeRule = () => []

function within(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`
}
