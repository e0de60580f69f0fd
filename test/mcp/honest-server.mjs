// An honest server over stdio. `modern` speaks only the newest revision of the protocol.
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { makeServer } from "./offering.mjs"

serveStdio(makeServer, { legacy: process.argv[2] === "modern" ? "reject" : "serve" })
