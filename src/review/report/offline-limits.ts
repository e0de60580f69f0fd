/** What an offline review is good for, as measured; docs/review.md says the same. */
export const OFFLINE_LIMITS =
  "An offline review finds known mistakes on the lines where they are made: it scores 0.81 on the OWASP benchmark for " +
  "Python (1 is perfect, 0 is guessing). It does not understand what code is meant to do: it found 2 of 61 published " +
  "vulnerabilities of real projects. --agent has agents review the code as well."
