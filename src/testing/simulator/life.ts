/** One life of an actor: from its start to its end or its death. After its death it does nothing. */
export interface Life {
  readonly actor: string
  readonly number: number
  isDead: boolean
  /** It does nothing before this time. */
  wakes: number
  /** Asks it to stop properly. */
  readonly stop: AbortController
  /** Resolves when it dies. */
  readonly died: Promise<void>
  kill(): void
}

/** A life begins. */
export function startLife(actor: string, number: number): Life {
  let kill = () => {}
  const died = new Promise<void>((resolve) => {
    kill = resolve
  })
  const life: Life = {
    actor,
    number,
    isDead: false,
    wakes: 0,
    stop: new AbortController(),
    died,
    kill() {
      life.isDead = true
      kill()
    },
  }
  return life
}

/** What a dead actor waits for. */
export function waitForever(): Promise<never> {
  return new Promise(() => {})
}
