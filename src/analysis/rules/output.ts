import type { CodeNode } from "../../ports/code-tree.ts"
import type { Call, CodeView } from "./code-view.ts"
import { enclosingFunction } from "./flow/definitions/definition.ts"
import { isRouteHandler } from "./flow/inputs.ts"
import { defineRules, everywhere, python, scripts } from "./structural-rule.ts"

const common = { category: "security", confidence: "high", autoValidated: true } as const

/** What somebody sends becomes part of a page, a template or an object. */
export const outputRules = defineRules([
  {
    ...common,
    id: "html-from-input",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-79",
    title: "Input becomes part of a page as HTML",
    description: "A script in the input runs in the reader's browser.",
    fix: "Escape the value, or set it as text.",
    words: [
      "innerHTML",
      "outerHTML",
      "insertAdjacentHTML",
      "document.write",
      ".send(",
      ".end(",
      ".write(",
      "Markup",
      "mark_safe",
      "HttpResponse",
      "HTMLResponse",
      "return f",
      'return "<',
      "return '<",
      "__html",
    ],
    check: (code) => (code.isPython ? pythonPages(code) : [...assignedHtml(code), ...sentHtml(code)]),
  },
  {
    ...common,
    id: "template-from-input",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-1336",
    title: "Input is used as a template",
    description: "Templates can run code, so whoever sends one decides what the server does.",
    fix: "Keep the template fixed and pass the value to it.",
    words: [
      "render_template_string",
      "Template(",
      "from_string",
      ".compile(",
      "ejs.render",
      "pug.render",
      "Handlebars",
    ],
    check: (code) =>
      code.calls
        .filter(({ path }) =>
          /^(?:render_template_string|flask\.render_template_string|jinja2\.Template|(?:\w*env\w*)\.from_string|ejs\.render|pug\.(?:render|compile)|(?:[hH]andlebars|_)\.(?:compile|template))$/.test(
            path,
          ),
        )
        .flatMap(({ args }) => args.slice(0, 1))
        .filter((arg) => code.origin(arg, "code") === "request"),
  },
  {
    ...common,
    id: "unsafe-yaml",
    languages: python,
    severity: "major",
    cwe: "CWE-502",
    title: "YAML is loaded in the form that can make any object",
    description: "With this loader a document can call functions of the program.",
    fix: "Use yaml.safe_load.",
    words: ["yaml."],
    check: (code) =>
      code.calls
        .filter(({ path, args, keywords }) => {
          if (/^yaml\.(?:unsafe_load|unsafe_load_all|full_load_unsafe)$/.test(path)) return true
          if (!/^yaml\.load(?:_all)?$/.test(path)) return false
          const loader = (keywords.get("Loader") ?? args[1])?.text ?? ""
          return (
            !/(?:Safe|Base|Full)Loader$/.test(loader) &&
            (loader === "" || /^(?:yaml\.)?(?:Unsafe|C)?Loader$/.test(loader))
          )
        })
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "unpickling-input",
    languages: python,
    severity: "critical",
    cwe: "CWE-502",
    title: "Data from outside is unpickled",
    description: "A pickle can run any code while it is read.",
    fix: "Use a format that holds data only, such as JSON.",
    words: ["pickle", "dill", "marshal", "jsonpickle"],
    check: (code) =>
      code.calls
        .filter(({ path }) =>
          /^(?:c?[pP]ickle|dill|marshal|_pickle|cloudpickle)\.loads?$|^jsonpickle\.decode$/.test(path),
        )
        .filter(({ args }) => args[0] !== undefined && comesFromOutside(code, args[0]))
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "merge-without-guard",
    languages: scripts,
    severity: "major",
    confidence: "medium",
    autoValidated: false,
    cwe: "CWE-1321",
    title: "A deep merge takes every key",
    description: "With the key __proto__ in what is merged, the merge writes into every object of the program.",
    fix: "Skip __proto__, constructor and prototype.",
    words: [" in ", "Object.keys", "Object.entries"],
    check: recursiveMerges,
  },
])

/** What came over a connection or as a parameter called so. */
function comesFromOutside(code: CodeView, node: CodeNode): boolean {
  if (/^(?:request|local-input)$/.test(code.origin(node, "any"))) return true
  const shape = code.shape(node)
  const made = shape.kind === "name" ? code.flow.names.reaching(shape.name, node) : []
  const texts = [node.text, ...made.map((found) => (found.kind === "value" ? found.value.text : ""))]
  return texts.some(
    (text) =>
      /\.recv\(|requests\.(?:get|post)\([^)]*\)\.content|\.content$|urlopen\([^)]*\)\.read|\.receive\(|b64decode\(/.test(
        text,
      ) && !/open\(/.test(text.replace(/urlopen/g, "")),
  )
}

function assignedHtml(code: CodeView): readonly CodeNode[] {
  const assigned = code.tree
    .ofKind("assignment_expression", "augmented_assignment_expression")
    .filter((node) => /\.(?:innerHTML|outerHTML)$/.test(node.field("left")?.text ?? ""))
    .flatMap((node) => node.field("right") ?? [])
  const called = code.calls.flatMap(({ path, method, args }) =>
    method === "insertAdjacentHTML" ? args.slice(1, 2) : /^document\.write(?:ln)?$/.test(path) ? args.slice(0, 1) : [],
  )
  const raw = code.tree
    .ofKind("pair")
    .filter((node) => node.field("key")?.text === "__html")
    .flatMap((node) => node.field("value") ?? [])
  return [...assigned, ...called, ...raw].filter((node) => code.origin(node, "html") === "request")
}

/** `res.send("<p>" + …)`: only what is written as a page. */
function sentHtml(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(
      ({ path }) =>
        /^(?:res|response|reply)\.(?:send|end|write)$/.test(path) || /^res\.status\([^)]*\)\.send$/.test(path),
    )
    .flatMap(({ args }) => args.slice(0, 1))
    .filter((arg) => /<\w/.test(code.head(arg)) && code.origin(arg, "html") === "request")
}

function pythonPages(code: CodeView): readonly CodeNode[] {
  const isPage = ({ path }: Call) =>
    /^(?:Markup|markupsafe\.Markup|mark_safe|HttpResponse|HTMLResponse|make_response|Response)$/.test(path)
  const called = code.calls.filter(isPage).flatMap((call) => {
    const arg = call.args[0] ?? call.keywords.get("content")
    const isRaw = /Markup$|mark_safe$/.test(call.path)
    return arg !== undefined && (isRaw || /<\w/.test(code.head(arg))) ? [arg] : []
  })
  const returned = code.tree.ofKind("return_statement").flatMap((node) => {
    const fn = enclosingFunction(node)
    const value = node.named[0]
    return fn !== undefined && isRouteHandler(fn) && value !== undefined && /<\w/.test(code.head(value)) ? [value] : []
  })
  return [...called, ...returned].filter((node) => code.origin(node, "html") === "request")
}

function recursiveMerges(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const left = node.field("left")
    const key = left?.kind === "subscript_expression" ? left.field("index") : undefined
    const fn = enclosingFunction(node)
    const named = fn === undefined ? undefined : nearestNamed(fn)
    if (key?.kind !== "identifier" || named === undefined) return false
    const isLoopKey = code.flow.names
      .all(key.text, key)
      .some((found) => found.kind === "part" || found.kind === "parameter")
    const text = named.fn.text
    const callsItself = new RegExp(`[^\\w.]${named.name}\\([^;]*\\[${key.text}\\]`).test(text.slice(text.indexOf("{")))
    return isLoopKey && callsItself && !/__proto__|hasOwn|prototype|constructor|Object\.create\(null\)/.test(text)
  })
}

function nearestNamed(fn: CodeNode): { readonly fn: CodeNode; readonly name: string } | undefined {
  for (let at: CodeNode | undefined = fn; at !== undefined; at = enclosingFunction(at)) {
    const name = (at.field("name") ?? at.parent?.field("name"))?.text
    if (name !== undefined && /^\w+$/.test(name)) return { fn: at, name }
  }
  return undefined
}
