import { openWake } from "../../../src/tasks/io/open-wake.ts"
import { postMessage } from "../../../src/tasks/io/post-message.ts"
import { wakeAgent } from "../../../src/tasks/io/wake-agent.ts"
import { openRandom } from "../../../src/testing/simulator/random.ts"
import { note } from "./answer.ts"
import type { WakerSetting } from "./waker-setting.ts"

/** Posts messages, wakes agents and works on tasks in its own process, and records each action after it is done. */
const setting = JSON.parse(process.argv[2] ?? "{}") as WakerSetting
const { cwd, log, life, operations, agents } = setting
const random = openRandom(Number(life), "operations")
const wake = await openWake({ cwd, env: process.env })
const open: string[] = []

const acts = {
  async post(nth: number) {
    const key = `${life}-${nth}`
    const to = random.pick(agents)
    const { id } = await postMessage(wake, { from: `w${life}`, to, text: `note ${key}`, key })
    note(log, { kind: "posted", life, key, id })
  },
  async wake(nth: number) {
    const agent = random.pick(agents)
    const wanted = { agent: { ...wake.scope, agent }, trigger: `${life}-${nth}`, full: false, onlyNews: true }
    await wakeAgent(wake, { ...wanted, because: "news", budget: { tokens: 8000 } }, async ({ text, receipt }) => {
      const keys = [...text.matchAll(/^> note (\S+)$/gm)].map(([, key]) => key)
      note(log, { kind: "told", life, agent, wake: receipt.wake, keys, leftOut: receipt.leftOut.length })
    })
  },
  async task(nth: number) {
    const title = `${life}-${nth}`
    const [task] = (await wake.store.addTasks(wake.scope, [{ title, status: "active" }], { at: nth })) ?? []
    open.push(task?.id ?? "")
    note(log, { kind: "added", life, title })
  },
  async done(nth: number) {
    const id = open.shift()
    if (id === undefined) return
    await wake.store.changeTask(wake.scope, id, { status: "done", at: nth })
    note(log, { kind: "done", life, id })
  },
} as const

const wheel = ["post", "post", "post", "post", "wake", "wake", "wake", "wake", "task", "done"] as const
note(log, { kind: "ready", life, pid: process.pid })
for (let nth = 0; nth < operations; nth++) {
  const act = random.pick(wheel)
  await acts[act](nth)
  note(log, { kind: "did", life })
}
await wake.close()
