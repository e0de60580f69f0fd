import type { Table } from "../../table.ts"

const page = /page|tab\b|frame|popup/i
const named = /^https?:\/\/[^/\u0001]+(?:\/|$)/

/** Browsers that a program drives, and programs that turn pages into PDF files and images. */
export const renderersTable: Table = {
  name: "renderers",
  language: "script",
  sinks: [
    {
      harm: "url",
      methods: ["navigate"],
      on: page,
      args: ["url"],
      unlessHead: named,
      example:
        'const CDP = require("chrome-remote-interface")\napp.get("/x", async (req, res) => { const { Page } = await CDP(); await Page.navigate({ url: req.query.url }) })\n',
    },
    {
      harm: "url",
      calls: ["phantom.create().createPage().open", "wkhtmltoimage.generate", "wkhtmltopdf"],
      args: [0],
      unlessHead: named,
      example:
        'const phantom = require("phantom")\napp.get("/x", async (req, res) => {\n  const instance = await phantom.create()\n  const page = await instance.createPage()\n  await page.open(req.query.url)\n})\n',
    },
    {
      harm: "code",
      methods: [
        "evaluate",
        "evaluateHandle",
        "evaluateOnNewDocument",
        "evaluateJavaScript",
        "addInitScript",
        "waitForFunction",
      ],
      on: page,
      args: [0],
      forCallers: "built",
      example: 'app.get("/x", async (req, res) => page.evaluate("show(" + req.query.x + ")"))\n',
    },
    {
      harm: "code",
      methods: ["evaluate", "compileScript"],
      on: /runtime/i,
      args: ["expression"],
      forCallers: "built",
      example: 'app.get("/x", async (req, res) => Runtime.evaluate({ expression: req.body.code }))\n',
    },
    {
      harm: "code",
      methods: ["addScriptTag"],
      on: page,
      args: ["content"],
      example: 'app.get("/x", async (req, res) => page.addScriptTag({ content: "go(" + req.query.x + ")" }))\n',
    },
    {
      harm: "render",
      methods: ["setContent"],
      on: page,
      args: [0],
      example: 'app.get("/x", async (req, res) => page.setContent("<p>" + req.query.x + "</p>"))\n',
    },
    {
      harm: "render",
      methods: ["setDocumentContent"],
      args: ["html"],
      example: 'app.get("/x", async (req, res) => Page.setDocumentContent({ frameId, html: req.body.html }))\n',
    },
    {
      harm: "render",
      calls: ["wkhtmltopdf", "html-pdf.create", "html-pdf-node.generatePdf", "node-html-to-image", "pdf-puppeteer"],
      args: [0, "content", "html"],
      example:
        'const wkhtmltopdf = require("wkhtmltopdf")\napp.get("/x", (req, res) => wkhtmltopdf("<h1>" + req.query.x + "</h1>").pipe(res))\n',
    },
    {
      harm: "render",
      methods: ["property"],
      on: page,
      args: [1],
      where: { "0": "content" },
      example: 'app.get("/x", async (req, res) => page.property("content", "<p>" + req.query.x))\n',
    },
    {
      harm: "html",
      methods: ["sendMail"],
      args: ["html"],
      example: 'app.post("/x", (req, res) => transport.sendMail({ to, html: "<p>" + req.body.text }))\n',
    },
  ],
}
