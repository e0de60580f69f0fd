const PROGRAM = "sarif/"

/** The reviewer that a program is. Its name never looks like one of our own reviewers. */
export function nameProgramReviewer(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40)
  return `${PROGRAM}${plain === "" ? "unnamed" : plain}`
}

export function isProgramReviewer(reviewer: string | undefined): boolean {
  return reviewer?.startsWith(PROGRAM) === true
}
