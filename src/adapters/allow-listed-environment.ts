/** Who one is, where programs lie, which language and terminal: what programs need and no secret is kept in. */
const everyday = /^(?:PATH|HOME|LANG|LC_[A-Z]+|TERM|TZ)$/

/** The part of an environment that a command may see: the everyday variables, and those declared by name. */
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
