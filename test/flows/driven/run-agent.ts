import fs from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import type { AgentRequest } from "../../../src/agents/agent-driver.ts"
import { answerTo, note } from "./answer.ts"

/** An agent as a program: records its requests and its answers. */
const [log = "", life = "", slow = "0"] = process.argv.slice(2)
const request = JSON.parse(fs.readFileSync(0, "utf8")) as AgentRequest
const by = `${process.pid}-${Date.now()}`
const { run, step, round, item } = request.key
const key = [run, step, round, item].join("/")
note(log, { kind: "asked", life, key, by, pid: process.pid })
await sleep(Number(slow))
const text = answerTo(request, by)
note(log, { kind: "answered", life, key, by })
process.stdout.write(JSON.stringify({ text, usage: { tokensIn: 3, tokensOut: 5, money: 0.25 } }))
