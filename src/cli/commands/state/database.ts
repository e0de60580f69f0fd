import type { CheckedDatabase } from "../../../doctor/io/check-database.ts"
import type { MovedDatabase } from "../../../doctor/io/move-database.ts"
import type { RoleGrant } from "../../../doctor/io/grant-roles.ts"
import { openSkilletState } from "../../../skillet/open-skillet-state.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderProblems } from "../../terminal/problems.ts"
import path from "node:path"

export const databaseCheck = defineCommand({
  more: "It reads every run and changes nothing.",
  usage: "[--database WHERE]",
  examples: [
    { line: "skillet db check", about: "the database of this machine" },
    { line: "skillet db check --database postgres://skillet@db/skillet", about: "one on a server" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    return printCheck(await openSkilletState(io.env).checkDatabase(), options, io)
  },
})

export const databaseMigrate = defineCommand({
  more: "Commands also create tables by themselves, if their role may. A user may do everything but change tables; a worker cannot approve, answer questions or change definitions (docs/scale.md).",
  usage: "[--database WHERE] [--role KIND=ROLE …] [--sql]",
  examples: [
    { line: "skillet db migrate", about: "the database of this machine" },
    { line: "skillet db migrate --database postgres://owner@db/skillet?schema=shop", about: "a schema for a team" },
    {
      line: "skillet db migrate --role user=ann --role worker=runner",
      about: "and what two roles of the server may do",
    },
  ],
  options: {
    role: { kind: "list", value: "KIND=ROLE", about: "give a role the rights of a user or a worker" },
    sql: { kind: "flag", about: "only print the statements that give the roles their rights" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const roles = (options.role ?? []).map(readRole)
    const state = openSkilletState(io.env)
    if (options.sql !== true) return printCheck(await state.migrateDatabase({ roles }), options, io)
    if (roles.length === 0) throw new UsageError("--sql without --role", "name the roles: --role worker=NAME")
    const statements = await state.printRoleGrants(roles)
    if (options.json === true) io.json(statements)
    else io.out(statements.map((sql) => `${sql.replace(/;$/, "")};`).join("\n"))
    return 0
  },
})

export const databaseMove = defineCommand({
  more: "The first database is not changed. Stop workers and agents first: what they still do there is not moved.",
  usage: "--to WHERE [--database WHERE]",
  examples: [
    { line: "skillet db move --to postgres://skillet@db/skillet", about: "from this machine to a server" },
    { line: "skillet db move --database postgres://skillet@db/skillet --to ./skillet.db", about: "and back to a file" },
  ],
  options: { to: { kind: "text", value: "WHERE", about: "an empty database: a new file or a postgres:// address" } },
  arguments: noArguments,
  async run({ options }, io) {
    const { to = "" } = options
    if (to.trim() === "") throw new UsageError("--to is missing", "give --to with a new file or a postgres:// address")
    const moved = await openSkilletState(io.env).moveDatabase(/^\w+:\/\//.test(to) ? to : path.resolve(io.cwd, to))
    if (options.json === true) io.json(moved)
    else io.out(renderMove(moved))
    return 0
  },
})

function readRole(text: string): RoleGrant {
  const [, kind, role = ""] = /^(user|worker)=(.+)$/.exec(text) ?? []
  if (kind === "user" || kind === "worker") return { kind, role }
  throw new UsageError(`--role: "${text}" is not a kind and a role`, "write --role user=NAME or --role worker=NAME")
}

function printCheck(checked: CheckedDatabase, { json }: { readonly json?: boolean }, io: Io): 0 | 1 {
  const { problems, outdated } = checked
  const isFine = problems.length === 0 && outdated.length === 0
  if (json === true) io.json(checked)
  else {
    if (problems.length > 0) io.err(renderProblems(problems, io, io.cwd).join("\n"))
    io.out(renderCheck(checked))
  }
  return isFine ? 0 : 1
}

function renderCheck({ at, outdated, runs, problems, server }: CheckedDatabase): string {
  const about =
    server === undefined
      ? []
      : [
          `  PostgreSQL ${server.version}, schema ${server.schema}, as ${server.role}${server.isSuperuser ? " (a superuser, which Skillet does not need)" : renderRights(server)}`,
          `  connection ${server.isEncrypted ? "encrypted" : "not encrypted"}; ${server.isPooled ? "through a pooler: dead workers are noticed by their leases only, unless it keeps sessions and the address says pooler=session" : "sessions are kept"}`,
          `  queue ${server.hasQueue ? "there" : "missing: skillet db migrate creates it"}`,
        ]
  const tables =
    outdated.length === 0
      ? "All tables have the newest version"
      : `The tables of ${outdated.join(", ")} are missing or old: skillet db migrate creates them`
  const found =
    problems.length === 0
      ? `the records of ${formatCount(runs, "run")} were read, and are as they were written`
      : `${formatCount(problems.length, "problem")} in ${formatCount(runs, "run")}`
  return [at, ...about, `${tables}; ${outdated.includes("runs") ? "no run was read" : found}.`].join("\n")
}

function renderRights({ rights }: NonNullable<CheckedDatabase["server"]>): string {
  return { owner: ", the owner", user: ", a user", worker: ", a worker", none: "" }[rights]
}

function renderMove({ from, to, rows, texts, givenBack, runs, unverified }: MovedDatabase): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return [
    `${from}`,
    `  to ${to}: ${formatCount(count, "row")} in ${formatCount(Object.keys(rows).length, "table")}, ${formatCount(texts, "large text")}`,
    ...(givenBack === 0
      ? []
      : [`  ${formatCount(givenBack, "dispatch", "dispatches")} somebody was working on: open again`]),
    `${formatCount(runs - unverified.length, "run")} verified on both sides${unverified.length === 0 ? "" : `; ${unverified.join(", ")} could be verified on neither`}. The first database is unchanged.`,
  ].join("\n")
}
