let collator: Intl.Collator | undefined

/**
 * Compares names as the locale "en" does. Opening a collator takes as long as a search, and for the usual letters its
 * order is that of their codes.
 */
export function compareInEnglish(a: string, b: string): number {
  if (USUAL.test(a) && USUAL.test(b)) return a < b ? -1 : a > b ? 1 : 0
  collator ??= new Intl.Collator("en")
  return collator.compare(a, b)
}

const USUAL = /^[a-z0-9-]*$/
