import { SkilletError } from "../../problem/failure.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { findMisfit, type Misfit, type Shape } from "./shape.ts"

/** The name of an argument, and what it may be. */
export type ArgumentShape = readonly [name: string, shape: Shape]

/** For each argument of a function, in order. */
export type ArgumentShapes<Args extends readonly unknown[]> = {
  readonly [Nth in keyof Args]-?: ArgumentShape
}

/** For each verb of a group, and of the groups in it: its arguments. */
export type VerbArguments<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Verb
    ? ArgumentShapes<Parameters<Group[Name]>>
    : VerbArguments<Group[Name]>
}

type Verb = (...args: never[]) => unknown

/** The same verbs, which refuse arguments that do not fit. */
export function checkVerbs<Group extends { readonly [Name in keyof Group]: Verb }>(
  group: Group,
  shapes: { readonly [Name in keyof Group]: readonly ArgumentShape[] },
): Group {
  const check =
    (name: keyof Group & string) =>
    async (...args: never[]) => {
      checkArguments(name, shapes[name], args)
      return group[name](...args)
    }
  // Each name has the verb of that name, with its arguments and its result.
  return Object.fromEntries(Object.keys(group).map((name) => [name, check(name as keyof Group & string)])) as Group
}

/** Throws for the first argument that does not fit, before anything is done. */
export function checkArguments(verb: string, shapes: readonly ArgumentShape[], args: readonly unknown[]): void {
  for (const [nth, [name, shape]] of shapes.entries()) {
    const misfit = findMisfit(shape, args[nth], name)
    if (misfit !== undefined) throw badArgument(verb, shapes, misfit)
  }
}

function badArgument(verb: string, shapes: readonly ArgumentShape[], misfit: Misfit): SkilletError {
  const { at, is, expected, known } = misfit
  const call = `${verb}(${shapes.map(([name, { isOptional }]) => (isOptional === true ? `${name}?` : name)).join(", ")})`
  const message = known === undefined ? `${at} is ${is}, expected ${expected}` : `${at} is not known`
  const next = known === undefined ? `give ${at} as ${expected}` : suggestName(at, known)
  return new SkilletError("library.bad-argument", `${call}: ${message}`, { retry: "no", next })
}

function suggestName(at: string, known: readonly string[]): string {
  const given = at.slice(at.lastIndexOf(".") + 1)
  const near = findNearestNames(given, known)
  return near.length > 0 ? `did you mean ${near.join(" or ")}?` : `leave it out; known are ${known.join(", ")}`
}
