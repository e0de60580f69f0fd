import { hasMixedScripts } from "../reading/header-claims.ts"
import { findLookAlike, indexNames, isOneTypo } from "./find-look-alike.ts"
import { hostNames, otherHosts } from "./popular-names.ts"

const known = indexNames(hostNames.keys(), otherHosts)
const homes: readonly string[] = [...hostNames.values()].flat()
/** Services that put the address of another site in front of their own. */
const WRAPPERS = /\.(?:translate\.goog|mcas\.ms|proxy\.[\w.-]+|ezproxy\.[\w.-]+|cdn\.ampproject\.org)$/
/** Words that a look-alike site adds to a well-known name. */
const LURES =
  /^(?:login|signin|update|updates|cdn|secure|security|verify|auth|download|downloads|install|installer|releases?|support|account|files|static|raw|content|assets|api|usercontent|packages?)$/

/** What an address imitates, as a sentence; nothing if it imitates no well-known host. */
export function findImitatedHost(user: string, host: string): string | undefined {
  const own = host.toLowerCase().replace(/\.+$/, "")
  if (homes.includes(user.split(":")[0]?.toLowerCase() ?? ""))
    return `The address begins with ${user}, but leads to ${own}.`
  if (homes.some((home) => own === home || own.endsWith(`.${home}`)) || WRAPPERS.test(own)) return undefined
  const labels = own.split(".")
  if (labels.some(hasMixedScripts)) return `A letter of ${own} is replaced by a look-alike from another alphabet.`
  const inside = homes.find(
    (home) =>
      !isNational(own, home) && (own.startsWith(`${home}.`) || own.includes(`.${home}.`) || own.startsWith(`${home}-`)),
  )
  if (inside !== undefined) return `${own} begins like ${inside}, but belongs to somebody else.`
  const intended = findOtherEnding(own)
  if (intended !== undefined) return `${own} could be mistaken for ${intended}.`
  for (const label of labels.slice(0, Math.max(1, labels.length - 1))) {
    const found = findLookAlike(label, known)
    const isEdition = found !== undefined && label.replace(/\d+$|s$/, "") === found.like.replace(/\d+$|s$/, "")
    if (found !== undefined && !isEdition) return `${own} could be mistaken for ${found.like}.`
  }
  const [brand = "", ...lures] = (labels.at(-2) ?? "").split("-")
  const isLure = lures.length > 0 && lures.every((word) => LURES.test(word))
  return isLure && hostNames.has(brand) ? `${own} uses the name of ${brand}, but belongs to somebody else.` : undefined
}

/** A well-known host whose last part has one typo: pypi.orq, raw.githubusercontent.co. */
function findOtherEnding(own: string): string | undefined {
  const at = own.lastIndexOf(".")
  const name = own.slice(0, at)
  const end = own.slice(at + 1)
  return homes.find((home) => {
    const cut = home.lastIndexOf(".")
    const isNamed = name === home.slice(0, cut) || name.endsWith(`.${home.slice(0, cut)}`)
    return isNamed && home.length - cut > 3 && end.length > 1 && isOneTypo(end, home.slice(cut + 1))
  })
}

/** The same name in another country: amazon.com.br. */
function isNational(own: string, home: string): boolean {
  return own.includes(home) && /^\.[a-z]{2}$/.test(own.slice(own.indexOf(home) + home.length))
}
