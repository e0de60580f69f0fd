import { groupDigits } from "../../../../text/format-count.ts"
import type { SkilletError } from "../../../../problem/failure.ts"
import { overLimitFailure } from "../mcp-failure.ts"
import type { McpLimits } from "../mcp-server.ts"
import type { Transport } from "@modelcontextprotocol/client"
import { formatBytes } from "../../../../text/format-bytes.ts"

/** The limits of a connection, whatever its transport. */
export interface Guards {
  readonly limits: McpLimits
  readonly meter: Meter
  /** Ends the connection; the first failure is the one that counts. */
  fail(failure: SkilletError): void
}

/** Counts what a server sends in one session; throws if it is too much. */
export interface Meter {
  bytes(count: number): void
  message(): void
}

/** A connection below the protocol. */
export interface Wire {
  readonly transport: Transport
  /** Whether it may keep the process alive. */
  hold(isBusy: boolean): void
  /** Gives the server time to end by itself if `gently`. Nothing of it is left afterwards. */
  end(gently: boolean): Promise<void>
}

export function openMeter(limits: McpLimits): Meter {
  let bytes = 0
  let messages = 0
  return {
    bytes(count) {
      bytes += count
      if (bytes > limits.sessionBytes)
        throw overLimitFailure(`it sent more than ${formatBytes(limits.sessionBytes)} in one session`)
    },
    message() {
      messages++
      if (messages > limits.sessionMessages)
        throw overLimitFailure(`it sent more than ${groupDigits(limits.sessionMessages)} messages in one session`)
    },
  }
}

export function messageTooLargeError(limits: McpLimits): SkilletError {
  return overLimitFailure(`it sent a message larger than ${formatBytes(limits.messageBytes)}`)
}

export function messageTooDeepError(limits: McpLimits): SkilletError {
  return overLimitFailure(`it sent JSON nested more than ${limits.depth} deep`)
}

/** Waits for the work or the time limit; true if the work was done in time. */
export function waitForSettling(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    const done = () => {
      clearTimeout(timer)
      resolve(true)
    }
    work.then(done, done)
  })
}
