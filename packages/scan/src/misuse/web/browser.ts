import { findDataAsHtml } from "./finders/data-as-html.ts"
import { findBlankTargets } from "./finders/blank-targets.ts"
import {
  findHtmlAttributes,
  isUnescaped,
  findLinksToValues,
  findRawTemplateTexts,
  findShownMarkdown,
} from "./finders/markup.ts"
import { findOpenListeners } from "./finders/messages.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"

/** Pages and windows. */
export const browserRules = [
  defineMisuseRule(
    {
      id: "message-to-any-window",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-346",
      title: "postMessage without a specific target origin",
      description: "If the window has navigated elsewhere, another site receives the message.",
      fix: "Specify the exact target origin.",
      saidBetterBy: ["secret-to-any-window"],
      words: ["postMessage"],
    },
    [
      {
        language: "script",
        calls: [".postMessage", "postMessage"],
        where: { "1": /^\*$/ },
        example: 'window.parent.postMessage(data, "*")\n',
        lookAlike: "window.parent.postMessage(data, origin)\n",
      },
      {
        language: "script",
        calls: [".postMessage"],
        where: { targetOrigin: /^\*$/ },
        example: 'popup.postMessage(data, { targetOrigin: "*" })\n',
        lookAlike: 'popup.postMessage(data, { targetOrigin: "https://shop.com" })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "secret-to-any-window",
      severity: "minor",
      cwe: "CWE-201",
      title: "Token leak: sent with postMessage to a window of any origin",
      description: "If the window has navigated elsewhere, another site receives the token and can use it.",
      fix: "Specify the exact target origin.",
      words: ["postMessage"],
    },
    [
      {
        language: "script",
        calls: [".postMessage", "postMessage"],
        where: {
          "0": (node) =>
            /(?:token|password|passwd|secret|jwt|credential|api_?key|session_?id)s?\b(?!["'`])/i.test(node.text),
          "1": /^\*$/,
        },
        example: 'window.opener.postMessage({ kind: "login", token: session.token }, "*")\n',
        lookAlike: 'window.opener.postMessage({ kind: "token" }, "*")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "message-from-any-window",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-346",
      title: "postMessage handler does not check the origin",
      description: "Any page that frames or opened this one can send it messages.",
      fix: "Check event.origin against an allowlist of trusted origins.",
      words: ["message"],
    },
    [
      {
        language: "script",
        find: findOpenListeners,
        example: 'window.addEventListener("message", (event) => show(event.data))\n',
        lookAlike: 'window.addEventListener("message", (event) => { if (event.origin === own) show(event.data) })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "data-as-html",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): text of a record or an option shown as HTML",
      description: "If somebody else wrote the text, a script in it runs in the reader's browser (XSS).",
      fix: "Insert it as text (textContent), or sanitize it first, for example with DOMPurify.",
      saidBetterBy: [
        "html-from-input",
        "html-from-answer",
        "markdown-as-html",
        "html-from-page",
        "html-from-parameter",
        "html-from-url",
      ],
      words: ["dangerouslySetInnerHTML", ".innerHTML", ".outerHTML"],
    },
    [
      {
        language: "script",
        find: findDataAsHtml,
        example: "export const Post = ({ post }) => <div dangerouslySetInnerHTML={{ __html: post.body }} />\n",
        lookAlike: "export const Icon = ({ icon }) => <div dangerouslySetInnerHTML={{ __html: icon.svg }} />\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "html-from-value",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): dynamic value inserted into a page as HTML",
      description: "If an attacker controls the value, a script in it runs in the user's browser (XSS).",
      fix: "Insert it as text (textContent), or sanitize it first, for example with DOMPurify.",
      saidBetterBy: [
        "html-from-input",
        "html-from-answer",
        "html-from-page",
        "html-from-parameter",
        "html-from-url",
        "markdown-as-html",
        "data-as-html",
        "unescaped-markup",
      ],
      words: [
        "innerHTML",
        "outerHTML",
        "dangerouslySetInnerHTML",
        "insertAdjacentHTML",
        "document.write",
        ".html(",
        "bypassSecurityTrust",
        "trustAs",
        "mark_safe",
        "Markup(",
        "HttpResponse(",
        "SafeString",
        "createContextualFragment",
        "v-html",
        "srcDoc",
        "srcdoc",
        "<%-",
        "{{{",
        ".append(",
        ".prepend(",
        "parseHTML",
        "createNodesFromMarkup",
      ],
    },
    [
      {
        language: "script",
        find: (code) =>
          code.tree.ofKind("assignment_expression", "augmented_assignment_expression").filter((node) => {
            const [left, right] = [node.field("left"), node.field("right")]
            return (
              /\.(?:innerHTML|outerHTML|srcdoc)$/.test(left?.text ?? "") &&
              right !== undefined &&
              isUnescaped(code, right)
            )
          }),
        example: 'el.innerHTML = "<b>" + name\n',
        lookAlike: 'el.innerHTML = "<b>" + escapeHtml(name)\n',
      },
      {
        language: "script",
        find: findHtmlAttributes,
        example: "const A = (p) => <div dangerouslySetInnerHTML={{ __html: p.html }} />\n",
        lookAlike: "const A = (p) => <div dangerouslySetInnerHTML={{ __html: sanitize(p.html) }} />\n",
      },
      {
        language: "script",
        calls: [".insertAdjacentHTML"],
        where: { "1": (node, code) => isUnescaped(code, node) },
        example: 'el.insertAdjacentHTML("beforeend", name)\n',
        lookAlike: 'el.insertAdjacentText("beforeend", name)\n',
      },
      {
        language: "script",
        calls: ["document.write", "document.writeln", "window.document.write", ".createContextualFragment"],
        where: { "0": (node, code) => isUnescaped(code, node) },
        example: 'document.write("<b>" + name)\n',
        lookAlike: 'document.write("<b>text</b>")\n',
      },
      {
        language: "script",
        calls: [".html", ".append", ".prepend", ".after", ".before", ".replaceWith"],
        on: /^\$|^jQuery\(|\$el$/,
        where: {
          "0": (node, code) =>
            isUnescaped(code, node) &&
            /^(?:binary|template)$|^name$/.test(code.shape(node).kind) &&
            (code.shape(node).kind !== "name" || /html|markup|content|text|msg|message/i.test(node.text)),
        },
        example: '$("#a").html("<b>" + name)\n',
        lookAlike: '$("#a").append(element)\n',
      },
      {
        language: "script",
        calls: ["Html", "Script", "Url", "ResourceUrl", "Style"]
          .map((kind) => `.bypassSecurityTrust${kind}`)
          .concat([".trustAsHtml", ".trustAsJs", ".trustAsResourceUrl", ".trustAsUrl"]),
        where: { "0": (node, code) => isUnescaped(code, node) },
        example: "this.sanitizer.bypassSecurityTrustHtml(this.text)\n",
        lookAlike: 'this.sanitizer.bypassSecurityTrustHtml("<b>x</b>")\n',
      },
      {
        language: "script",
        find: findRawTemplateTexts,
        example: 'const page = ejs.compile("<p><%- term %></p>")\n',
        lookAlike: "const page = ejs.compile(\"<p><%= term %></p><%- include('a') %>\")\n",
      },
      {
        language: "script",
        calls: ["h", "createElement", "createVNode", "vue.h", "_h"],
        where: { innerHTML: (node, code) => isUnescaped(code, node) },
        example: 'const view = () => h("div", { innerHTML: props.content })\n',
        lookAlike: 'const view = () => h("div", { class: "rich" }, props.content)\n',
      },
      {
        language: "script",
        calls: ["createElement", "react.createElement", "React.createElement"],
        where: { "dangerouslySetInnerHTML.__html": (node, code) => isUnescaped(code, node) },
        example: 'const view = (p) => React.createElement("div", { dangerouslySetInnerHTML: { __html: p.html } })\n',
        lookAlike: 'const view = () => React.createElement("div", { dangerouslySetInnerHTML: { __html: "<hr>" } })\n',
      },
      {
        language: "script",
        calls: ["$.parseHTML", "jQuery.parseHTML", "fbjs.lib.createNodesFromMarkup", "createNodesFromMarkup"],
        where: { "0": (node, code) => isUnescaped(code, node) },
        unless: { "2": /^false$/ },
        example: "const nodes = (text) => $.parseHTML(text, document, true)\n",
        lookAlike: "const nodes = (text) => $.parseHTML(text, document, false)\n",
      },
      {
        language: "script",
        calls: [".setProperty", ".setAttribute"],
        on: /renderer/i,
        where: { "1": /^(?:innerHTML|outerHTML|srcdoc)$/, "2": (node, code) => isUnescaped(code, node) },
        example: 'this.renderer.setProperty(el, "innerHTML", text)\n',
        lookAlike: 'this.renderer.setProperty(el, "textContent", text)\n',
      },
      {
        language: "python",
        calls: [
          "mark_safe",
          "django.utils.safestring.mark_safe",
          "django.utils.safestring.SafeString",
          "SafeString",
          "markupsafe.Markup",
          "Markup",
          "flask.Markup",
          "jinja2.Markup",
          "SafeText",
          "django.utils.html.mark_safe",
        ],
        where: { "0": (node, code) => isUnescaped(code, node) },
        example: 'from django.utils.safestring import mark_safe\nx = mark_safe(f"<b>{name}</b>")\n',
        lookAlike: 'from django.utils.safestring import mark_safe\nx = mark_safe("<b>x</b>")\n',
      },
      {
        language: "python",
        calls: [
          "HttpResponse",
          "django.http.HttpResponse",
          "django.http.HttpResponseBadRequest",
          "HTMLResponse",
          "fastapi.responses.HTMLResponse",
        ],
        where: {
          "0": (node, code) =>
            isUnescaped(code, node) && /^(?:binary|template)$/.test(code.shape(node).kind) && /<\w/.test(node.text),
        },
        unless: { content_type: /json|plain|csv|octet/ },
        example: 'from django.http import HttpResponse\nr = HttpResponse("<h1>" + name + "</h1>")\n',
        lookAlike: 'from django.http import HttpResponse\nr = HttpResponse("hello " + name)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "markdown-as-html",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): rendered Markdown inserted into a page without sanitizing",
      description: "Markdown may contain HTML, and renderers leave scripts and event handlers in it (XSS).",
      fix: "Sanitize the result, for example with DOMPurify.",
      saidBetterBy: ["html-from-input"],
      words: ["marked", "arkdown", "makeHtml", "micromark", "md.render"],
    },
    [
      {
        language: "script",
        find: findShownMarkdown,
        example: "const A = ({ text }) => <div dangerouslySetInnerHTML={{ __html: marked.parse(text) }} />\n",
        lookAlike: "const A = ({ text }) => <div dangerouslySetInnerHTML={{ __html: clean(marked.parse(text)) }} />\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "link-from-value",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): link to a URL that a user may have entered",
      description: "If users can set the URL, a javascript: URL runs a script when somebody follows the link (XSS).",
      fix: "Check that the URL begins with https: before it is shown as a link.",
      saidBetterBy: ["link-from-input"],
      words: ["href=", "<iframe"],
    },
    [
      {
        language: "script",
        find: findLinksToValues,
        example: "const A = ({ user }) => <a href={user.website}>x</a>\n",
        lookAlike: "const A = ({ user }) => <a href={safe(user.website)}>x</a>\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "blank-target",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-1022",
      title: "Reverse tabnabbing: link opens a new window without noopener",
      description: "In older browsers, the opened page can navigate this one elsewhere (reverse tabnabbing).",
      fix: 'Add rel="noopener".',
      words: ["_blank"],
    },
    [
      {
        language: "script",
        find: findBlankTargets,
        example: 'const A = () => <a href={url} target="_blank">x</a>\n',
        lookAlike: 'const A = () => <a href={url} target="_blank" rel="noreferrer">x</a>\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "electron-window",
      severity: "major",
      confidence: "high",
      cwe: "CWE-1188",
      title: "Insecure Electron webPreferences",
      description: "A script injected into the page may be able to read files and start programs.",
      fix: "Keep nodeIntegration off, and contextIsolation, webSecurity and sandbox on.",
      words: ["webPreferences"],
    },
    [
      {
        language: "script",
        names:
          /^(?:nodeIntegration|nodeIntegrationInWorker|nodeIntegrationInSubFrames|allowRunningInsecureContent|experimentalFeatures|enableRemoteModule)$/,
        is: /^true$/,
        inFile: /\bwebPreferences\b/,
        example: "new BrowserWindow({ webPreferences: { nodeIntegration: true } })\n",
        lookAlike: "new BrowserWindow({ webPreferences: { nodeIntegration: false } })\n",
      },
      {
        language: "script",
        names: /^(?:contextIsolation|webSecurity)$/,
        is: /^false$/,
        inFile: /\bwebPreferences\b/,
        example: "new BrowserWindow({ webPreferences: { contextIsolation: false } })\n",
        lookAlike: "new BrowserWindow({ webPreferences: { contextIsolation: true } })\n",
      },
    ],
  ),
]
