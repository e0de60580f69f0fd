import type { Table } from "../../table.ts"

/** Tools that a language model calls, messages of a chat or an editor's panel: their arguments are chosen by others. */
export const agentsTable: Table = {
  name: "agents",
  language: "script",
  marks: [
    {
      of: "request",
      written:
        /\.(?:tool|registerTool|addTool|resource|registerResource)\(|\btool\(|\bcreateTool\(|Dynamic(?:Structured)?Tool\(|extends (?:Structured|Base)?Tool\b|onDidReceiveMessage|\bbot\.(?:command|hears|action|on)\(/,
    },
  ],
  inputs: [
    {
      paths: ["message.text", "message.caption", "match", "payload", "callbackQuery.data", "update.message.text"].map(
        (name) => `botMessage.${name}`,
      ),
      trust: "request",
      example:
        'import cp from "child_process"\nbot.command("ping", (ctx) => { cp.exec("ping " + ctx.message.text) })\n',
    },
  ],
  handlers: [
    {
      registrars: /^(?:tool|registerTool)$/,
      on: /server|mcp/i,
      gives: ["input", ""],
      example:
        'import cp from "child_process"\nserver.registerTool("log", { inputSchema: { at: z.string() } }, async ({ at }) => { cp.exec("git log " + at) })\n',
    },
    {
      registrars: /^(?:resource|registerResource)$/,
      on: /server|mcp/i,
      gives: ["input", "input", ""],
      example:
        'import fs from "fs"\nserver.resource("doc", new ResourceTemplate("doc://{name}", {}), async (uri, { name }) => fs.readFileSync("docs/" + name))\n',
    },
    {
      registrars: /^addTool$/,
      member: /^(?:execute|handler)$/,
      gives: ["input", ""],
      example:
        'import cp from "child_process"\nserver.addTool({ name: "log", execute: async (args) => cp.execSync("git log " + args.at) })\n',
    },
    {
      registrars: /^(?:tool|createTool|defineTool|Dynamic(?:Structured)?Tool)$/,
      on: /^ $|^ [\w./@-]+$/,
      member: /^(?:execute|func|handler)$/,
      gives: ["input", ""],
      example:
        'import { tool } from "ai"\nimport cp from "child_process"\nexport const log = tool({ inputSchema: z.object({ at: z.string() }), execute: async ({ at }) => cp.execSync("git log " + at) })\n',
    },
    {
      registrars: /^tool$/,
      on: /^ $|^ [\w./@-]+$/,
      gives: ["input", ""],
      example:
        'import { tool } from "@langchain/core/tools"\nimport cp from "child_process"\nexport const log = tool(async ({ at }) => cp.execSync("git log " + at), { name: "log" })\n',
    },
    {
      ofClass: /^(?:Structured|Base)?Tool$/,
      named: /^_call$/,
      gives: ["input", ""],
      example:
        'import { Tool } from "@langchain/core/tools"\nexport class Read extends Tool {\n  async _call(url) { return fetch(url) }\n}\n',
    },
    {
      registrars: /^onDidReceiveMessage$/,
      gives: ["input"],
      example:
        'import cp from "child_process"\npanel.webview.onDidReceiveMessage((message) => { cp.exec("git checkout " + message.branch) })\n',
    },
    {
      registrars: /^(?:command|hears|action|on)$/,
      on: /^(?:this\.)?bot\b/,
      gives: ["botMessage", ""],
      example:
        'import cp from "child_process"\nbot.hears(/^ping (.+)$/, (ctx) => { cp.exec("ping " + ctx.match[1]) })\n',
    },
  ],
}
