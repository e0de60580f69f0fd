const PASSED = "passed with open issues by "

/** What is said of a gate that a person let a run pass although it did not hold. */
export function passedBy(by: string, reason: string | undefined): string {
  return `${PASSED}${by}${reason === undefined || reason.trim() === "" ? "" : `: ${reason.trim()}`}`
}

/** Whether a person let a visit's gate pass, rather than the evidence. */
export function isPassedByPerson(because: string | undefined): boolean {
  return because?.startsWith(PASSED) === true
}
