import { spawn } from "node:child_process"
import fs from "node:fs"
import { expect, test } from "vitest"
import { listInheritedDescriptors } from "./launch.ts"

test("a file inherited at start is found; a file the process opened itself is not", async () => {
  const file = fs.openSync("/dev/null", "r")
  const child = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", "ignore", "ignore", file] })
  await new Promise((resolve) => child.once("spawn", resolve))
  const expected = fs.existsSync("/proc/self/fdinfo") ? [5] : []
  expect(listInheritedDescriptors(child.pid).filter((descriptor) => descriptor === 5)).toEqual(expected)
  expect(listInheritedDescriptors("self")).not.toContain(file)
  fs.closeSync(file)
  child.kill("SIGKILL")
  await new Promise((resolve) => child.once("exit", resolve))
})
