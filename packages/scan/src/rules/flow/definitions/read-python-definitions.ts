import type { CodeNode, CodeTree } from "../../../code-tree.ts"
import { findAncestor, type Declared, type Definition, type ParameterDefinition } from "./definition.ts"

/** Every place where a name gets a value in Python: a name belongs to the function it is assigned in. */
export function readPythonDefinitions(tree: CodeTree): readonly Declared[] {
  return [
    ...tree.ofKind("assignment", "augmented_assignment", "named_expression").flatMap(fromAssignment),
    ...tree.ofKind("for_statement", "for_in_clause").flatMap(fromLoop),
    ...tree.ofKind("as_pattern").flatMap(fromAs),
    ...tree.ofKind("function_definition", "lambda").flatMap(fromFunction),
    ...tree.ofKind("class_definition").flatMap(fromClass),
    ...tree.ofKind("import_statement", "import_from_statement").flatMap(fromImport),
  ]
}

const scopes = new Set([
  "function_definition",
  "lambda",
  "module",
  "class_definition",
  "list_comprehension",
  "generator_expression",
  "set_comprehension",
  "dictionary_comprehension",
])

function fromAssignment(node: CodeNode): readonly Declared[] {
  const left = node.field("left") ?? node.field("name")
  const value = node.field("right") ?? node.field("value")
  if (left === undefined || value === undefined) return []
  const adds = node.kind === "augmented_assignment"
  const scope = findEnclosingScope(node)
  if (left.kind === "identifier")
    return [{ definition: { kind: "value", name: left.text, at: left, value, adds }, scope }]
  return targets(left).map((at) => ({ definition: { kind: "part", name: at.text, at, source: value }, scope }))
}

function fromLoop(node: CodeNode): readonly Declared[] {
  const [left, right] = [node.field("left"), node.field("right")]
  if (left === undefined || right === undefined) return []
  return targets(left).map((at) => ({
    definition: { kind: "part", name: at.text, at, source: right },
    scope: findEnclosingScope(node),
  }))
}

/** `with open(x) as file`, `except Error as error`. */
function fromAs(node: CodeNode): readonly Declared[] {
  const source = node.named[0]
  const at = node.field("alias")?.named[0]
  if (at?.kind !== "identifier" || source === undefined) return []
  const isCaught = node.parent?.kind === "except_clause"
  const definition: Definition = isCaught
    ? { kind: "opaque", name: at.text, at }
    : { kind: "value", name: at.text, at, value: source, adds: false }
  return [{ definition, scope: findEnclosingScope(node) }]
}

function fromFunction(fn: CodeNode): readonly Declared[] {
  const own = fn.field("name")
  const list = fn.field("parameters")?.named ?? []
  const parameters = list.flatMap((node, place) => fromParameter(node, { fn, place }))
  if (own === undefined) return parameters
  return [
    { definition: { kind: "function", name: own.text, at: own, fn }, scope: findEnclosingScope(fn) },
    ...parameters,
  ]
}

function fromParameter(
  node: CodeNode,
  { fn, place }: { readonly fn: CodeNode; readonly place: number },
): readonly Declared[] {
  const at =
    node.kind === "identifier" ? node : (node.field("name") ?? node.named.find(({ kind }) => kind === "identifier"))
  if (at === undefined) return []
  const fallback = node.field("value")
  const type = node.field("type")?.text
  const definition: ParameterDefinition = {
    kind: "parameter",
    name: at.text,
    at,
    fn,
    place,
    fallback,
    type,
  }
  return [{ definition, scope: fn }]
}

function fromClass(node: CodeNode): readonly Declared[] {
  const at = node.field("name")
  return at === undefined
    ? []
    : [{ definition: { kind: "opaque", name: at.text, at }, scope: findEnclosingScope(node) }]
}

function fromImport(node: CodeNode): readonly Declared[] {
  const module = node.field("module_name")
  const scope = findEnclosingScope(node)
  return node.named
    .filter((part) => part !== module)
    .flatMap((part) => {
      const name = part.kind === "aliased_import" ? part.field("name") : part
      const at = part.kind === "aliased_import" ? part.field("alias") : part
      if (name === undefined || at === undefined || !/^[\w.]+$/.test(at.text)) return []
      const known = at.text.split(".")[0] ?? at.text
      const from = module?.text ?? name.text
      const original = module === undefined ? {} : { original: name.text }
      return [{ definition: { kind: "import", name: known, at, from, ...original } as const, scope }]
    })
}

function targets(left: CodeNode): readonly CodeNode[] {
  if (left.kind === "identifier") return [left]
  return /_pattern$|^pattern_list$|^expression_list$|^tuple$|^list$/.test(left.kind) ? left.named.flatMap(targets) : []
}

function findEnclosingScope(node: CodeNode): CodeNode {
  return findAncestor(node, ({ kind }) => scopes.has(kind)) ?? node
}
