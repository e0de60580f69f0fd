import { expect, test } from "vitest"
import {
  defaultClientSettings,
  layerClients,
  listClientAgents,
  listClientRights,
  tightenClients,
} from "./client-settings.ts"
import { readSkilletLayer } from "./settings-keys.ts"

test("a client follows procedures by default, and neither answers for a person nor approves", () => {
  expect(listClientRights(defaultClientSettings, "claude")).toEqual(["read", "start", "report", "tasks", "cancel"])
})

test("the user gives rights to all clients, or to one by name", () => {
  const set = layerClients(defaultClientSettings, { allow: ["read"], clients: { codex: ["read", "answer"] } })
  expect([listClientRights(set, "claude"), listClientRights(set, "codex"), listClientRights(set, "toString")]).toEqual([
    ["read"],
    ["read", "answer"],
    ["read"],
  ])
})

test("the machine's file only takes rights away, from every client", () => {
  const mine = layerClients(defaultClientSettings, { clients: { codex: ["read", "answer", "approve"] } })
  const limited = tightenClients(mine, { allow: ["read", "start", "answer"], clients: { gemini: ["read", "approve"] } })
  expect(["claude", "codex", "gemini"].map((name) => listClientRights(limited, name))).toEqual([
    ["read", "start"],
    ["read", "answer"],
    ["read"],
  ])
})

test("the agents of a client are listed by the user, and the machine's file takes some away", () => {
  const mine = layerClients(defaultClientSettings, { agents: { codex: ["lead", "backend"], gemini: ["lead"] } })
  const limited = tightenClients(mine, { agents: { codex: ["backend", "other"], claude: ["lead"] } })
  expect(["codex", "gemini", "claude", "toString"].map((name) => listClientAgents(limited, name))).toEqual([
    ["backend"],
    ["lead"],
    [],
    [],
  ])
})

test.each([
  ["mcp: { agents: { codex: [lead, 1] } }", ["mcp.agents.codex"], { agents: { codex: ["lead"] } }],
  ["mcp: all", ["mcp"], { allow: [] }],
  ["mcp: { allow: [read, everything] }", ["mcp.allow"], { allow: ["read"] }],
  ["mcp: { allow: read }", ["mcp.allow"], { allow: [] }],
  ["mcp: { clients: { codex: yes } }", ["mcp.clients.codex"], { clients: { codex: [] } }],
  ["mcp: { clients: codex }", ["mcp.clients"], {}],
  ["mcp: { alow: [read] }", ["mcp.alow"], {}],
])("%s gives no right by mistake, and is an unknown limit", (text, unknown, mcp) => {
  const read = readSkilletLayer("config.yaml", `${text}\n`, "user")
  expect([read.unknown.map(({ limit }) => limit), read.value.mcp]).toEqual([unknown, mcp])
})

test("a project's file cannot give rights", () => {
  const read = readSkilletLayer("config.yaml", "mcp: { allow: [approve] }\n", "project")
  expect([read.value.mcp, read.problems.map(({ code }) => code)]).toEqual([undefined, ["settings.not-allowed"]])
})
