import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isUnescaped } from "./finders/markup.ts"
import { findFilledFormats, findUnescapedMarkup } from "./finders/safe-markup.ts"

/** Settings of template engines and Markdown renderers that leave HTML in texts as it is. */
export const escapingRules = [
  defineMisuseRule(
    {
      id: "unescaped-markup",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): text declared safe although values in it are not escaped",
      description: "The template engine no longer escapes it, so a script in one of the inserted values runs.",
      fix: "Use format_html, or the format method of Markup, which escape what they insert.",
      saidBetterBy: ["html-from-input"],
      words: ["mark_safe", "Markup(", "SafeString(", "SafeText(", "format_html"],
    },
    [
      {
        language: "python",
        find: findUnescapedMarkup,
        example:
          'from django.utils.safestring import mark_safe\ndef title(book):\n    return mark_safe("<b>%s</b>" % book.title)\n',
        lookAlike:
          'from django.utils.html import format_html\ndef title(book):\n    return format_html("<b>{}</b>", book.title)\n',
      },
      {
        language: "python",
        find: findFilledFormats,
        example:
          'from django.utils.html import format_html\ndef title(book):\n    return format_html("<b>%s</b>" % book.title)\n',
        lookAlike:
          'from django.utils.safestring import mark_safe\ndef title(book):\n    return mark_safe("<b>%s</b>" % escape(book.title))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "escaping-off",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-79",
      title: "Possible XSS: escaping of HTML is switched off",
      description: "Text ends up in the page as HTML: if somebody else wrote it, a script in it runs.",
      fix: "Keep escaping on, and mark only sanitized values as HTML.",
      words: [
        "noEscape",
        "autoescape",
        "autoEscape",
        "ustache",
        "arkdown",
        "marked",
        "monaco",
        "serialize",
        "SafeString",
        "escapeHtml={false}",
        "showdown",
      ],
    },
    [
      {
        language: "script",
        names: /^noEscape$/,
        is: /^true$/,
        example: "const page = Handlebars.compile(text, { noEscape: true })\n",
        lookAlike: "const page = Handlebars.compile(text, { noEscape: false })\n",
      },
      {
        language: "script",
        persona: "regular",
        names: /^autoescape$/i,
        is: /^false$/,
        example: 'nunjucks.configure("views", { autoescape: false })\n',
        lookAlike: 'nunjucks.configure("views", { autoescape: true })\n',
      },
      {
        language: "script",
        persona: "regular",
        names: /^(?:mustache|Mustache)\.escape$/,
        is: (node) =>
          /^(?:function\s*\w*\s*)?\(?\s*(\w+)\s*\)?\s*(?:=>)?\s*(?:\{\s*return\s+)?\1\s*;?\s*\}?$/.test(node.text),
        example: "Mustache.escape = (text) => text\n",
        lookAlike: "Mustache.escape = (text) => encode(text)\n",
      },
      {
        language: "script",
        calls: ["markdown-it", "MarkdownIt", "markdownIt", "remarkable.Remarkable", "Remarkable"],
        where: { html: /^true$/ },
        example: "const md = new MarkdownIt({ html: true })\n",
        lookAlike: "const md = new MarkdownIt({ linkify: true })\n",
      },
      {
        language: "script",
        calls: ["marked.setOptions", "marked.marked.setOptions", "marked", "marked.parse", "marked.use"],
        where: { sanitize: /^false$/ },
        example: "marked.setOptions({ sanitize: false })\n",
        lookAlike: "marked.setOptions({ sanitize: true })\n",
      },
      {
        language: "script",
        find: (code) =>
          code.tree
            .ofKind("jsx_attribute")
            .filter(({ text }) =>
              /^(?:escapeHtml=\{false\}|skipHtml=\{false\}|allowDangerousHtml(?:=\{true\})?)$/.test(text),
            ),
        example: "const A = ({ text }) => <Markdown escapeHtml={false} source={text} />\n",
        lookAlike: "const A = ({ text }) => <Markdown escapeHtml={true} source={text} />\n",
      },
      {
        language: "script",
        names: /^(?:supportHtml|isTrusted)$/,
        is: /^true$/,
        inFile: /\bmonaco\b/,
        example:
          'import * as monaco from "monaco-editor"\nconst hover = { contents: [{ value: text, supportHtml: true }] }\n',
        lookAlike: 'import * as monaco from "monaco-editor"\nconst hover = { contents: [{ value: text }] }\n',
      },
      {
        language: "script",
        persona: "regular",
        calls: ["serialize-javascript", "serialize", "serializeJavascript"],
        where: { unsafe: /^true$/ },
        example: 'const serialize = require("serialize-javascript")\nconst text = serialize(state, { unsafe: true })\n',
        lookAlike:
          'const serialize = require("serialize-javascript")\nconst text = serialize(state, { isJSON: true })\n',
      },
      {
        language: "script",
        calls: ["Handlebars.SafeString", "handlebars.SafeString", "hbs.SafeString", "express-handlebars.SafeString"],
        where: { "0": (node, code) => isUnescaped(code, node) },
        example: 'Handlebars.registerHelper("b", (name) => new Handlebars.SafeString("<b>" + name + "</b>"))\n',
        lookAlike:
          'Handlebars.registerHelper("b", (name) => new Handlebars.SafeString("<b>" + escapeExpression(name) + "</b>"))\n',
      },
    ],
  ),
]
