import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { claudeCli } from "../src/agents/io/cli/claude-cli.ts"
import { commandEntries } from "../src/cli/commands.ts"
import { findOption } from "../src/cli/parsing/options.ts"
import { readPostgresAddress } from "../src/system/database/postgres-address.ts"
import { needProgram, testWith } from "./needs.ts"
import {
  composeFile,
  listComposeVariables,
  readCompose,
  readUnit,
  readUnitCommand,
  readUnitVariables,
  unitFile,
} from "./scale-files.ts"

const root = path.resolve(import.meta.dirname, "..")
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))

const values = Object.fromEntries(
  listComposeVariables().map((name) => [name, name === "CHECKOUT" ? "/clone" : `is${name}`]),
)
const compose = readCompose(values)
const unit = readUnit()

/** The options of `skillet NAME` in these words, with their values. Throws for one that the command does not have. */
async function readOptions(words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entry = commandEntries
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => {
      const parts = name.split(" ")
      return parts.every((part, at) => words[at] === part)
    })
  if (entry === undefined) throw new Error(`there is no command ${words.join(" ")}`)
  const { options } = await entry.load()
  const rest = words.slice(entry.name.split(" ").length)
  const given = new Map<string, string>()
  for (let at = 0; at < rest.length; at += 2) {
    const [name = "", value = ""] = [rest[at]?.replace(/^--/, ""), rest[at + 1]]
    const { option } = findOption(options, name)
    if (option === undefined || option.kind === "flag") throw new Error(`${entry.name} has no --${name} with a value`)
    if (option.kind === "number") expect([name, Number(value) >= 1]).toEqual([name, true])
    given.set(name, value)
  }
  return given
}

/** What a worker does when it is stopped, after `--grace`: it closes its queue and sends its last spans. */
const CLOSING = 10

test("the options of an example are compared with those of its command", async () => {
  await expect(readOptions(["worker", "--agent", "claude"])).rejects.toThrow("worker has no --agent with a value")
  await expect(readOptions(["work"])).rejects.toThrow("there is no command work")
})

test("the compose file has the keys that compose knows, and what it refers to exists", () => {
  const known = `image build command environment configs volumes ports depends_on healthcheck
    restart init working_dir stop_grace_period cap_drop security_opt`.split(/\s+/)
  const { services, configs, volumes } = compose
  expect(Object.keys(compose).toSorted()).toEqual(["configs", "name", "services", "volumes"])
  const all = Object.values(services)
  expect(all.flatMap((service) => Object.keys(service)).filter((key) => !known.includes(key))).toEqual([])
  expect(all.flatMap((service) => service.configs ?? []).map(({ source }) => source)).toEqual(Object.keys(configs))
  const named = all.flatMap((service) => service.volumes ?? []).map((one) => one.split(":")[0] ?? "")
  expect(named.filter((name) => !name.startsWith("/")).toSorted()).toEqual(Object.keys(volumes).toSorted())
  const others = all.flatMap((service) => Object.keys(service.depends_on ?? {}))
  expect(others.filter((name) => !Object.hasOwn(services, name))).toEqual([])
})

test("its commands are commands of skillet with options that they have, and its worker is asked where it answers", async () => {
  const { worker, tables } = compose.services
  const given = await readOptions(worker.command ?? [])
  await readOptions(tables.command ?? [])
  expect(worker.healthcheck?.test.join(" ")).toContain(`http://127.0.0.1:${given.get("port")}/health`)
  expect(Number(worker.stop_grace_period?.replace("s", ""))).toBeGreaterThan(Number(given.get("grace")) + CLOSING)
  const unknown = Object.keys(worker.environment).filter(
    (name) => !["SKILLET_DB", ...claudeCli.variables].includes(name),
  )
  expect([given.get("agents"), unknown]).toEqual(["claude", []])
})

test("each of its roles is created with a password that is not in the file, and has the rights of its name", () => {
  const { worker, tables, postgres } = compose.services
  const created = [...(compose.configs["roles"]?.content ?? "").matchAll(/CREATE ROLE (\w+) LOGIN PASSWORD '([^']+)'/g)]
  const passwords = new Map(created.map(([, name = "", password = ""]) => [name, password]))
  expect([...passwords.keys()]).toEqual(["skillet_owner", "skillet_user", "skillet_worker"])
  for (const password of [...passwords.values(), postgres.environment["POSTGRES_PASSWORD"]])
    expect(Object.values(values)).toContain(password)
  const readLogin = (address = "") => {
    const { username, password } = new URL(readPostgresAddress(address).connection)
    return [username, password]
  }
  expect(readLogin(tables.environment["SKILLET_DB"])).toEqual(["skillet_owner", passwords.get("skillet_owner")])
  expect(readLogin(worker.environment["SKILLET_DB"])).toEqual(["skillet_worker", passwords.get("skillet_worker")])
  expect(tables.command).toEqual(["db", "migrate", "--role", "user=skillet_user", "--role", "worker=skillet_worker"])
})

test("its server is reached from its own machine only", () => {
  const ports = Object.values(compose.services).flatMap((service) => service.ports ?? [])
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([])
})

test("its image is made of the package's directories, with the versions of pg and pg-boss that are tested", () => {
  const { build } = compose.services.worker
  const lines = build?.dockerfile_inline ?? ""
  expect(path.resolve(path.dirname(composeFile), build?.context ?? "")).toBe(root)
  const copied = [...lines.matchAll(/^COPY (\w+) \/tmp\/skillet\/\1$/gm)].map(([, name = ""]) => name)
  expect(copied).toEqual(["dist", "skills", "conventions"])
  expect(copied.filter((name) => !manifest.files.includes(name))).toEqual([])
  const installed = [...lines.matchAll(/ (pg|pg-boss)@(\S+)/g)].map(([, name = "", version]) => [name, version])
  expect(installed).toEqual(["pg", "pg-boss"].map((name) => [name, manifest.devDependencies[name]]))
  expect(Number(/^FROM node:(\d+)-slim$/m.exec(lines)?.[1])).toBeGreaterThanOrEqual(22)
})

test("the unit's command is a worker with options that it has, and is given the time that --grace takes", async () => {
  const variables = readUnitVariables(unit)
  const [program, ...words] = readUnitCommand(unit, variables)
  const given = await readOptions(words)
  const setting = (name: string) => unit.find((one) => one.section === "Service" && one.name === name)?.value
  expect([program, words[0]]).toEqual(["skillet", "worker"])
  expect([...given.keys()].toSorted()).toEqual(["agents", "concurrency", "grace", "port"])
  expect(Number(setting("TimeoutStopSec"))).toBeGreaterThan(Number(given.get("grace")) + CLOSING)
  expect([setting("KillMode"), setting("Restart"), setting("User")]).toEqual(["mixed", "always", "skillet"])
  const fromFile = unit.filter(({ name }) => name === "EnvironmentFile").map(({ value }) => value)
  expect([fromFile, Object.keys(variables)]).toEqual([["/etc/skillet/%i.env"], ["AGENTS", "CONCURRENCY", "PORT"]])
})

const [analyze, verify] = ["systemd-analyze", "verify"]

testWith(needProgram(analyze), "systemd accepts the unit", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-unit-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const check = (text: string) => {
    const file = path.join(folder, path.basename(unitFile))
    fs.writeFileSync(file, text.replace("ExecStart=skillet ", `ExecStart=${process.execPath} `))
    const { status, stdout, stderr } = spawnSync(analyze, [verify, file], { encoding: "utf8" })
    return { status, said: `${stdout}${stderr}` }
  }
  const text = fs.readFileSync(unitFile, "utf8")
  expect(check(text)).toEqual({ status: 0, said: "" })
  expect(check(text.replace("RestartSec", "RestartAfter")).said).toContain("RestartAfter")
})
