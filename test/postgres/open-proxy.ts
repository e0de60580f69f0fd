import { fork } from "node:child_process"
import { once } from "node:events"
import path from "node:path"

/** Something between a client and its server that can lose what is sent. */
export interface Proxy {
  readonly port: number
  /** Ends every connection. */
  cut(): Promise<void>
  /** Says nothing any more, on any connection, without ending it. */
  silence(): Promise<void>
  /** Ends the next connection that sends this, after the server has got it and before its answer is passed on. */
  loseAnswerTo(text: string): Promise<void>
  /** Ends the next connection that sends this, before the server gets it. */
  cutBefore(text: string): Promise<void>
  /** How often an answer was lost. */
  lost(): Promise<number>
  close(): Promise<void>
}

export async function openProxy(target: number): Promise<Proxy> {
  const child = fork(path.join(import.meta.dirname, "serve-proxy.mjs"), [String(target)])
  const [{ port }] = (await once(child, "message")) as [{ port: number }]
  const tell = async (act: string, text?: string): Promise<number> => {
    child.send({ act, text })
    const [{ lost }] = (await once(child, "message")) as [{ lost: number }]
    return lost
  }
  return {
    port,
    cut: async () => void (await tell("cut")),
    silence: async () => void (await tell("silence")),
    loseAnswerTo: async (text) => void (await tell("lose", text)),
    cutBefore: async (text) => void (await tell("cutBefore", text)),
    lost: () => tell("lost"),
    async close() {
      child.disconnect()
      await once(child, "exit")
    },
  }
}
