import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isBuiltWithParameter, usesParameter } from "../parameter-use.ts"
import { findInsertedTexts } from "./finders/inserted-texts.ts"

const page = /page|tab$|frame/i

/** What servers show of themselves, and pages that they put together or open. */
export const exposedRules = [
  defineMisuseRule(
    {
      id: "exposed-internals",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-489",
      title: "Development interface is switched on",
      description: "It shows the whole schema, stack traces or a debugger to everyone who can reach the server.",
      fix: "Switch it on only outside production, and bind debuggers to 127.0.0.1.",
      words: ["introspection", "playground", "graphiql", "inspector", "errorhandler", "errorHandler"],
    },
    [
      {
        language: "script",
        names: /^(?:introspection|playground|graphiql)$/,
        is: /^true$/,
        inFile: /Apollo|graphql|yoga|mercurius/i,
        example: "const server = new ApolloServer({ typeDefs, introspection: true })\n",
        lookAlike: "const server = new ApolloServer({ typeDefs, introspection: isDevelopment })\n",
      },
      {
        language: "script",
        persona: "regular",
        calls: ["inspector.open"],
        where: { "1": /^(?:0\.0\.0\.0|::)$/ },
        example: 'require("inspector").open(9229, "0.0.0.0")\n',
        lookAlike: 'require("inspector").open(9229, "127.0.0.1")\n',
      },
      {
        language: "script",
        calls: ["errorhandler", "express.errorHandler"],
        and: (_, { tree }) => !/NODE_ENV|app\.get\(["']env["']\)|development/.test(tree.text),
        example: 'app.use(require("errorhandler")())\n',
        lookAlike: 'if (process.env.NODE_ENV === "development") app.use(require("errorhandler")())\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "page-from-value",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-918",
      title: "Possible SSRF: browser on the server opens a page that a caller passes",
      description: "If the address or the HTML comes from outside, the browser can read what the server can (SSRF).",
      fix: "Check the address against an allowlist, escape values, and block other requests in the browser.",
      saidBetterBy: ["request-to-input", "rendered-input"],
      words: ["goto", "navigate", "setContent", "setDocumentContent", "wkhtmlto", "html-pdf"],
    },
    [
      {
        language: "script",
        calls: [".goto"],
        on: page,
        where: { "0": (node, code) => usesParameter(code, node) },
        example: "const shoot = async (page, address) => page.goto(address)\n",
        lookAlike: 'const shoot = async (page) => page.goto("https://shop.com")\n',
      },
      {
        language: "script",
        calls: [".setContent"],
        on: page,
        where: { "0": (node, code) => isBuiltWithParameter(code, node) },
        example: "const print = async (page, name) => page.setContent(`<h1>${name}</h1>`)\n",
        lookAlike: 'const print = async (page) => page.setContent("<h1>Bill</h1>")\n',
      },
      {
        language: "script",
        calls: [".navigate"],
        on: page,
        where: { url: (node, code) => usesParameter(code, node) },
        example: "const shoot = async (Page, address) => Page.navigate({ url: address })\n",
        lookAlike: 'const shoot = async (Page) => Page.navigate({ url: "https://shop.com" })\n',
      },
      {
        language: "script",
        calls: [".setDocumentContent"],
        where: { html: (node, code) => usesParameter(code, node) },
        example: "const print = async (Page, text) => Page.setDocumentContent({ frameId, html: text })\n",
        lookAlike: 'const print = async (Page) => Page.setDocumentContent({ frameId, html: "<h1>Bill</h1>" })\n',
      },
      {
        language: "script",
        calls: ["wkhtmltopdf", "wkhtmltoimage.generate", "html-pdf.create", "phantom.create().createPage().open"],
        where: { "0": (node, code) => usesParameter(code, node) },
        example: 'const wkhtmltopdf = require("wkhtmltopdf")\nconst print = (text) => wkhtmltopdf(text)\n',
        lookAlike: 'const wkhtmltopdf = require("wkhtmltopdf")\nconst print = () => wkhtmltopdf("<h1>Bill</h1>")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "html-in-text",
      severity: "suggestion",
      persona: "auditor",
      cwe: "CWE-79",
      title: "Possible XSS: HTML put together from strings",
      description: "The inserted values are not escaped: if somebody else wrote one, a script in it runs.",
      fix: "Use a template engine that escapes, or escape each value.",
      saidBetterBy: [
        "html-from-input",
        "html-from-parameter",
        "html-from-value",
        "html-from-answer",
        "built-page",
        "data-as-html",
        "rendered-input",
        "page-from-value",
      ],
      words: [
        "<div",
        "<p>",
        "<p ",
        "<span",
        "<td",
        "<tr",
        "<li",
        "<a ",
        "<h1",
        "<h2",
        "<b>",
        "<script",
        "<html",
        "<body",
      ],
    },
    [
      {
        language: "script",
        find: findInsertedTexts,
        example: 'const card = (title) => `<div class="card">${title}</div>`\n',
        lookAlike: 'const card = (title) => `<div class="card">${escapeHtml(title)}</div>`\n',
      },
    ],
  ),
]
