import { setTimeout as wait } from "node:timers/promises"
import { expect, test } from "vitest"
import type { AgentDriver, AgentEvent, AgentRequest } from "../../src/agents/agent-driver.ts"
import { AgentFailure } from "../../src/agents/agent-failure.ts"
import { TOKENS } from "./answer.mjs"

export interface DriverUnderTest {
  readonly name: string
  /** A fresh driver; answers within this many milliseconds. */
  open(milliseconds: number): Promise<Opened>
  /** What one answer costs, in dollars. */
  readonly money: number
  /** Whether it retries by itself after a rate limit. */
  readonly isPatient?: boolean
  /** Whether it reports events while it works. */
  readonly isSilent?: boolean
  /** The variables with keys that its process needs. */
  readonly keys?: readonly string[]
  /** Whether it can continue with a session. */
  readonly resumes?: boolean
}

export interface Opened {
  readonly driver: AgentDriver
  readonly cwd: string
  /** Processes of the agent that are still running. */
  living(): readonly number[]
  close(): Promise<void>
  /** The names of the variables that the last process of the agent saw. */
  seen?(): readonly string[]
}

/** What every driver guarantees, whatever the agent does. */
export function checkDriver(under: DriverUnderTest): void {
  const { name } = under

  test(`${name}: an answer comes back as it was said, with what it used and cost`, async () => {
    await withDriver(under, async ({ driver, ask }) => {
      const { text, usage, session } = await ask('SAY: ü 😀 "quoted" \\ back')
      expect(text).toBe('ü 😀 "quoted" \\ back')
      expect({ ...usage, milliseconds: 0 }).toEqual({ ...TOKENS, money: under.money, milliseconds: 0 })
      expect(session).toEqual(expect.stringMatching(/./))
      expect(driver.name).toBe(name.split(" ")[0])
    })
  })

  test(`${name}: two at once do not mix`, async () => {
    await withDriver(under, async ({ ask }) => {
      const said = await Promise.all(
        ["SAY: one", "SCENARIO: slow\nSAY: two", "SAY: three"].map((prompt) => ask(prompt)),
      )
      expect(said.map(({ text }) => text)).toEqual(["one", "two", "three"])
    })
  })

  test(`${name}: one that is cancelled in the middle ends at once, with all it started`, async () => {
    await withDriver(under, async ({ ask, living }) => {
      const stop = new AbortController()
      const asked = ask("SCENARIO: never", { signal: stop.signal })
      const settled = asked.then(
        () => "answered",
        (error: unknown) => error,
      )
      await wait(700)
      stop.abort(new Error("enough"))
      expect(await settled).toEqual(new Error("enough"))
      expect(living()).toEqual([])
    })
  })

  test(`${name}: one that never ends is ended after its time`, async () => {
    await withDriver(
      under,
      async ({ ask, living }) => {
        const failure = await failureOf(ask("SCENARIO: never"))
        expect({ code: failure.code, retry: failure.retry }).toEqual({ code: "agent.timeout", retry: "later" })
        expect(living()).toEqual([])
      },
      900,
    )
  })

  test.each(["dies", "closes", "wrong", "empty"])(
    `${name}: half an answer, none and nonsense are no answer (%s)`,
    async (scenario) => {
      await withDriver(
        under,
        async ({ ask, living }) => {
          const failure = await failureOf(ask(`SCENARIO: ${scenario}`))
          expect({ code: failure.code, retry: failure.retry }).toEqual({ code: "agent.failed", retry: "later" })
          expect(living()).toEqual([])
        },
        60_000,
      )
    },
    60_000,
  )

  test(`${name}: 100 MB of output are refused, and memory stays bounded`, async () => {
    await withDriver(under, async ({ ask, living }) => {
      const before = process.memoryUsage().rss
      const failure = await failureOf(ask("SCENARIO: huge"))
      expect({ code: failure.code, retry: failure.retry }).toEqual({ code: "agent.too-long", retry: "no" })
      expect(living()).toEqual([])
      expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024)
    })
  })

  test(`${name}: a rate limit is waited for or handed on as one`, async () => {
    await withDriver(under, async ({ ask }) => {
      if (under.isPatient === true) {
        const { text, usage } = await ask("SCENARIO: limited\nSAY: at last")
        expect({ text, tokensIn: usage?.tokensIn }).toEqual({ text: "at last", tokensIn: TOKENS.tokensIn })
        const failure = await failureOf(ask("SCENARIO: exhausted"))
        expect({ code: failure.code, after: failure.after }).toEqual({ code: "agent.rate-limit", after: 3_600_000 })
      } else {
        const failure = await failureOf(ask("SCENARIO: limited"))
        expect({ code: failure.code, retry: failure.retry }).toEqual({ code: "agent.rate-limit", retry: "later" })
      }
    })
  })

  test(`${name}: a wrong key is not tried again`, async () => {
    await withDriver(under, async ({ ask }) => {
      const failure = await failureOf(ask("SCENARIO: refused"))
      expect({ code: failure.code, retry: failure.retry }).toEqual({ code: "agent.refused", retry: "no" })
    })
  })

  test(`${name}: a key that the agent repeats is hidden in the answer and in what is told`, async () => {
    await withDriver(under, async ({ ask }) => {
      const events: AgentEvent[] = []
      const { text } = await ask("SCENARIO: leaks", { heard: (event) => events.push(event) })
      expect(text).not.toContain("sk-conformance")
      expect(JSON.stringify(events)).not.toContain("sk-conformance")
    })
  })

  test(`${name}: a key that it does not need is not shown to it`, async () => {
    await withDriver(under, async ({ ask, seen }) => {
      await ask("SAY: no keys")
      expect(seen?.().filter((one) => one.includes("KEY")) ?? []).toEqual(under.keys ?? [])
    })
  })

  test.each(under.isSilent === true ? [] : [name])("%s: what it does is told while it works", async () => {
    await withDriver(under, async ({ ask }) => {
      const events: AgentEvent[] = []
      await ask("SAY: heard", { heard: (event) => events.push(event) })
      expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(["session", "message"])
    })
  })

  test.each(under.resumes === true ? [name] : [])("%s: a session is gone on with", async () => {
    await withDriver(under, async ({ ask }) => {
      const first = await ask("SAY: first")
      const second = await ask("SAY: second", { session: first.session })
      expect({ text: second.text, session: second.session }).toEqual({ text: "second", session: first.session })
    })
  })
}

interface Asking {
  readonly signal?: AbortSignal
  readonly session?: string | undefined
  readonly heard?: (event: AgentEvent) => void
}

async function withDriver(
  under: DriverUnderTest,
  act: (at: Opened & { ask(prompt: string, how?: Asking): ReturnType<AgentDriver["ask"]> }) => Promise<void>,
  milliseconds = 30_000,
): Promise<void> {
  const opened = await under.open(milliseconds)
  const ask = (prompt: string, { signal = new AbortController().signal, session, heard }: Asking = {}) =>
    opened.driver.ask(requestFor(prompt, opened.cwd, session), signal, heard)
  try {
    await act({ ...opened, ask })
  } finally {
    await opened.close()
  }
}

function requestFor(prompt: string, cwd: string, session: string | undefined): AgentRequest {
  const key = { run: "r-test", step: "ask", round: 1, item: "-" }
  return { key, agent: "explore", role: "You read code.", tier: "mid", prompt, cwd, session }
}

async function failureOf(asked: Promise<unknown>): Promise<AgentFailure> {
  const settled = await asked.then(
    (answer) => new Error(`it answered ${JSON.stringify(answer).slice(0, 200)}`),
    (error: unknown) => error,
  )
  if (settled instanceof AgentFailure) return settled
  throw settled
}
