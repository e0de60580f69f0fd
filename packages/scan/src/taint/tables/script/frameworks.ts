import type { Table } from "../../table.ts"

/** h3 and Nuxt, SvelteKit, hapi, Fastify's uploads and the routers of pages. */
export const frameworksTable: Table = {
  name: "frameworks",
  language: "script",
  marks: [
    {
      of: "request",
      written: /\.on\(\s*["']message["']|[eE]ventHandler\(|\bload\b[^=\n]*=|\buseRouter\(|\brouter\.query\b/,
    },
    { of: "sink", written: /\brouter\.(?:push|replace)\(/ },
  ],
  inputs: [
    {
      // Fastify's uploads.
      paths: ["req", "request", "handed"].flatMap((root) => [`${root}.file()`, `${root}.files()`, `${root}.parts()`]),
      trust: "request",
      except: /^(?:file|filepath|tmpdir|toBuffer|size)$/,
      example:
        'const fs = require("fs")\nfastify.post("/x", async (req, reply) => { const up = await req.file(); fs.createWriteStream("up/" + up.filename) })\n',
    },
  ],
  handlers: [
    {
      // A connection that a server was given; one that the program itself opened is known by its path.
      registrars: /^on$/,
      on: /^(?:ws|socket|conn|connection|webSocket|wsClient) $/i,
      events: /^message$/,
      gives: ["input"],
      example:
        'const fs = require("fs")\nwss.on("connection", (ws) => { ws.on("message", (data) => fs.readFile(JSON.parse(data).file, () => 0)) })\n',
    },
    {
      registrars: /^(?:define(?:Cached)?EventHandler|(?:cached)?[eE]ventHandler)$/,
      gives: ["input"],
      example:
        'import cp from "child_process"\nexport default defineEventHandler(async (event) => { const { x } = await readBody(event); cp.exec("ls " + x) })\n',
    },
    {
      named: /^load$/,
      inFile: /\.\/\$types\b|@sveltejs\/kit|\b(?:Page|Layout)(?:Server)?Load\b/,
      gives: ["handed", ""],
      example:
        'import { readFile } from "fs/promises"\nexport const load: PageServerLoad = async ({ params }) => readFile("posts/" + params.name)\n',
    },
  ],
  passes: [
    {
      // Of h3 and Nuxt: what the event carries.
      calls: [
        "getQuery",
        "readBody",
        "readRawBody",
        "readFormData",
        "readMultipartFormData",
        "readValidatedBody",
        "getValidatedQuery",
        "getRouterParam",
        "getRouterParams",
        "getRequestURL",
        "getRequestHeader",
        "getHeader",
        "getCookie",
      ].flatMap((name) => [name, `h3.${name}`]),
      example:
        'import { eventHandler, getQuery } from "h3"\nexport default eventHandler(async (event) => fetch(getQuery(event).url))\n',
    },
  ],
  sinks: [
    {
      harm: "path",
      methods: ["file"],
      on: /^h\b|toolkit/i,
      args: [0],
      unless: { confine: "*" },
      example:
        'server.route({ method: "GET", path: "/{x}", handler: (request, h) => h.file("/data/" + request.params.x) })\n',
    },
    {
      harm: "redirect",
      methods: ["push", "replace"],
      on: /^(?:this\.)?\$?router\b|\buseRouter\(\)/,
      args: [0],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example:
        'import { useRouter } from "next/router"\nexport function P() {\n  const router = useRouter()\n  return <button onClick={() => router.push(router.query.from)} />\n}\n',
    },
  ],
}
