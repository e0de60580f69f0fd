import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findMarkdownWithHtml } from "./finders/rendered-markdown.ts"
import { findBuiltScriptUrls, isBuiltText, findJsonInScripts } from "./finders/run-texts.ts"

/** What a page runs, and which protections of the browser it gives up. */
export const pageRules = [
  defineMisuseRule(
    {
      id: "relaxed-origin",
      severity: "minor",
      cwe: "CWE-346",
      title: "Relaxed same-origin policy: page sets document.domain",
      description: "Every other site under the same domain that sets it too can read and change the page.",
      fix: "Do not set document.domain; exchange messages with postMessage.",
      words: ["document.domain"],
    },
    [
      {
        language: "script",
        names: /^(?:window\.|self\.|top\.)?document\.domain$/,
        is: "given",
        example: 'document.domain = "shop.com"\n',
        lookAlike: "const own = document.domain\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "text-run-in-page",
      severity: "minor",
      cwe: "CWE-95",
      title: "Code injection: text with inserted values runs as a script",
      description: "Anyone who controls one of the values can run code in the page.",
      fix: "Pass a function to setTimeout, addEventListener or scripting.executeScript instead of a text.",
      saidBetterBy: ["eval-of-input", "eval-of-parameter", "html-from-input", "link-from-input"],
      words: ["javascript:", "setTimeout(", "setInterval(", "executeScript(", "setAttribute("],
    },
    [
      {
        language: "script",
        find: findBuiltScriptUrls,
        example: 'link.href = "javascript:open(" + id + ")"\n',
        lookAlike: 'link.href = "javascript:void(0)"\n',
      },
      {
        language: "script",
        calls: ["setTimeout", "setInterval", "window.setTimeout", "window.setInterval"],
        where: { "0": isBuiltText },
        example: "setTimeout(`show(${id})`, 100)\n",
        lookAlike: "setTimeout(() => show(`${id}`), 100)\n",
      },
      {
        language: "script",
        calls: [".setAttribute"],
        where: { "0": /^on[a-z]+$/, "1": "computed" },
        example: 'button.setAttribute("onclick", handler)\n',
        lookAlike: 'button.setAttribute("onclick", "close()")\n',
      },
      {
        language: "script",
        calls: ["chrome.tabs.executeScript", "browser.tabs.executeScript"],
        where: { code: "computed" },
        example: "chrome.tabs.executeScript(tab.id, { code: message.code })\n",
        lookAlike: 'chrome.tabs.executeScript(tab.id, { file: "show.js" })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "sanitizer-keeps-scripts",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): sanitizer is told to keep scripts",
      description: "The text is cleaned, but tags or attributes that run scripts stay in it.",
      fix: "Allow only the tags and attributes that are needed, without script tags and event handlers.",
      words: ["sanitize", "Purify"],
    },
    [
      {
        language: "script",
        calls: ["sanitize-html", "sanitizeHtml"],
        where: { allowedTags: /^(?:false|\[.*\bscript\b.*\])$/ },
        example: 'import sanitizeHtml from "sanitize-html"\nsanitizeHtml(text, { allowedTags: false })\n',
        lookAlike: 'import sanitizeHtml from "sanitize-html"\nsanitizeHtml(text, { allowedTags: ["b"] })\n',
      },
      {
        language: "script",
        calls: ["dompurify.sanitize", "DOMPurify.sanitize", "isomorphic-dompurify.sanitize"],
        where: { ADD_TAGS: /\bscript\b/ },
        example: 'import DOMPurify from "dompurify"\nDOMPurify.sanitize(text, { ADD_TAGS: ["script"] })\n',
        lookAlike: 'import DOMPurify from "dompurify"\nDOMPurify.sanitize(text, { ADD_TAGS: ["math"] })\n',
      },
      {
        language: "script",
        calls: ["dompurify.sanitize", "DOMPurify.sanitize", "isomorphic-dompurify.sanitize"],
        where: { ADD_ATTR: /\bon[a-z]+\b/ },
        example: 'import DOMPurify from "dompurify"\nDOMPurify.sanitize(text, { ADD_ATTR: ["onclick"] })\n',
        lookAlike: 'import DOMPurify from "dompurify"\nDOMPurify.sanitize(text, { ADD_ATTR: ["target"] })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "markdown-keeps-html",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): Markdown is rendered with the HTML in it",
      description:
        "If somebody else wrote the text, a script or a javascript: link in it runs in the reader's browser.",
      fix: "Leave rehypeRaw out and keep escapeHtml and urlTransform at their defaults, or add rehype-sanitize.",
      words: ["arkdown"],
    },
    [
      {
        language: "script",
        find: findMarkdownWithHtml,
        example: "const A = ({ text }) => <ReactMarkdown rehypePlugins={[rehypeRaw]}>{text}</ReactMarkdown>\n",
        lookAlike:
          "const A = ({ text }) => <ReactMarkdown rehypePlugins={[rehypeRaw, rehypeSanitize]}>{text}</ReactMarkdown>\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "json-in-script",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): JSON inserted into a script element",
      description:
        "JSON.stringify does not escape `</script>`, so a value that contains it ends the script and can begin another.",
      fix: "Replace < with \\u003c in the JSON, or use serialize-javascript.",
      saidBetterBy: ["html-from-input", "html-from-value", "html-from-parameter"],
      words: ["<script"],
    },
    [
      {
        language: "script",
        find: findJsonInScripts,
        example: "const page = (state) => `<script>window.state = ${JSON.stringify(state)}</script>`\n",
        lookAlike:
          "const page = (state) => `<script>window.state = ${JSON.stringify(state).replace(/</g, '\\\\u003c')}</script>`\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "browser-protection-off",
      severity: "minor",
      cwe: "CWE-693",
      title: "Browser is started with web security or certificate checks disabled",
      description: "Depending on the flag, pages can read other sites, or somebody on the network can replace them.",
      fix: "Leave the flag out, or load only pages of your own with it.",
      words: ["disable-web-security", "ignore-certificate-errors", "allow-running-insecure-content"],
    },
    [
      {
        language: "script",
        find: (code) =>
          code.calls
            .filter(
              ({ method, node }) =>
                /^(?:launch|launchPersistentContext|appendSwitch|appendArgument|addArguments)$/.test(method) &&
                /["'`](?:--)?(?:disable-web-security|ignore-certificate-errors|allow-running-insecure-content)\b/.test(
                  node.text,
                ),
            )
            .map(({ node }) => node),
        example: 'const browser = await puppeteer.launch({ args: ["--disable-web-security"] })\n',
        lookAlike: 'const flags = ["--disable-web-security"]\nif (args.includes(flags[0])) warn()\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "validation-loosened",
      severity: "minor",
      cwe: "CWE-20",
      title: "Validation lets incomplete values through",
      description: "Fields that a request leaves out are accepted without a check.",
      fix: "Leave skipMissingProperties out, and mark optional fields with @IsOptional.",
      words: ["ValidationPipe"],
    },
    [
      {
        language: "script",
        calls: ["ValidationPipe", "@nestjs.common.ValidationPipe"],
        where: { skipMissingProperties: /^true$/ },
        example: "app.useGlobalPipes(new ValidationPipe({ skipMissingProperties: true }))\n",
        // Nest's own default is to accept unknown values.
        lookAlike: "app.useGlobalPipes(new ValidationPipe({ forbidUnknownValues: false }))\n",
      },
    ],
  ),
]
