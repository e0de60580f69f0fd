/** How a worker that was told to stop divides the time that it has, in milliseconds from then on. */
export interface EndPlan {
  /** Until then, agents may go on. */
  readonly work: number
  /** Until then, what they had is given back. */
  readonly giveBack: number
  /** Until then, its connections are closed. */
  readonly close: number
}

const [MOST_FOR_GIVING_BACK, FOR_CLOSING] = [2000, 500]

/** Even a worker without any grace gets two seconds to give back what it has. */
export function planEnd(grace: number): EndPlan {
  const close = Math.max(grace, MOST_FOR_GIVING_BACK)
  return {
    work: grace - Math.min(MOST_FOR_GIVING_BACK, grace / 4),
    giveBack: close - FOR_CLOSING,
    close,
  }
}
