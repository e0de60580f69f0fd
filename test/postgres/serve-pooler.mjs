// A pooler in transaction mode, as PgBouncer is one: a client has a session of the server only while it has a transaction,
// and another one each time. Each client signs in over a connection of its own, which then belongs to all.
import net from "node:net"

const target = Number(process.argv[2])
const idle = []
const waiting = []

const pooler = net.createServer((socket) => {
  const client = { socket, session: undefined, open: 1, held: [], rest: Buffer.alloc(0), isIn: false }
  const session = { socket: net.connect(target, "127.0.0.1"), client, rest: Buffer.alloc(0) }
  client.session = session
  watchSession(session)
  socket.on("data", (chunk) => {
    client.held.push(chunk)
    if (client.session !== undefined) flush(client)
    else take(client)
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    // What it has not ended is given up.
    client.session?.socket.destroy()
    const at = waiting.indexOf(client)
    if (at >= 0) waiting.splice(at, 1)
  })
})

function take(client) {
  const session = idle.shift()
  if (session === undefined) {
    if (!waiting.includes(client)) waiting.push(client)
    return
  }
  client.session = session
  session.client = client
  flush(client)
}

/** Counts what the server answers with ReadyForQuery: simple queries and Syncs. A goodbye is not passed on. */
function flush(client) {
  const held = Buffer.concat([client.rest, ...client.held.splice(0)])
  // While it signs in, nothing is counted, and its first message has no kind.
  let at = client.isIn ? 0 : held.length
  while (at + 5 <= held.length && at + 1 + held.readInt32BE(at + 1) <= held.length) {
    const kind = String.fromCharCode(held[at])
    if (kind === "X") {
      giveBack(client)
      return client.socket.end()
    }
    if (kind === "Q" || kind === "S") client.open++
    at += 1 + held.readInt32BE(at + 1)
  }
  client.rest = held.subarray(at)
  client.session.socket.write(held.subarray(0, at))
}

function watchSession(session) {
  session.socket.on("data", (chunk) => {
    session.client?.socket.write(chunk)
    session.rest = Buffer.concat([session.rest, chunk])
    while (session.rest.length >= 5) {
      const size = 1 + session.rest.readInt32BE(1)
      if (session.rest.length < size) break
      if (session.rest[0] === 0x5a) settle(session, String.fromCharCode(session.rest[5]))
      session.rest = session.rest.subarray(size)
    }
  })
  session.socket.on("error", () => undefined)
  session.socket.on("close", () => {
    session.client?.socket.destroy()
    const at = idle.indexOf(session)
    if (at >= 0) idle.splice(at, 1)
  })
}

/** Outside of a transaction, with all its questions answered, a client gives its session back. */
function settle(session, state) {
  const { client } = session
  if (client === undefined) return
  client.isIn = true
  client.open--
  if (client.open > 0 || state !== "I") return
  giveBack(client)
}

function giveBack(client) {
  const { session } = client
  client.session = undefined
  session.client = undefined
  idle.push(session)
  const next = waiting.shift()
  if (next !== undefined) take(next)
}

pooler.listen(0, "127.0.0.1", () => process.send({ port: pooler.address().port }))
process.on("disconnect", () => process.exit(0))
