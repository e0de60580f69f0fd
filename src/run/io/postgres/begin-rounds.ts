import { chooseFirst, ROUNDS } from "../../drive/decide-pace.ts"

/** Begins all rounds. Each of the functions that it returns ends one. */
export function beginRounds(
  onProblem: Repeated["onProblem"],
  acts: Readonly<Record<keyof typeof ROUNDS, () => Promise<void>>>,
): readonly (() => Promise<void>)[] {
  const names = Object.keys(ROUNDS) as (keyof typeof ROUNDS)[]
  return names.map((name) => repeat(ROUNDS[name], { act: acts[name], onProblem }))
}

interface Repeated {
  readonly act: () => Promise<void>
  readonly onProblem: (error: unknown) => void
}

/** Calls it again and again; what it returns ends that. */
function repeat(milliseconds: number, { act, onProblem }: Repeated): () => Promise<void> {
  let last = Promise.resolve()
  let isBusy = false
  const once = (): void => {
    if (isBusy) return
    isBusy = true
    last = act()
      .catch(onProblem)
      .finally(() => {
        isBusy = false
      })
  }
  let timer = setTimeout(
    () => {
      once()
      timer = setInterval(once, milliseconds)
    },
    chooseFirst(milliseconds, Math.random()),
  )
  return () => {
    clearInterval(timer)
    return last
  }
}
