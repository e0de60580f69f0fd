/** Verbs that all return promises. */
export type Verbs<Group> = { readonly [Name in keyof Group]: (...args: never[]) => Promise<unknown> }

/** A group of verbs whose code is loaded with the first call. `names` lists them all. */
export function defer<Group extends Verbs<Group>>(
  load: () => Promise<Group>,
  names: { readonly [Name in keyof Group]: true },
): Group {
  let loaded: Promise<Group> | undefined
  const call =
    (name: keyof Group) =>
    async (...args: never[]) =>
      (await (loaded ??= load()))[name](...args)
  // The names are complete by their type, and each calls the verb of its name.
  return Object.fromEntries(Object.keys(names).map((name) => [name, call(name as keyof Group)])) as unknown as Group
}
