import type { Table } from "../../table.ts"

const places = [
  "location",
  "window.location",
  "document.location",
  "self.location",
  "top.location",
  "globalThis.location",
]

/** A value inserted between tags. */
const intoMarkup = /<\/?\w[^>]*>.*\u0001|\u0001.*<\/?\w|<\w[^>]*\u0001/s

/** The page in a browser, React, Angular, Vue and jQuery. */
export const browserTable: Table = {
  name: "browser",
  language: "script",
  marks: [
    {
      of: "request",
      written:
        /\blocation\b|document\.(?:URL|documentURI|referrer|cookie)|\baddEventListener\(|\bonmessage\b|\bActivatedRoute\b|\bqueryParam(?:s|Map)\b|\bparamMap\b|\buseRouter?\(|: Location\b/,
    },
    {
      of: "parameter",
      written: /bypassSecurityTrust|innerHTML|InnerHTML|outerHTML|insertAdjacentHTML|\.html\(|\.append\(|\$\(\s*["'`]</,
    },
    { of: "remote", written: /innerHTML|insertAdjacentHTML|\.html\(|\.append\(\s*["'`]</ },
    { of: "page", written: /\bgetAttribute\(|\bdataset\b|\.attr\(\s*["'`]|\.data\(\s*["'`]|\.val\(\)/ },
    { of: "sink", written: /innerHTML|outerHTML|insertAdjacentHTML|document\.write/ },
  ],
  inputs: [
    {
      paths: [
        ...places.flatMap((place) => ["search", "hash"].map((name) => `${place}.${name}`)),
        "document.referrer",
        "window.name",
      ],
      trust: "request",
      spares: ["url"],
      example: 'document.getElementById("a").innerHTML = decodeURIComponent(location.hash.slice(1))\n',
    },
    {
      paths: places.map((place) => `${place}.pathname`),
      trust: "request",
      // A path name begins with a slash.
      spares: ["url", "link"],
      example: 'document.getElementById("a").innerHTML = decodeURIComponent(location.pathname)\n',
    },
    {
      paths: [...places.map((place) => `${place}.href`), "document.URL", "document.documentURI", "document.baseURI"],
      trust: "request",
      except: /^(?:origin|host|hostname|protocol|port)$/,
      spares: ["url"],
      example: 'document.write("<p>" + decodeURI(document.URL))\n',
    },
    {
      paths: [
        "fetch().json()",
        "window.fetch().json()",
        ...["get", "post", "request"].flatMap((verb) => [`axios.${verb}().data`, `axios.default.${verb}().data`]),
        "socketEvent.data",
      ],
      trust: "remote",
      example:
        'async function show() {\n  const answer = await fetch("/api/user")\n  const user = await answer.json()\n  document.body.innerHTML = `<p>${user.name}</p>`\n}\n',
    },
    {
      // Text that is set as plain text in one place of the page becomes HTML in another.
      paths: ["getAttribute()", "attr()", "data()"],
      trust: "page",
      isReadWith: 1,
      example: 'el.innerHTML = "<b>" + el.getAttribute("data-title")\n',
    },
  ],
  types: [
    {
      type: /^Location$/,
      path: "location",
      example: "export function show(place: Location) { document.body.innerHTML = place.hash }\n",
    },
    {
      type: /^Window$/,
      path: "window",
      example: "export function show(win: Window) { document.body.innerHTML = win.location.hash }\n",
    },
    {
      type: /^ActivatedRoute$/,
      path: "activatedRoute",
      example:
        'export class A {\n  constructor(private readonly at: ActivatedRoute) {}\n  show() { document.body.innerHTML = this.at.snapshot.queryParamMap.get("q") }\n}\n',
    },
  ],
  handlers: [
    {
      registrars: /^addEventListener$/,
      on: /^(?:ws\b|socket|this\.(?:ws|socket)|\w*[sS]ocket$|events?$|source$)/,
      events: /^message$/,
      gives: ["socketEvent"],
      example:
        'const socket = new WebSocket("wss://shop.com")\nsocket.addEventListener("message", (event) => { list.innerHTML += "<li>" + JSON.parse(event.data).text + "</li>" })\n',
    },
    {
      registrars: /^addEventListener$/,
      // Messages to a worker or a socket come from the page's own code.
      on: /^(?!self\b|worker|port|ws\b|socket|parentPort|channel|this\.(?:worker|port|ws|socket))/i,
      gives: ["messageEvent"],
      example: 'window.addEventListener("message", (event) => { document.body.innerHTML = event.data })\n',
    },
  ],
  passes: [
    {
      calls: [
        "DOMPurify.sanitize",
        "dompurify.sanitize",
        "sanitizeHtml",
        "sanitize-html",
        "xss",
        "he.encode",
        "he.escape",
        "escapeHtml",
        "escape-html",
        "escapeHTML",
        "escape_html",
        "html_escape",
        "htmlEscape",
        "encodeHTML",
        "_.escape",
        "lodash.escape",
        "validator.escape",
        "Handlebars.escapeExpression",
        "entities.encode",
        "document.createTextNode",
        "encodeURIComponent",
        "encodeURI",
        "isomorphic-dompurify.sanitize",
      ],
      cleans: ["html", "render", "url", "header", "path", "redirect", "link", "option"],
      example: 'import clean from "sanitize-html"\ndocument.body.innerHTML = clean(location.hash)\n',
    },
    {
      methods: ["sanitize"],
      cleans: ["html", "render", "url"],
      example: "document.body.innerHTML = new Page(location.hash).sanitize()\n",
    },
  ],
  sinks: [
    {
      harm: "html",
      writes: ["innerHTML", "outerHTML", "srcdoc", "<dangerouslySetInnerHTML>", "<srcDoc>", "<v-html>"],
      forCallers: intoMarkup,
      example: 'document.getElementById("a").innerHTML = location.hash\n',
    },
    {
      harm: "html",
      writes: ["<dangerouslySetInnerHTML>"],
      forCallers: "built",
      example:
        'export function P({ html }) {\n  return <div dangerouslySetInnerHTML={{ __html: "Note: " + html }} />\n}\n',
    },
    {
      harm: "html",
      calls: ["document.write", "document.writeln", "window.document.write"],
      args: [0, 1],
      example: "document.write(location.search)\n",
    },
    {
      harm: "html",
      methods: ["insertAdjacentHTML", "createContextualFragment", "parseFromString", "setHTMLUnsafe", "setInnerHTML"],
      args: [0, 1],
      forCallers: intoMarkup,
      example: 'el.insertAdjacentHTML("beforeend", location.hash)\n',
    },
    {
      harm: "html",
      methods: ["html"],
      on: /^\$|jQuery|\$\(\)|\$el|\.\$/,
      args: [0],
      forCallers: "always",
      example: '$("#a").html(location.hash)\n',
    },
    {
      harm: "html",
      calls: ["$", "jQuery"],
      args: [0],
      text: /^\s*</,
      forCallers: intoMarkup,
      example: '$("<p>" + location.hash + "</p>")\n',
    },
    {
      harm: "html",
      methods: ["append", "prepend", "after", "before", "replaceWith", "wrap"],
      on: /^\$|jQuery|\$\(\)|\$el|\.\$/,
      args: [0],
      forCallers: intoMarkup,
      example: '$("#a").append(location.hash)\n',
    },
    {
      harm: "html",
      methods: [
        "bypassSecurityTrustHtml",
        "bypassSecurityTrustScript",
        "bypassSecurityTrustUrl",
        "bypassSecurityTrustResourceUrl",
        "bypassSecurityTrustStyle",
      ],
      args: [0],
      forCallers: "always",
      example: "this.sanitizer.bypassSecurityTrustHtml(location.hash)\n",
    },
    {
      harm: "link",
      writes: ["<href>", "<xlinkHref>", "<formAction>"],
      unlessHead: /^[^-\s]/,
      example:
        'export function Back() {\n  const to = new URLSearchParams(location.search).get("to")\n  return <a href={to}>back</a>\n}\n',
    },
    {
      harm: "link",
      writes: ["<iframe src>", "<embed src>", "<object data>", "<script src>"],
      unlessHead: /^[^-\s]/,
      example:
        'export function Help() {\n  const at = new URLSearchParams(location.search).get("at")\n  return <iframe src={at} />\n}\n',
    },
    {
      harm: "link",
      methods: ["setAttribute", "attr", "prop"],
      args: [1],
      where: { "0": /^(?:href|src|action|formaction|xlink:href|srcdoc)$/ },
      unlessHead: /^[^-\s]/,
      example: 'frame.setAttribute("src", new URLSearchParams(location.search).get("to"))\n',
    },
    {
      harm: "redirect",
      writes: [...places, ...places.map((place) => `${place}.href`)],
      // Not a field of the same name (`this.location`).
      on: /^(?!this )/,
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example: 'window.location.href = new URLSearchParams(location.search).get("next")\n',
    },
    {
      harm: "redirect",
      calls: [...places.flatMap((place) => [`${place}.assign`, `${place}.replace`]), "window.open", "open"],
      args: [0],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example: 'location.assign(new URLSearchParams(location.search).get("next"))\n',
    },
  ],
}
