/** `whenIssues` as scripts in Python write it: `when_issues`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name

/** The same arguments under the names that scripts of step workflows use; `null` is the same as leaving one out. */
export type SnakeNamed<Given> = {
  readonly [Name in keyof Given as SnakeCase<Name & string>]:
    | Given[Name]
    | (undefined extends Given[Name] ? null : never)
}

/** Arguments under our names, whichever names they were given under. `others` are names that differ in more than spelling. */
export function readSnakeArguments<Given extends object>(
  given: Given | SnakeNamed<Given>,
  others: Readonly<Record<string, keyof Given & string>> = {},
): Given {
  const named = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]: readonly [string, unknown]) => [others[name] ?? toCamelCase(name), value] as const)
  return Object.fromEntries(named) as Given
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
