import { isMap, toMap } from "../../text/is-map.ts"

/** The repository on GitHub that a release archive is from; undefined for any other address. */
export function findReleaseRepository(url: string): string | undefined {
  return /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/releases\/download\//i.exec(url)?.[1]
}

export function isRepositoryName(text: string): boolean {
  return /^\w[\w.-]*\/[\w.-]+$/.test(text) && !text.endsWith("/.") && !text.endsWith("/..")
}

/** Whether what `gh attestation verify --format json` printed is about exactly these bytes. */
export function hasSubject(printed: string, sha256: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(printed)
  } catch {
    return false
  }
  return (Array.isArray(value) ? value : []).some((one) => {
    const { subject } = toMap(toMap(toMap(one)["verificationResult"])["statement"])
    return Array.isArray(subject) && subject.some((each) => isMap(each) && toMap(each["digest"])["sha256"] === sha256)
  })
}
