// Stands between clients and a server, and loses what they send when it is told to. It is a process of its own, because
// the process of a test waits while its store talks to the server.
import net from "node:net"

const target = Number(process.argv[2])
const pairs = new Set()
let wanted
let unwanted
let lost = 0

const proxy = net.createServer((client) => {
  const server = net.connect(target, "127.0.0.1")
  const pair = { client, server }
  let isDoomed = false
  let isLosing = false
  pairs.add(pair)
  client.on("data", (chunk) => {
    if (unwanted !== undefined && chunk.includes(unwanted)) {
      unwanted = undefined
      client.destroy()
      return
    }
    if (wanted !== undefined && chunk.includes(wanted)) {
      isDoomed = true
      wanted = undefined
    }
    server.write(chunk)
  })
  server.on("data", (chunk) => {
    if (!isDoomed) return client.write(chunk)
    if (isLosing) return undefined
    // The server answers several statements one after the other: it gets the time for all of them.
    isLosing = true
    return setTimeout(() => {
      lost++
      client.destroy()
    }, 300)
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

const acts = {
  cut: () => each((socket) => socket.destroy()),
  silence: () => each((socket) => socket.pause()),
  lose: (text) => {
    wanted = text
  },
  cutBefore: (text) => {
    unwanted = text
  },
  lost: () => undefined,
}

proxy.listen(0, "127.0.0.1", () => process.send({ port: proxy.address().port }))
process.on("message", ({ act, text }) => {
  acts[act](text)
  process.send({ lost })
})
process.on("disconnect", () => process.exit(0))

function each(act) {
  for (const { client, server } of pairs) for (const socket of [client, server]) act(socket)
}
