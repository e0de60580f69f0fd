import type { Socket } from "node:net"

/** Connections of which nothing is known yet. */
export interface StrangerRoom {
  /** A connection was made. */
  admit(socket: Socket): void
  /** A request that was let in came through this one. */
  welcome(socket: Socket | undefined): void
}

/**
 * Other users of a machine can connect to its loopback address, and hold connections open without asking anything. So
 * only a number of those that nobody was let in through stay: each further one costs the oldest its place, which a
 * browser has left long before by asking.
 */
export function keepRoom(most: number): StrangerRoom {
  const strangers = new Set<Socket>()
  return {
    admit(socket) {
      strangers.add(socket)
      socket.once("close", () => strangers.delete(socket))
      const [oldest] = strangers
      if (strangers.size > most) oldest?.destroy()
    },
    welcome(socket) {
      if (socket !== undefined) strangers.delete(socket)
    },
  }
}
