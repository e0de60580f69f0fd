import net, { type AddressInfo } from "node:net"

/** Something between a client and its server that can lose what is sent. */
export interface Proxy {
  readonly port: number
  /** Ends every connection. */
  cut(): void
  /** Says nothing any more, on any connection, without ending it. */
  silence(): void
  /** Ends the next connection that sends this, after the server has got it and before its answer is passed on. */
  loseAnswerTo(text: string): void
  lost(): number
  close(): Promise<void>
}

export async function openProxy(target: number): Promise<Proxy> {
  const pairs = new Set<{ readonly client: net.Socket; readonly server: net.Socket }>()
  let wanted: string | undefined
  let lost = 0
  const proxy = net.createServer((client) => {
    const server = net.connect(target, "127.0.0.1")
    const pair = { client, server }
    let isDoomed = false
    pairs.add(pair)
    client.on("data", (chunk: Buffer) => {
      if (wanted !== undefined && chunk.includes(wanted)) {
        isDoomed = true
        wanted = undefined
      }
      server.write(chunk)
    })
    server.on("data", (chunk) => {
      if (!isDoomed) return void client.write(chunk)
      lost++
      client.destroy()
      return void server.end()
    })
    for (const socket of [client, server]) {
      socket.on("error", () => undefined)
      socket.on("close", () => {
        pairs.delete(pair)
        client.destroy()
        server.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  const each = (act: (socket: net.Socket) => void) => {
    for (const { client, server } of pairs) for (const socket of [client, server]) act(socket)
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: () => each((socket) => socket.destroy()),
    silence: () => each((socket) => socket.pause()),
    loseAnswerTo(text) {
      wanted = text
    },
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        each((socket) => socket.destroy())
      }),
  }
}
