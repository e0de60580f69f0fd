import { SkilletError } from "../../problem/failure.ts"

/** Why a skill is not approved, and what to do instead. */
export function approvalRefusal(why: keyof typeof refusals, name: string, trust = ""): SkilletError {
  const { retry, message, next } = refusals[why]
  return new SkilletError(`trust.${why}`, message(name, trust), { retry, next })
}

const refusals = {
  "not-needed": {
    retry: "no",
    message: (ref: string, trust: string) => `${ref} needs no approval: its source has trust "${trust}"`,
    next: "skillet render shows it as it is",
  },
  refused: {
    retry: "no",
    message: (file: string) => `${file} is refused and cannot be approved`,
    next: "skillet lint says what is wrong with it",
  },
  changed: {
    retry: "later",
    message: (file: string) => `${file} changed while it was read, or is not plain UTF-8`,
    next: "look at the file, then run skillet trust add again",
  },
} as const
