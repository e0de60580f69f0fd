/** What a value given to the library may be. Values that fit are passed on as they are. */
export interface Shape {
  /** In words, for errors. */
  readonly expected: string
  readonly isOptional?: boolean | undefined
  /** The first thing that is wrong; `at` is the name of the value. */
  findMisfit(value: unknown, at: string): Misfit | undefined
}

export interface Misfit {
  readonly at: string
  /** What it is, such as `a number`. */
  readonly is: string
  readonly expected: string
  /** For a name that is not known: the names that are. */
  readonly known?: readonly string[] | undefined
}

export const TEXT = test("text", (value) => typeof value === "string")
export const FLAG = test("true or false", (value) => typeof value === "boolean")
export const NUMBER = test("a number", (value) => typeof value === "number" && Number.isFinite(value))
export const COUNT = test("a whole number from 0", (value) => Number.isSafeInteger(value) && Number(value) >= 0)
export const CALLBACK = test("a function", (value) => typeof value === "function")
export const OBJECT = test("an object", isObject)
/** The verb itself says what is wrong with it. */
export const ANYTHING = test("anything", () => true)

export function optional(shape: Shape): Shape {
  return { ...shape, isOptional: true }
}

/** One of these words; the compiler checks that all of them are listed. */
export function oneOf<Word extends string>(words: Readonly<Record<Word, true>>): Shape {
  const names = Object.keys(words)
  return test(joinWords(names), (value) => typeof value === "string" && names.includes(value))
}

export function either(one: Shape, other: Shape): Shape {
  const expected = `${one.expected} or ${other.expected}`
  return {
    expected,
    findMisfit(value, at) {
      if (one.findMisfit(value, at) === undefined) return undefined
      const misfit = other.findMisfit(value, at)
      return misfit?.at === at ? { ...misfit, expected } : misfit
    },
  }
}

export function list(of: Shape): Shape {
  const expected = "a list"
  return {
    expected,
    findMisfit(value, at) {
      if (!Array.isArray(value)) return { at, is: describeValue(value), expected: `${expected} (of ${of.expected})` }
      return findFirst([...value.entries()], ([nth, item]) => findMisfit(of, item, `${at}[${nth}]`))
    },
  }
}

/** The names and their values are the caller's. */
export function record(of: Shape): Shape {
  return {
    expected: "an object",
    findMisfit: (value, at) =>
      isObject(value)
        ? findFirst(Object.entries(value), ([name, one]) => findMisfit(of, one, `${at}.${name}`))
        : makeMisfit(at, value, "an object"),
  }
}

type FieldShapes<T> = { readonly [Name in keyof Required<T>]: Shape }

/** An object with these fields and no others. The compiler checks that all fields of the type are listed. */
export function fields<T>(shapes: FieldShapes<T>): Shape {
  const known = Object.keys(shapes)
  const within = having<T>(shapes)
  const expected = within.expected
  return {
    expected,
    findMisfit(value, at) {
      const misfit = within.findMisfit(value, at)
      if (misfit !== undefined || !isObject(value)) return misfit
      const unknown = Object.keys(value).find((name) => !known.includes(name))
      return unknown === undefined ? undefined : { at: `${at}.${unknown}`, is: "not known", expected, known }
    },
  }
}

/** An object with at least these fields, such as a plan that another verb gave. */
export function having<T>(shapes: Partial<FieldShapes<T>>): Shape {
  const entries = Object.entries<Shape | undefined>(shapes)
  const needed = entries.flatMap(([name, shape]) => (shape === undefined || shape.isOptional === true ? [] : [name]))
  const expected = needed.length === 0 ? "an object" : `an object with ${joinWords(needed, "and")}`
  return {
    expected,
    findMisfit: (value, at) =>
      isObject(value)
        ? findFirst(entries, ([name, shape]) => shape && findMisfit(shape, value[name], `${at}.${name}`))
        : makeMisfit(at, value, expected),
  }
}

/** Undefined is the same as absent. */
export function findMisfit(shape: Shape, value: unknown, at: string): Misfit | undefined {
  if (value === undefined && shape.isOptional === true) return undefined
  return shape.findMisfit(value, at)
}

function test(expected: string, fits: (value: unknown) => boolean): Shape {
  return { expected, findMisfit: (value, at) => (fits(value) ? undefined : makeMisfit(at, value, expected)) }
}

function makeMisfit(at: string, value: unknown, expected: string): Misfit {
  return { at, is: describeValue(value), expected }
}

function findFirst<T>(items: readonly T[], find: (item: T) => Misfit | undefined): Misfit | undefined {
  for (const item of items) {
    const misfit = find(item)
    if (misfit !== undefined) return misfit
  }
  return undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function describeValue(value: unknown): string {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === "object") return "an object"
  return typeof value === "function" ? "a function" : String(value)
}

function joinWords(words: readonly string[], last = "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`
}
