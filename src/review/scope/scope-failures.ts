import { SkilletError } from "../../skill/failure.ts"

export function noFiles(why: string): SkilletError {
  return new SkilletError("review.no-files", `No valid files specified for review. ${why}`, {
    retry: "no",
    next: "name files or folders that are there",
  })
}

export function noRepository(): SkilletError {
  return new SkilletError("review.no-repository", "Not a git repository.", {
    retry: "no",
    next: "name the files to review",
  })
}

export function nothingChanged(range: string | undefined): SkilletError {
  const message = range === undefined ? "No staged changes to review." : `Nothing changed against ${range}.`
  return new SkilletError("review.nothing", message, { retry: "no", next: "name files, or another range with --diff" })
}

export function noCommit(name: string): SkilletError {
  return new SkilletError("review.no-commit", `"${name}" is not a commit of this repository.`, {
    retry: "no",
    next: "name a commit, a branch or a range such as main..topic",
  })
}
