/**
 * The user, the search path and the terminal: variables that programs need and that contain no secrets. The language is
 * not among them: every program gets the same character set (`start-program.ts`).
 */
const everyday = /^(?:PATH|HOME|TERM|TZ)$/

/** The part of an environment that a command may see: the usual variables, and those declared by name. */
export function allowListedEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  declared: readonly string[],
): Record<string, string> {
  const names = Object.keys(env).filter((name) => everyday.test(name) || declared.includes(name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
