import { isMap } from "../../../text/is-map.ts"
/** A mismatch: where it is, and what is expected there. */
export interface ShapeFault {
  readonly field: string
  readonly wanted: string
}

/** What a value must be. */
export type Shape = (value: unknown, field: string) => readonly ShapeFault[]

export function be(wanted: string, isIt: (value: unknown) => boolean): Shape {
  return (value, field) => (isIt(value) ? [] : [{ field, wanted }])
}

export const text = be("a text", (value) => typeof value === "string")
export const number = be("a number", (value) => typeof value === "number")
export const yesNo = be("true or false", (value) => typeof value === "boolean")

export function word(...words: readonly string[]): Shape {
  const quoted = words.map((one) => JSON.stringify(one)).join(" or ")
  return be(quoted, (value) => typeof value === "string" && words.includes(value))
}

export function maybe(shape: Shape): Shape {
  return (value, field) => (value === undefined ? [] : shape(value, field))
}

export function listOf(shape: Shape): Shape {
  return (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, at) => shape(one, within(field, String(at))))
      : [{ field, wanted: "a list" }]
}

/** An object with any names. */
export function tableOf(shape: Shape): Shape {
  return (value, field) =>
    isMap(value)
      ? Object.entries(value).flatMap(([name, one]) => shape(one, within(field, name)))
      : [{ field, wanted: "an object" }]
}

export type Fields = Readonly<Record<string, Shape>>

/** An object; only these fields are checked. */
export function object(fields: Fields): Shape {
  return (value, field) =>
    isMap(value)
      ? Object.entries(fields).flatMap(([name, shape]) => shape(value[name], within(field, name)))
      : [{ field, wanted: "an object" }]
}

/** An object whose `kind` determines its fields. */
export function byKind(kinds: Readonly<Record<string, Fields>>): Shape {
  return (value, field) => {
    if (!isMap(value)) return [{ field, wanted: "an object" }]
    const { kind } = value
    const fields = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (fields === undefined) return word(...Object.keys(kinds))(kind, within(field, "kind"))
    return object(fields)(value, field)
  }
}

/** The first shape whose test fits decides. */
export function either(wanted: string, ...ways: readonly (readonly [(value: unknown) => boolean, Shape])[]): Shape {
  return (value, field) => {
    const way = ways.find(([isIt]) => isIt(value))
    return way === undefined ? [{ field, wanted }] : way[1](value, field)
  }
}

export const anything: Shape = () => []

function within(field: string, name: string): string {
  return field === "" ? name : `${field}.${name}`
}
