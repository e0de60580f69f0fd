/** An account that is written out: a wallet, an IBAN. */
export const LITERAL_ACCOUNT =
  /\b0x[0-9a-fA-F]{40}\b|\bacct_[A-Za-z0-9]{12,24}\b|\bbc1[a-z0-9]{25,59}\b|\b[13][a-km-zA-HJ-NP-Z1-9]{25,34}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/

/** A pattern for accounts, as programs write it. */
const ACCOUNT_PATTERN =
  /(?:\[A-Z\]\{2\}\\?\\d\{2\}|\[a-zA-Z\]\{2\}\[0-9\]\{2\}|\[A-Z\]\{2\}\[0-9\]\{2\}|0x\[[0-9a-fA-F-]{3,12}\]\{40\}|bc1|\[13\]\[[^\]\n]{3,40}\]\{2\d,3\d\})/

/** Where a program replaces what looks like an account by one that is written out. */
export function isSwapped(text: string): number | undefined {
  if (!LITERAL_ACCOUNT.test(text) || !ACCOUNT_PATTERN.test(text)) return undefined
  const at = text.search(/\bre\.sub\(|\.sub\(|\.replace(?:All)?\(|\bpreg_replace\(|\bgsub\b|\bsed\s+-\w*|-replace\b/)
  return at === -1 ? undefined : at
}
