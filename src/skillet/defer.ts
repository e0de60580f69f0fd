import { type ArgumentShape, checkArguments } from "./arguments/check-arguments.ts"

/** Verbs that all return promises. */
export type Verbs<Group> = { readonly [Name in keyof Group]: (...args: never[]) => Promise<unknown> }

/** A group of verbs whose code is loaded with the first call that fits. `shapes` has the arguments of them all. */
export function defer<Group extends Verbs<Group>>(
  group: string,
  shapes: { readonly [Name in keyof Group]: readonly ArgumentShape[] },
  load: () => Promise<Group>,
): Group {
  let loaded: Promise<Group> | undefined
  const call =
    (name: keyof Group & string) =>
    async (...args: never[]) => {
      checkArguments(`${group}.${name}`, shapes[name], args)
      return (await (loaded ??= load()))[name](...args)
    }
  // The names are complete by their type, and each calls the verb of its name.
  const names = Object.keys(shapes) as (keyof Group & string)[]
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Group
}
