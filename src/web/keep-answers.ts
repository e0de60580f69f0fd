import { isDeepStrictEqual } from "node:util"

/** Answers that take long to make and change only with the skills and settings. */
export interface KeptAnswers {
  keep<Answer>(make: () => Promise<Answer>): () => Promise<Answer>
  /** Makes all before anybody asks. What goes wrong is told. */
  warm(): Promise<void>
  /** Somebody asked something: what is done behind the scenes waits. */
  delay(): void
  close(): void
}

interface KeptParts {
  /** An answer older than this is made again, while nobody waits for it. */
  readonly oldAfter: number
  /** How often skills changed. */
  readonly changes: () => number
  /** An answer is something else by now, though no skill changed. */
  readonly onOther: () => void
  readonly told: (message: string) => void
}

/** A page that opens asks several things at once, and none of them waits for a look behind the scenes. */
const QUIET_FOR = 2000

export function openKeptAnswers(parts: KeptParts): KeptAnswers {
  const kept: (() => Promise<unknown>)[] = []
  const looks = openQuietTime(QUIET_FOR)
  const tell = (error: unknown) => parts.told(String(error))
  return {
    keep(make) {
      const later = (look: () => Promise<void>) => looks.add(() => look().catch(tell))
      const answer = keepAnswer({ ...parts, make, later })
      kept.push(answer)
      return answer
    },
    async warm() {
      for (const answer of kept) await answer().catch(tell)
    },
    delay: looks.delay,
    close: looks.close,
  }
}

interface AnswerParts<Answer> extends KeptParts {
  readonly make: () => Promise<Answer>
  readonly later: (look: () => Promise<void>) => void
}

/** Nobody waits for what is only looked at again: if it is something else, pages are told and ask once more. */
function keepAnswer<Answer>({ make, oldAfter, changes, onOther, later }: AnswerParts<Answer>): () => Promise<Answer> {
  let known: { readonly answer: Promise<Answer>; readonly changes: number; at: number } | undefined

  function makeNew(): Promise<Answer> {
    const made = { answer: make(), changes: changes(), at: Date.now() }
    known = made
    made.answer.catch(() => {
      if (known === made) known = undefined
    })
    return made.answer
  }
  async function lookAgain(): Promise<void> {
    const before = known
    if (before === undefined) return
    const answer = await make()
    if (known !== before || isDeepStrictEqual(answer, await before.answer)) return
    onOther()
    known = { answer: Promise.resolve(answer), changes: changes(), at: Date.now() }
  }
  return () => {
    if (known === undefined || known.changes !== changes()) return makeNew()
    if (Date.now() - known.at > oldAfter) {
      known.at = Date.now()
      later(lookAgain)
    }
    return known.answer
  }
}

/** Does things one after the other once nobody has asked anything for a while. */
function openQuietTime(pause: number) {
  let waiting: (() => Promise<void>)[] = []
  let timer: NodeJS.Timeout | undefined

  async function act(): Promise<void> {
    timer = undefined
    const due = waiting
    waiting = []
    for (const one of due) await one()
  }
  function start(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void act(), pause).unref()
  }
  return {
    add(one: () => Promise<void>) {
      waiting.push(one)
      start()
    },
    delay: () => timer !== undefined && start(),
    close: () => clearTimeout(timer),
  }
}
